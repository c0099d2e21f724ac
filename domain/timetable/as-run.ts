import type { Db, Tx } from '#db/database.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { withoutStaff } from './as-run.rules.ts';
import {
  dropClockRows,
  findLastEnd,
  findStaffRows,
  insertClockRows,
  listAsRun,
  lockAsRun,
  trimClockRows,
  upsertClockRow,
  type AiredItem,
} from './as-run.store.ts';
import { timelineOf } from './timetable.cache.ts';

/** How far back missed records are written after an outage. */
const CATCH_UP_MS = 24 * 3_600_000;

async function recordChannel({ db, now }: { db: Db; now: Date }, channelId: ChannelId): Promise<void> {
  // The timetable is read outside the transaction so that the shared cache serves it.
  const oldest = new Date(now.getTime() - CATCH_UP_MS);
  const timeline = await timelineOf({ db, now }, channelId, oldest, now);
  await db.transaction(async (tx) => {
    await lockAsRun(tx, channelId);
    // A channel without records starts with the current item; its past is not reconstructed.
    const lastEnd = (await findLastEnd(tx, channelId, now)) ?? now;
    const fromMs = Math.max(lastEnd.getTime(), oldest.getTime());
    const items = timeline.broadcasts
      .filter((item) => item.endsAtMs > fromMs && item.startsAtMs <= now.getTime())
      .map((item) => ({
        programId: item.programId,
        startsAt: new Date(item.startsAtMs),
        endsAt: new Date(item.endsAtMs),
      }));
    const first = items[0];
    const last = items.at(-1);
    if (first === undefined || last === undefined) return;
    const staff = await findStaffRows(tx, channelId, first.startsAt, last.endsAt);
    // The remainder of an item beside staff records may lie in the future. It is written once on air.
    const rows = items.flatMap((item) => withoutStaff(item, staff)).filter((row) => row.startsAt <= now);
    await dropClockRows(
      tx,
      channelId,
      first.startsAt,
      last.endsAt,
      rows.map((row) => row.startsAt),
    );
    await trimClockRows(tx, channelId, first.startsAt);
    for (const row of rows) await upsertClockRow(tx, channelId, row);
  });
}

/**
 * Records what each channel has on air. Idempotent: a record is written once, its end follows the timetable while it is
 * on air, and staff corrections are never overwritten.
 */
export async function recordAsRun(context: { db: Db; now: Date }): Promise<void> {
  for (const channelId of CHANNEL_IDS) await recordChannel(context, channelId);
}

/** Records that overlap [from, to), uncut and in order. */
export const listAired = (db: Db, channelId: ChannelId, from: Date, to: Date): Promise<AiredItem[]> =>
  listAsRun(db, channelId, from, to);

/**
 * Rewrites records that start in [from, to) from the current timetable, for a day whose timetable was wrong. Staff
 * records stay, and future items are not recorded.
 */
export async function recordAgain(
  { tx, now }: { tx: Tx; now: Date },
  channelId: ChannelId,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  const timeline = await timelineOf({ db: tx, now }, channelId, from, to);
  const items = timeline.broadcasts
    .map((item) => ({
      programId: item.programId,
      startsAt: new Date(item.startsAtMs),
      endsAt: new Date(item.endsAtMs),
    }))
    .filter((item) => item.startsAt >= from && item.startsAt < to && item.startsAt <= now);
  await lockAsRun(tx, channelId);
  const last = items.at(-1);
  const staff = await findStaffRows(tx, channelId, from, last && last.endsAt > to ? last.endsAt : to);
  await dropClockRows(tx, channelId, from, to, []);
  await insertClockRows(
    tx,
    channelId,
    items.flatMap((item) => withoutStaff(item, staff)).filter((row) => row.startsAt <= now),
  );
}
