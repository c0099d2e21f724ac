import type { Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import type { ChannelId } from '#shared/enums.ts';
import { CUT_ARCHIVE } from './archive-cut.ts';
import type { AutomationReport } from './automation.schema.ts';
import { findReportStart, isProgramOf, saveReport } from './automation.store.ts';

/** What lies so long before a report may have ended by it. */
const BEFORE_MS = 3_600_000;

/**
 * Takes what automation said of a channel, or takes back, once, in whatever order it comes, and has the archive cut again
 * from there.
 * Throws for a programme that the channel has not, and is tried again: it may be made a moment later.
 */
export async function takeReport(
  tx: Tx,
  { channelId, airDelayMs }: { channelId: ChannelId; airDelayMs: number },
  { id, revision, sent_at, kind, program_id, title, start_ts, end_ts, is_withdrawn: isWithdrawn }: AutomationReport,
): Promise<void> {
  if (program_id !== undefined && !(await isProgramOf(tx, program_id, channelId)))
    throw new Error(`automation reported programme ${program_id}, which channel ${channelId} does not have`);
  // Its clock is ahead of the sound by what the sound is on its way.
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
