import type { AdEvent } from '#shared/tracking.ts';

/** What became of an advertisement; without any identifier of who saw it. */
export interface AdReport {
  slot: string;
  page_group: string;
  event: AdEvent;
  size?: string;
  bidder?: string;
  advertiser?: string;
  creative?: string;
  /** Hong Kong dollars for a thousand. */
  cpm?: number;
  reason?: string;
}

let lastSeq = 0;

/** Tells the station, by a call that does not hold up the page; nobody waits for it. */
export function reportAd(report: AdReport): void {
  const ads = { ...report, seq: ++lastSeq, at_ts: Date.now() / 1000 };
  navigator.sendBeacon('/tracking/ads', JSON.stringify({ ads }));
}
