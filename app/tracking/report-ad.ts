import type { AdEvent } from '#shared/tracking.ts';
import { report, sendReports } from './reports.ts';

/** What became of an advertisement. It says nothing of who saw it, and is told whatever the visitor agreed to. */
export interface AdReport {
  slot: string;
  page_group: string;
  event: AdEvent;
  /** Such as `300x250`. */
  size?: string;
  bidder?: string;
  advertiser?: string;
  creative?: string;
  /** In dollars of Hong Kong. */
  cpm?: number;
  reason?: string;
}

/** They come in handfuls. */
const GATHERED_MS = 5_000;
let timer: ReturnType<typeof setTimeout> | undefined;

export function reportAd(event: AdReport): void {
  report('ads', { at_ts: Date.now() / 1000, ...event });
  timer ??= setTimeout(() => {
    timer = undefined;
    sendReports();
  }, GATHERED_MS);
}
