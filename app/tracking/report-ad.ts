import type { AdEvent } from '#shared/tracking.ts';
import { report, sendReports } from './reports.ts';

/** An ad event. It does not identify the viewer, and is reported regardless of consent. */
export interface AdReport {
  slot: string;
  page_group: string;
  event: AdEvent;
  /** Such as `300x250`. */
  size?: string;
  bidder?: string;
  advertiser?: string;
  creative?: string;
  /** In Hong Kong dollars. */
  cpm?: number;
  reason?: string;
}

/** They come in bursts. */
const GATHERED_MS = 5_000;
let timer: ReturnType<typeof setTimeout> | undefined;

export function reportAd(event: AdReport): void {
  report('ads', { at_ts: Date.now() / 1000, ...event });
  timer ??= setTimeout(() => {
    timer = undefined;
    sendReports();
  }, GATHERED_MS);
}
