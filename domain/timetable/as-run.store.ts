import { and, desc, eq, gt, lt, lte, notInArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { asRun } from '#db/tables/timetable.ts';
import type { ChannelId } from '#shared/enums.ts';

export interface AsRunRow {
  programId: number;
  startsAt: Date;
  endsAt: Date;
}

export interface AiredItem extends AsRunRow {
  source: 'clock' | 'staff';
}

/** First key of the advisory lock that serialises clock writes to a channel's record. */
const AS_RUN_LOCK = 53_101;

export async function lockAsRun(tx: Tx, channelId: ChannelId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${AS_RUN_LOCK}::int, ${channelId}::int)`);
}

/** End of the last finished record. Null if there is none. */
export async function findLastEnd(db: Db, channelId: ChannelId, now: Date): Promise<Date | null> {
  const [row] = await db
    .select({ endsAt: asRun.endsAt })
    .from(asRun)
    .where(and(eq(asRun.channelId, channelId), lte(asRun.endsAt, now)))
    .orderBy(desc(asRun.endsAt))
    .limit(1);
  return row?.endsAt ?? null;
}

export async function findStaffRows(db: Db, channelId: ChannelId, from: Date, to: Date): Promise<AsRunRow[]> {
  return db
    .select({ programId: asRun.programId, startsAt: asRun.startsAt, endsAt: asRun.endsAt })
    .from(asRun)
    .where(
      and(eq(asRun.channelId, channelId), eq(asRun.source, 'staff'), lt(asRun.startsAt, to), gt(asRun.endsAt, from)),
    )
    .orderBy(asRun.startsAt);
}

/** Inserts or updates a clock record. A staff record with the same start stays unchanged. */
export async function upsertClockRow(tx: Tx, channelId: ChannelId, row: AsRunRow): Promise<void> {
  await tx
    .insert(asRun)
    .values({ channelId, ...row, source: 'clock' })
    .onConflictDoUpdate({
      target: [asRun.channelId, asRun.startsAt],
      set: { programId: row.programId, endsAt: row.endsAt },
      setWhere: sql`${asRun.source} = 'clock'
        and (${asRun.programId}, ${asRun.endsAt}) is distinct from (${row.programId}::int, ${row.endsAt.toISOString()}::timestamptz)`,
    });
}

/**
 * Deletes clock records that start in [from, to) but not at a time in `keep`, because the timetable no longer contains
 * them.
 */
export async function dropClockRows(
  tx: Tx,
  channelId: ChannelId,
  from: Date,
  to: Date,
  keep: readonly Date[],
): Promise<void> {
  await tx
    .delete(asRun)
    .where(
      and(
        eq(asRun.channelId, channelId),
        eq(asRun.source, 'clock'),
        sql`${asRun.startsAt} >= ${from.toISOString()}::timestamptz`,
        lt(asRun.startsAt, to),
        keep.length > 0 ? notInArray(asRun.startsAt, [...keep]) : undefined,
      ),
    );
}

/** Records that overlap [from, to), of clock and staff, uncut and in order. */
export async function listAsRun(db: Db, channelId: ChannelId, from: Date, to: Date): Promise<AiredItem[]> {
  const rows = await db
    .select({ programId: asRun.programId, startsAt: asRun.startsAt, endsAt: asRun.endsAt, source: asRun.source })
    .from(asRun)
    .where(and(eq(asRun.channelId, channelId), lt(asRun.startsAt, to), gt(asRun.endsAt, from)))
    .orderBy(asRun.startsAt);
  return rows.map((row) => ({ ...row, source: row.source === 'staff' ? 'staff' : 'clock' }));
}

/** Inserts clock records where none starts yet, in one statement. */
export async function insertClockRows(tx: Tx, channelId: ChannelId, rows: readonly AsRunRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(asRun)
    .values(rows.map((row) => ({ channelId, ...row, source: 'clock' })))
    .onConflictDoNothing();
}

/** Ends the clock record that started before `at` and extends beyond it. */
export async function trimClockRows(tx: Tx, channelId: ChannelId, at: Date): Promise<void> {
  await tx
    .update(asRun)
    .set({ endsAt: at })
    .where(
      and(eq(asRun.channelId, channelId), eq(asRun.source, 'clock'), lt(asRun.startsAt, at), gt(asRun.endsAt, at)),
    );
}
