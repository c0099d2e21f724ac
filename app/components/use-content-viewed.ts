import { useEffect } from 'react';
import { calls } from '#app/paths.ts';

const READ_AFTER_MS = 5_000;

/** Says once that an article was read, after it was in sight for five seconds; a tab in the background does not count. */
export function useContentViewed(articleId: number, counts: boolean): void {
  useEffect(() => {
    if (!counts) return undefined;
    let leftMs = READ_AFTER_MS;
    let sinceMs = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const send = () => {
      document.removeEventListener('visibilitychange', look);
      navigator.sendBeacon(calls.contentViewed(articleId));
    };
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') {
        sinceMs = performance.now();
        timer = setTimeout(send, leftMs);
      } else if (sinceMs > 0) {
        leftMs -= performance.now() - sinceMs;
        sinceMs = 0;
      }
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [articleId, counts]);
}
