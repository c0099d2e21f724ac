import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { blockedCreatives, houseBookings, houseCreatives } from '#db/tables/advertising.ts';
import { staffAccounts } from '#db/tables/staff.ts';
import type { BookingState } from './advertising.rules.ts';

export type Creative = typeof houseCreatives.$inferSelect;
export type Booking = typeof houseBookings.$inferSelect;
export type Block = typeof blockedCreatives.$inferSelect;

export async function insertCreative(tx: Tx, creative: typeof houseCreatives.$inferInsert): Promise<number> {
  const [row] = await tx.insert(houseCreatives).values(creative).returning({ id: houseCreatives.id });
  return row!.id;
}

export async function findCreative(db: Db | Tx, id: number): Promise<Creative | null> {
  const [row] = await db.select().from(houseCreatives).where(eq(houseCreatives.id, id));
  return row ?? null;
}

/** Creatives, newest first, with the bookings that are not over. */
export async function findCreatives(
  db: Db,
  { before, limit, now }: { before: number | null; limit: number; now: Date },
): Promise<(Creative & { bookings: { id: number; slots: string[] }[]; by: string | null })[]> {
  const rows = await db
    .select({ creative: houseCreatives, by: staffAccounts.name })
    .from(houseCreatives)
    .leftJoin(staffAccounts, eq(staffAccounts.id, houseCreatives.createdBy))
    .where(before === null ? undefined : lt(houseCreatives.id, before))
    .orderBy(desc(houseCreatives.id))
    .limit(limit);
  const ids = rows.map(({ creative }) => creative.id);
  const open =
    ids.length === 0
      ? []
      : await db
          .select({ id: houseBookings.id, creativeId: houseBookings.creativeId, slots: houseBookings.slots })
          .from(houseBookings)
          .where(
            and(
              inArray(houseBookings.creativeId, ids),
              isNull(houseBookings.cancelledAt),
              gt(houseBookings.endsAt, now),
            ),
          )
          .orderBy(asc(houseBookings.id))
          .limit(500);
  return rows.map(({ creative, by }) => ({
    ...creative,
    by,
    bookings: open.filter(({ creativeId }) => creativeId === creative.id),
  }));
}

export async function insertBooking(tx: Tx, booking: typeof houseBookings.$inferInsert): Promise<number> {
  const [row] = await tx.insert(houseBookings).values(booking).returning({ id: houseBookings.id });
  return row!.id;
}

export async function lockBooking(tx: Tx, id: number): Promise<Booking | null> {
  const [row] = await tx.select().from(houseBookings).where(eq(houseBookings.id, id)).for('update');
  return row ?? null;
}

export async function updateBooking(tx: Tx, id: number, change: Partial<Booking>): Promise<void> {
  await tx.update(houseBookings).set(change).where(eq(houseBookings.id, id));
}

function isIn(state: BookingState | null, now: Date): SQL | undefined {
  const { startsAt, endsAt, cancelledAt } = houseBookings;
  if (state === 'now') return and(isNull(cancelledAt), lte(startsAt, now), gt(endsAt, now));
  if (state === 'coming') return and(isNull(cancelledAt), gt(startsAt, now));
  return state === 'over' ? or(isNotNull(cancelledAt), lte(endsAt, now)) : undefined;
}

export type BookingWithCreative = Booking & { creative: Creative; by: string | null };

/** Bookings with their creatives, latest end first. */
export async function findBookings(
  db: Db,
  { state, now, limit }: { state: BookingState | null; now: Date; limit: number },
): Promise<BookingWithCreative[]> {
  const rows = await db
    .select({ booking: houseBookings, creative: houseCreatives, by: staffAccounts.name })
    .from(houseBookings)
    .innerJoin(houseCreatives, eq(houseCreatives.id, houseBookings.creativeId))
    .leftJoin(staffAccounts, eq(staffAccounts.id, houseBookings.changedBy))
    .where(isIn(state, now))
    .orderBy(desc(houseBookings.endsAt), desc(houseBookings.id))
    .limit(limit);
  return rows.map(({ booking, creative, by }) => ({ ...booking, creative, by }));
}

export async function findBooking(db: Db | Tx, id: number): Promise<BookingWithCreative | null> {
  const [row] = await db
    .select({ booking: houseBookings, creative: houseCreatives, by: staffAccounts.name })
    .from(houseBookings)
    .innerJoin(houseCreatives, eq(houseCreatives.id, houseBookings.creativeId))
    .leftJoin(staffAccounts, eq(staffAccounts.id, houseBookings.changedBy))
    .where(eq(houseBookings.id, id));
  return row ? { ...row.booking, creative: row.creative, by: row.by } : null;
}

/** Bookings that are on or begin within a while. */
export async function findOpenBookings(db: Db, from: Date, to: Date, limit: number): Promise<BookingWithCreative[]> {
  const rows = await db
    .select({ booking: houseBookings, creative: houseCreatives })
    .from(houseBookings)
    .innerJoin(houseCreatives, eq(houseCreatives.id, houseBookings.creativeId))
    .where(and(isNull(houseBookings.cancelledAt), gt(houseBookings.endsAt, from), lte(houseBookings.startsAt, to)))
    .orderBy(asc(houseBookings.id))
    .limit(limit);
  return rows.map(({ booking, creative }) => ({ ...booking, creative, by: null }));
}

const BLOCKS_LOCK = 881_903_265;

/** Until the transaction ends, nobody else blocks. */
export async function lockBlocks(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${BLOCKS_LOCK})`);
}

/** Blocks in force, newest first. */
export async function findBlocks(db: Db | Tx, limit: number): Promise<(Block & { by: string | null })[]> {
  const rows = await db
    .select({ block: blockedCreatives, by: staffAccounts.name })
    .from(blockedCreatives)
    .leftJoin(staffAccounts, eq(staffAccounts.id, blockedCreatives.blockedBy))
    .where(isNull(blockedCreatives.liftedAt))
    .orderBy(desc(blockedCreatives.id))
    .limit(limit);
  return rows.map(({ block, by }) => ({ ...block, by }));
}

export async function insertBlock(tx: Tx, block: typeof blockedCreatives.$inferInsert): Promise<number> {
  const [row] = await tx.insert(blockedCreatives).values(block).returning({ id: blockedCreatives.id });
  return row!.id;
}

export async function lockBlock(tx: Tx, id: number): Promise<Block | null> {
  const [row] = await tx.select().from(blockedCreatives).where(eq(blockedCreatives.id, id)).for('update');
  return row ?? null;
}

export async function liftBlock(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.update(blockedCreatives).set({ liftedAt: now }).where(eq(blockedCreatives.id, id));
}
