/** Evaluated once per document: returning to the page later does not play. */
let isAnswered = false;

/**
 * Whether a link in another window of the site just opened the live page here, to play in this window: a press there
 * cannot play here. Typed URLs, reloads and the browser's back do not count.
 */
export function wasSentToPlay(): boolean {
  if (isAnswered) return false;
  isAnswered = true;
  const [load] = performance.getEntriesByType('navigation');
  return (
    window.name === 'live' &&
    window.opener !== null &&
    document.referrer.startsWith(`${location.origin}/`) &&
    load instanceof PerformanceNavigationTiming &&
    load.type === 'navigate' &&
    new URL(load.name).pathname === location.pathname
  );
}
