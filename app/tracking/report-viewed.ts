import { mayMeasure } from '#app/components/shell/consent.ts';
import { MediaType, Platform } from '#shared/enums.ts';
import { PlayEvent } from '#shared/tracking.ts';
import { report, sendReports } from './reports.ts';

/** Reports that an article was read, with consent to statistics. */
export function reportViewed(articleId: number): void {
  if (!mayMeasure()) return;
  report('play', {
    tracking_type: PlayEvent.CONTENT_VIEWED,
    content_id: articleId,
    media_type: MediaType.ARTICLE,
    device_type: Platform.WEB,
    tracking_ts: Date.now() / 1000,
  });
  sendReports();
}
