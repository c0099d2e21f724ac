/** What waits to be reported, in the order in which it happened: in memory, and kept by the browser where its visitor agreed. */
export type ReportCall = 'play' | 'tag' | 'live' | 'error' | 'ads';

interface Report {
  seq: number;
  call: ReportCall;
  body: Record<string, unknown>;
  /** Of live: how the player was at that moment. */
  stats?: Record<string, unknown> | undefined;
}

export interface Waiting {
  session: string;
  /** The number of the next report. */
  next: number;
  reports: Report[];
}

/** What became of a call: its status, and when to ask again where the server said so. Fails where there was no answer. */
export type Deliver = (call: ReportCall, body: string) => Promise<{ status: number; retryAfterS: number | null }>;

interface QueueOptions {
  waiting: Waiting;
  deliver: Deliver;
  /** Keeps what waits; told after each change. */
  keep: (waiting: Waiting) => void;
  /** Signed by the station; none where nobody agreed to statistics, or it is not known. */
  token: () => string | null;
  /** The visitor's clock, as it is: the server corrects it by when a batch came. */
  nowMs: () => number;
}

export interface ReportQueue {
  note: (call: ReportCall, body: Report['body'], stats?: Report['stats']) => void;
  /** Sends all that waits; what was not taken waits on. Calls that come meanwhile end with the one under way. */
  flush: () => Promise<void>;
  /** Hands all to the browser as the page is left. Nobody tells whether it came, so all of it waits on. */
  farewell: (beacon: (call: ReportCall, body: string) => boolean) => void;
  /** How many wait. */
  count: () => number;
  /** How many were refused or given up: they are in no figure. */
  lost: () => number;
}

/** A batch is ten minutes of a report each ten seconds (K-063, K-065). */
const BATCH_REPORTS = 60;
/** A call takes 64 KiB, and so does all that is under way when a page is left; letters of Chinese are three bytes. */
const BATCH_BYTES = 60_000;
/** Some two hours of listening without a line; the oldest makes way. */
const MOST_KEPT = 600;
/** What the server says of itself, where it does not say for how long. */
const PAUSE_S = 60;

const MEMBERS: Record<ReportCall, string> = {
  play: 'tracking',
  tag: 'tag_tracking',
  live: 'tracking',
  error: 'log',
  ads: 'ads',
};
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** Refused for what it is: it would be again. */
const isRefused = (status: number) => status >= 400 && status < 500 && ![408, 425, 429].includes(status);

export function createReportQueue({ waiting, deliver, keep, token: signed, nowMs }: QueueOptions): ReportQueue {
  let pausedUntilMs = 0;
  let lost = 0;
  let flushing: Promise<void> | undefined;

  const drop = (gone: readonly Report[]) => {
    waiting.reports = waiting.reports.filter((one) => !gone.includes(one));
    keep(waiting);
  };

  /** The oldest of one call that fit together. */
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
    // A tracking payload has a field for the token: one stands for all of the batch. Other reports have none.
    const told = batch.map(({ seq, body }, at) => ({ ...(isTracking && at === 0 && { token }), seq, ...body }));
    return JSON.stringify({
      [MEMBERS[first.call]]: told.length === 1 ? told[0] : told,
      ...(first.call === 'live' && { player_stats_json: batch.at(-1)?.stats ?? {} }),
      batch: { session: waiting.session, sent_ts: nowMs() / 1000, ...(!isTracking && { token }) },
    });
  };

  const sendAll = async () => {
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
      if (waiting.reports.length > MOST_KEPT) {
        waiting.reports.shift();
        lost++;
      }
      keep(waiting);
    },
    flush: () => {
      flushing ??= sendAll()
        // No answer: it waits for the next time.
        .catch(() => undefined)
        .finally(() => (flushing = undefined));
      return flushing;
    },
    farewell: (beacon) => {
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
