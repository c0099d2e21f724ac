import type { Db } from '#db/database.ts';
import { trackingEvents } from '#db/tables/tracking.ts';
import { PlayEvent, ReportSource } from '#shared/tracking.ts';

type NewReport = typeof trackingEvents.$inferInsert;

/**
 * A report of live listening as stored in the log; spans are start and end in milliseconds, and the distance behind the
 * edge.
 */
export function liveReport(
  session: string,
  seq: number,
  spans: readonly [fromMs: number, toMs: number, behindMs?: number][],
  more: Partial<NewReport> = {},
): NewReport {
  const last = Math.max(0, ...spans.map(([, to]) => to));
  return {
    receivedAt: new Date(last + 1_000),
    happenedAt: new Date(last),
    source: ReportSource.LIVE,
    session,
    seq,
    trackingType: PlayEvent.LIVE_PROGRESS,
    channel: 903,
    rendition: 'a128',
    heard: spans.flatMap(([from, to, behindMs = 10_000]) => [from, to, from - behindMs]),
    ...more,
  };
}

const AT_ONCE = 1_000;

/** Inserts reports unchanged, one row each. */
export async function insertReports(db: Db, reports: readonly NewReport[]): Promise<void> {
  for (let i = 0; i < reports.length; i += AT_ONCE)
    await db.insert(trackingEvents).values(reports.slice(i, i + AT_ONCE));
}
