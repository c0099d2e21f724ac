import { isNeverSampled } from '#shared/tracking.ts';

/** Pending reports in order of occurrence: in memory, and stored in the browser with consent. */
export type ReportCall = 'play' | 'tag' | 'live' | 'error' | 'ads';

interface Report {
  seq: number;
  call: ReportCall;
  body: Record<string, unknown>;
  /** For live: the player's statistics at that moment. */
  stats?: Record<string, unknown> | undefined;
}

export interface Waiting {
  session: string;
  /** Number of the next report. */
  next: number;
  reports: Report[];
}

/** Result of a call: its status, and Retry-After if given. Rejects without a response. */
export type Deliver = (call: ReportCall, body: string) => Promise<{ status: number; retryAfterS: number | null }>;

interface QueueOptions {
  waiting: Waiting;
  deliver: Deliver;
  /** Stores pending reports; called after each change. */
  keep: (waiting: Waiting) => void;
  /** Signed by the server; null without consent to statistics, or if not loaded. */
  token: () => string | null;
  /** Whether a sample of browsers leaves this one out. */
  isLeftOut: () => boolean;
  /** Client clock, uncorrected: the server corrects it by the time of receipt. */
  nowMs: () => number;
}

export interface ReportQueue {
  note: (call: ReportCall, body: Report['body'], stats?: Report['stats']) => void;
  /** Sends all pending reports; rejected ones stay. Concurrent calls share the one in progress. */
  flush: () => Promise<void>;
  /** Hands everything to the browser when the page is left. Delivery is unknown, so all of it stays pending. */
  farewell: (beacon: (call: ReportCall, body: string) => boolean) => void;
  /** Number of pending reports. */
  count: () => number;
  /** Number refused or dropped, and so missing from the figures. */
  lost: () => number;
}

/** A batch is ten minutes of a report every ten seconds (K-063, K-065). */
const BATCH_REPORTS = 60;
/**
 * Limit of 64 KiB for a call, and for everything in flight when a page is left; Chinese characters take three bytes.
 */
const BATCH_BYTES = 60_000;
/** About two hours of listening offline; after that the oldest is dropped. */
const MAX_KEPT = 600;
/** Pause after an error status, unless the server gives one. */
const PAUSE_S = 60;

const MEMBERS: Record<ReportCall, string> = {
  play: 'tracking',
  tag: 'tag_tracking',
  live: 'tracking',
  error: 'log',
  ads: 'ads',
};
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** Refused for its content: a retry would be refused too. */
const isRefused = (status: number) => status >= 400 && status < 500 && ![408, 425, 429].includes(status);

export function createReportQueue({
  waiting,
  deliver,
  keep,
  token: signed,
  isLeftOut,
  nowMs,
}: QueueOptions): ReportQueue {
  let pausedUntilMs = 0;
  let lost = 0;
  let flushing: Promise<void> | undefined;

  const drop = (gone: readonly Report[]) => {
    waiting.reports = waiting.reports.filter((one) => !gone.includes(one));
    keep(waiting);
  };

  /** The oldest reports of one call that fit together. */
  const batchOf = (from: readonly Report[]): Report[] => {
    const call = from[0]?.call;
    const batch: Report[] = [];
    let bytes = 0;
    for (const one of from) {
      if (one.call !== call) continue;
      bytes += bytesOf(JSON.stringify(one.body)) + 20;
      if (batch.length > 0 && (batch.length === BATCH_REPORTS || bytes > BATCH_BYTES)) break;
      batch.push(one);
    }
    return batch;
  };

  const bodyOf = (batch: readonly Report[]): string => {
    const [first] = batch;
    if (first === undefined) return '';
    const token = signed() ?? undefined;
    const isTracking = first.call !== 'error' && first.call !== 'ads';
    // Tracking payloads have a token field: one covers the batch. Other reports have none.
    const told = batch.map(({ seq, body }, at) => ({ ...(isTracking && at === 0 && { token }), seq, ...body }));
    return JSON.stringify({
      [MEMBERS[first.call]]: told.length === 1 ? told[0] : told,
      ...(first.call === 'live' && { player_stats_json: batch.at(-1)?.stats ?? {} }),
      batch: { session: waiting.session, sent_ts: nowMs() / 1000, ...(!isTracking && { token }) },
    });
  };

  /** Drops what another browser reports for this one. */
  const thin = () => {
    if (!isLeftOut()) return;
    const isDropped = ({ call, body }: Report) =>
      !isNeverSampled({ isAd: call === 'ads', trackingType: body['tracking_type'] });
    drop(waiting.reports.filter(isDropped));
  };

  const sendAll = async () => {
    thin();
    while (waiting.reports.length > 0 && nowMs() >= pausedUntilMs) {
      const batch = batchOf(waiting.reports);
      const call = batch[0]?.call ?? 'play';
      const { status, retryAfterS } = await deliver(call, bodyOf(batch));
      if (status >= 200 && status < 300) drop(batch);
      else if (isRefused(status)) {
        lost += batch.length;
        drop(batch);
      } else {
        pausedUntilMs = nowMs() + (retryAfterS ?? PAUSE_S) * 1000;
        return;
      }
    }
  };

  return {
    note: (call, body, stats) => {
      waiting.reports.push({ seq: waiting.next++, call, body, stats });
      if (waiting.reports.length > MAX_KEPT) {
        waiting.reports.shift();
        lost++;
      }
      keep(waiting);
    },
    flush: () => {
      flushing ??= sendAll()
        // No response: retry next time.
        .catch(() => undefined)
        .finally(() => (flushing = undefined));
      return flushing;
    },
    farewell: (beacon) => {
      thin();
      let left = waiting.reports;
      while (left.length > 0) {
        const batch = batchOf(left);
        if (!beacon(batch[0]?.call ?? 'play', bodyOf(batch))) return;
        left = left.filter((one) => !batch.includes(one));
      }
    },
    count: () => waiting.reports.length,
    lost: () => lost,
  };
}
