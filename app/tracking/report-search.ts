import { mayMeasure } from '#app/components/shell/consent.ts';
import { Platform } from '#shared/enums.ts';
import type { TagType } from '#shared/tracking.ts';
import { report, sendReports } from './reports.ts';

/** Reports a search and its number of results. Keywords may identify their author: only with consent to statistics. */
export function reportSearch(keyword: string, tagType: (typeof TagType)[keyof typeof TagType], results: number): void {
  if (!mayMeasure()) return;
  report('tag', {
    tracking_ts: Date.now() / 1000,
    device_type: Platform.WEB,
    keyword,
    tag_type: tagType,
    results,
  });
  sendReports();
}
