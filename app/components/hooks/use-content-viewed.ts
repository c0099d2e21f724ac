import { useEffect } from 'react';
import { calls } from '#app/paths.ts';
import { Platform } from '#shared/enums.ts';
import { mayMeasure } from '#app/components/shell/consent.ts';
import { stationNowMs } from '#app/components/shell/station-time.ts';

const READ_AFTER_MS = 5_000;
/** PlayEventType (EN-19). */
const CONTENT_VIEWED = 300;

/**
 * Says once that an article was read, after it was in sight for five seconds; a tab in the background does not count, and
 * neither does a visitor who did not accept statistics.
 */
export function useContentViewed(articleId: number, counts: boolean): void {
  useEffect(() => {
    if (!counts) return undefined;
    let leftMs = READ_AFTER_MS;
    let sinceMs = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const send = () => {
      document.removeEventListener('visibilitychange', look);
      // Statistics wait for the visitor's yes, which may come while they read.
      if (!mayMeasure()) return;
      const tracking = {
        tracking_type: CONTENT_VIEWED,
        content_id: articleId,
        device_type: Platform.WEB,
        tracking_ts: stationNowMs() / 1000,
      };
      // Words go out as text/plain, as the call wants.
      navigator.sendBeacon(calls.tracking(), JSON.stringify({ tracking }));
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
