import { useEffect } from 'react';
import { mayMeasure } from '#app/components/shell/consent.ts';

const READ_AFTER_MS = 5_000;

/**
 * Reports once that an article was read, after five seconds in view. Background tabs and visitors without consent to
 * statistics do not count.
 */
export function useContentViewed(articleId: number, counts: boolean): void {
  useEffect(() => {
    if (!counts) return undefined;
    let leftMs = READ_AFTER_MS;
    let sinceMs = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const send = () => {
      document.removeEventListener('visibilitychange', look);
      // Statistics need consent, which may be given while reading.
      if (!mayMeasure()) return;
      import('#app/tracking/report-viewed.ts')
        .then(({ reportViewed }) => reportViewed(articleId))
        .catch(() => undefined);
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
