interface Met<Order, Word> {
  /** Origin of the frame: messages of others are ignored, and none are sent to others. */
  origin: string;
  /** First message, sent as soon as the frame is ready. */
  first: Order;
  signal: AbortSignal;
  /** Validates messages, which are untrusted. */
  read: (value: unknown) => Word | null;
  onWord: (word: Word) => void;
}

/**
 * Waits for the first message of a frame in a box and opens a private port. Returns the function that sends messages.
 */
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
