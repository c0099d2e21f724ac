import type { Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import type { ChannelId } from '#shared/enums.ts';
import { CUT_ARCHIVE } from './archive-cut.ts';
import type { AutomationReport } from './automation.schema.ts';
import { findReportStart, isProgramOf, saveReport } from './automation.store.ts';

/** Items this long before a report may have ended because of it. */
const BEFORE_MS = 3_600_000;

/**
 * Stores or withdraws an automation report, idempotently and in any order, and queues a cut from there. Throws for a
 * programme the channel does not have, and is then retried: it may be created a moment later.
 */
export async function takeReport(
  tx: Tx,
  { channelId, airDelayMs }: { channelId: ChannelId; airDelayMs: number },
  { id, revision, sent_at, kind, program_id, title, start_ts, end_ts, is_withdrawn: isWithdrawn }: AutomationReport,
): Promise<void> {
  if (program_id !== undefined && !(await isProgramOf(tx, program_id, channelId)))
    throw new Error(`automation reported programme ${program_id}, which does not belong to channel ${channelId}`);
  // Automation's clock is ahead of the sound by the transmission delay.
  const onAir = (ts: number) => new Date(Math.round(ts * 1000) + airDelayMs);
  const startsAt = onAir(start_ts);
  const before = await findReportStart(tx, channelId, id);
  const isNew = await saveReport(tx, channelId, {
    reportId: id,
    revision,
    kind,
    programId: program_id ?? null,
    title: title ?? null,
    startsAt,
    endsAt: end_ts === null ? null : onAir(end_ts),
    isWithdrawn,
    sentAt: new Date(Math.round(sent_at * 1000)),
  });
  if (!isNew) return;
  const from = Math.min(startsAt.getTime(), before?.getTime() ?? Infinity) - BEFORE_MS;
  await queueJob(tx, CUT_ARCHIVE, { channelId, fromMs: from }, { maxAttempts: 3 });
}
