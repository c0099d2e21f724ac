interface Met<Order, Word> {
  /** Of the frame: nobody else is heard, and nothing is said to anybody else. */
  origin: string;
  /** What is asked of it as soon as it is there. */
  first: Order;
  signal: AbortSignal;
  /** What it says is read, not believed. */
  read: (value: unknown) => Word | null;
  onWord: (word: Word) => void;
}

/** Waits for the first word of a frame in a box and talks with it over a port of their own. Returns what gives it an order. */
export function meetFrame<Order, Word>(
  box: Element,
  { origin, first, signal, read, onWord }: Met<Order, Word>,
): (order: Order) => void {
  let port: MessagePort | null = null;
  const hear = (event: MessageEvent) => {
    const frame = box.querySelector('iframe')?.contentWindow;
    if (event.origin !== origin || !frame || event.source !== frame) return;
    if (port !== null || (event.data as { airwave?: unknown } | null)?.airwave !== 'ready') return;
    const { port1, port2 } = new MessageChannel();
    port = port1;
    port1.onmessage = ({ data }: MessageEvent) => {
      const word = signal.aborted ? null : read(data);
      if (word) onWord(word);
    };
    frame.postMessage({ airwave: 'port' }, origin, [port2]);
    port1.postMessage(first);
  };
  window.addEventListener('message', hear, { signal });
  signal.addEventListener('abort', () => port?.close());
  return (order) => port?.postMessage(order);
}
