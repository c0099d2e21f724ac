const CHANNEL = 'airwave-player';

/**
 * Lets one tab of the site play at a time: a tab that starts tells the others, and they stop. Returns the function that
 * tells them; listens until the signal.
 */
export function watchOtherTabs(onOtherPlays: () => void, signal: AbortSignal): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const tab = `${Date.now()}-${Math.random()}`;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    const { data } = event;
    if (typeof data === 'object' && data !== null && 'plays' in data && data.plays !== tab) onOtherPlays();
  });
  signal.addEventListener('abort', () => channel.close());
  return () => {
    if (!signal.aborted) channel.postMessage({ plays: tab });
  };
}
