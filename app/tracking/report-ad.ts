import type { AdEvent } from '#shared/tracking.ts';

/** What is told of a place: counts alone, nobody who saw it. */
export interface AdReport {
  slot: string;
  page_group: string;
  event: AdEvent;
  size?: string;
  bidder?: string;
  advertiser?: string;
  creative?: string;
  /** Hong Kong dollars for a thousand views. */
  cpm?: number;
  reason?: string;
}

const SEND_AFTER_MS = 1_000;

let waiting: (AdReport & { seq: number; at_ts: number })[] = [];
let seq = 0;

function send(): void {
  if (waiting.length === 0) return;
  const body = JSON.stringify({ ads: waiting, batch: { sent_ts: Date.now() / 1000 } });
  waiting = [];
  navigator.sendBeacon('/tracking/ads', body);
}

export function reportAd(report: AdReport): void {
  if (waiting.length === 0) setTimeout(send, SEND_AFTER_MS);
  waiting.push({ ...report, seq: seq++, at_ts: Date.now() / 1000 });
}
