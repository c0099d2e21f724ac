/** Whether this document has been asked already: a page that is come back to later was not sent for. */
let isAnswered = false;

/**
 * Whether a link of another window of the site has just sent the live page to this one, to be heard here: a press there
 * cannot play here. An address that was typed, a reload and the browser's own back are no press.
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
