import { and, count, desc, eq, gt, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { rentalCredits, rentals, videoOutages, videoPulse } from '#db/tables/films.ts';

export type RentalRow = typeof rentals.$inferSelect;

/** A member's current rental of a film. */
export async function findRunning(db: Db, memberId: number, videoId: number, now: Date): Promise<RentalRow | null> {
  const [row] = await db
    .select()
    .from(rentals)
    .where(
      and(
        eq(rentals.memberId, memberId),
        eq(rentals.videoId, videoId),
        gt(rentals.endsAt, now),
        isNull(rentals.endedAt),
      ),
    )
    .orderBy(desc(rentals.id))
    .limit(1);
  return row ?? null;
}

/** Current rentals of members. */
export const findRunningOfMembers = (db: Db, memberIds: readonly number[], now: Date): Promise<RentalRow[]> =>
  db
    .select()
    .from(rentals)
    .where(
      and(
        sql`${rentals.memberId} = any(${sql.param([...new Set(memberIds)])}::int[])`,
        gt(rentals.endsAt, now),
        isNull(rentals.endedAt),
      ),
    );

/** A member's current rentals, earliest end first. */
export const findRunningOf = (db: Db, memberId: number, now: Date): Promise<RentalRow[]> =>
  db
    .select()
    .from(rentals)
    .where(and(eq(rentals.memberId, memberId), gt(rentals.endsAt, now), isNull(rentals.endedAt)))
    .orderBy(rentals.endsAt, rentals.id)
    .limit(200);

/** A member's ended rentals, last first, excluding hidden ones. */
export const findOverOf = (
  db: Db,
  memberId: number,
  { limit, offset, now }: { limit: number; offset: number; now: Date },
): Promise<RentalRow[]> =>
  db
    .select()
    .from(rentals)
    .where(
      and(
        eq(rentals.memberId, memberId),
        or(lte(rentals.endsAt, now), sql`${rentals.endedAt} is not null`),
        isNull(rentals.hiddenAt),
      ),
    )
    .orderBy(desc(rentals.rentedAt), desc(rentals.id))
    .limit(limit)
    .offset(offset);

export async function findOfOrder(db: Db, orderId: number, videoId: number): Promise<RentalRow | null> {
  const [row] = await db
    .select()
    .from(rentals)
    .where(and(eq(rentals.orderId, orderId), eq(rentals.videoId, videoId)));
  return row ?? null;
}

/** Same, locked until the transaction ends: its hours cannot start meanwhile. */
export async function lockOfOrder(tx: Tx, orderId: number, videoId: number): Promise<RentalRow | null> {
  const [row] = await tx
    .select()
    .from(rentals)
    .where(and(eq(rentals.orderId, orderId), eq(rentals.videoId, videoId)))
    .for('update');
  return row ?? null;
}

export async function insertRental(tx: Tx, rental: typeof rentals.$inferInsert): Promise<RentalRow> {
  const [row] = await tx.insert(rentals).values(rental).returning();
  if (!row) throw new Error('insert into rentals returned no row');
  return row;
}

/**
 * Starts the hours once; a second caller waits for the row and finds them started. Undefined if started or ended
 * before.
 */
export async function beginHours(
  db: Db,
  id: number,
  { startedAt, endsAt }: { startedAt: Date; endsAt: Date },
): Promise<RentalRow | undefined> {
  const [row] = await db
    .update(rentals)
    .set({ startedAt, endsAt })
    .where(and(eq(rentals.id, id), isNull(rentals.startedAt), isNull(rentals.endedAt), gt(rentals.endsAt, startedAt)))
    .returning();
  return row;
}

export async function endRental(tx: Tx, id: number, why: 'refunded' | 'withdrawn', endedAt: Date): Promise<void> {
  await tx.update(rentals).set({ endedAt, endedWhy: why }).where(eq(rentals.id, id));
}

/** After a partial refund. */
export async function lessenPaid(tx: Tx, id: number, paidCents: number): Promise<void> {
  await tx.update(rentals).set({ paidCents }).where(eq(rentals.id, id));
}

/** Hides an ended rental from its member's list. False if there is none. */
export async function hideRental(db: Db, memberId: number, id: number, now: Date): Promise<boolean> {
  const rows = await db
    .update(rentals)
    .set({ hiddenAt: now })
    .where(
      and(
        eq(rentals.id, id),
        eq(rentals.memberId, memberId),
        or(lte(rentals.endsAt, now), sql`${rentals.endedAt} is not null`),
      ),
    )
    .returning({ id: rentals.id });
  return rows.length > 0;
}

// OUTAGES

export async function lockPulse(tx: Tx): Promise<Date | null> {
  const [row] = await tx.select({ seenAt: videoPulse.seenAt }).from(videoPulse).for('update');
  return row?.seenAt ?? null;
}

export async function savePulse(tx: Tx, seenAt: Date): Promise<void> {
  await tx.insert(videoPulse).values({ id: 1, seenAt }).onConflictDoUpdate({ target: videoPulse.id, set: { seenAt } });
}

/** The id of an outage, or that of the existing one. */
export async function insertOutage(tx: Tx, outage: typeof videoOutages.$inferInsert): Promise<number> {
  const [row] = await tx
    .insert(videoOutages)
    .values(outage)
    .onConflictDoUpdate({ target: videoOutages.startsAt, set: { notedBy: sql`${videoOutages.notedBy}` } })
    .returning({ id: videoOutages.id });
  return row!.id;
}

/** The end of a known outage within a span that starts at a different time. */
export async function findKnownEnd(
  tx: Tx,
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
): Promise<Date | null> {
  const [row] = await tx
    .select({ endsAt: videoOutages.endsAt })
    .from(videoOutages)
    .where(
      and(lt(videoOutages.startsAt, endsAt), gt(videoOutages.endsAt, startsAt), ne(videoOutages.startsAt, startsAt)),
    )
    .orderBy(desc(videoOutages.endsAt))
    .limit(1);
  return row?.endsAt ?? null;
}

export async function findOutage(db: Db, id: number): Promise<{ startsAt: Date; endsAt: Date } | null> {
  const [row] = await db
    .select({ startsAt: videoOutages.startsAt, endsAt: videoOutages.endsAt })
    .from(videoOutages)
    .where(eq(videoOutages.id, id));
  return row ?? null;
}

/** Rentals whose hours ran in a span; excludes those rented again since. */
const ranIn = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) =>
  and(
    sql`${rentals.startedAt} < ${endsAt.toISOString()}::timestamptz`,
    gt(rentals.endsAt, startsAt),
    isNull(rentals.endedAt),
    sql`not exists (select 1 from ${rentals} l where l.member_id = ${rentals.memberId}
      and l.video_id = ${rentals.videoId} and l.rented_at >= ${rentals.endsAt})`,
  );

/** How many. */
export async function countRunningIn(db: Db, span: { startsAt: Date; endsAt: Date }): Promise<number> {
  const [row] = await db.select({ rentals: count() }).from(rentals).where(ranIn(span));
  return row?.rentals ?? 0;
}

/** Those that were not credited for an outage. */
export const lockLosers = async (
  tx: Tx,
  outageId: number,
  span: { startsAt: Date; endsAt: Date },
  limit: number,
): Promise<RentalRow[]> =>
  tx
    .select()
    .from(rentals)
    .where(
      and(
        ranIn(span),
        sql`not exists (select 1 from ${rentalCredits} c where c.rental_id = ${rentals.id} and c.outage_id = ${outageId})`,
      ),
    )
    .orderBy(rentals.id)
    .limit(limit)
    .for('update', { of: rentals });

export async function giveBack(
  tx: Tx,
  { id, givenBackMs }: Pick<RentalRow, 'id' | 'givenBackMs'>,
  credit: { outageId: number; ms: number; endsAt: Date; now: Date },
): Promise<void> {
  const { outageId, ms, endsAt, now } = credit;
  await tx.insert(rentalCredits).values({ rentalId: id, outageId, ms, givenAt: now });
  await tx
    .update(rentals)
    .set({ givenBackMs: givenBackMs + ms, endsAt })
    .where(eq(rentals.id, id));
}
