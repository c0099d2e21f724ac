import { and, asc, desc, eq, gt, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { programArchives } from '#db/tables/archive.ts';
import { programs } from '#db/tables/programs.ts';
import { replayPrices, replayPurchases } from '#db/tables/replay-sales.ts';
import { EntityStatus } from '#shared/enums.ts';

export type PurchaseRow = typeof replayPurchases.$inferSelect;

/** The broadcast that a bought one is now. */
const presentId = sql<number>`coalesce(${programArchives.mergedInto}, ${programArchives.id})`;

const isRunning = (now: Date) => and(isNull(replayPurchases.endedAt), gt(replayPurchases.endsAt, now));

// PRICES

export async function findPrice(db: Db, programId: number): Promise<number | null> {
  const [row] = await db
    .select({ cents: replayPrices.priceCents })
    .from(replayPrices)
    .where(eq(replayPrices.programId, programId));
  return row?.cents ?? null;
}

/** Same, locked until the transaction ends. The programme is locked, as it may have no price. Undefined: no such programme. */
export async function lockPrice(tx: Tx, programId: number): Promise<number | null | undefined> {
  const [program] = await tx
    .select({ id: programs.id })
    .from(programs)
    .where(and(eq(programs.id, programId), ne(programs.status, EntityStatus.DELETED)))
    .for('no key update');
  return program && findPrice(tx, programId);
}

export async function savePrice(tx: Tx, programId: number, priceCents: number | null): Promise<void> {
  if (priceCents === null) await tx.delete(replayPrices).where(eq(replayPrices.programId, programId));
  else
    await tx
      .insert(replayPrices)
      .values({ programId, priceCents })
      .onConflictDoUpdate({ target: replayPrices.programId, set: { priceCents, updatedAt: sql`now()` } });
}

/** Programmes with their prices, those with one first. */
export const findPrices = (
  db: Db,
  limit: number,
): Promise<{ programId: number; title: string; priceCents: number | null }[]> =>
  db
    .select({ programId: programs.id, title: programs.title, priceCents: replayPrices.priceCents })
    .from(programs)
    .leftJoin(replayPrices, eq(replayPrices.programId, programs.id))
    .where(ne(programs.status, EntityStatus.DELETED))
    .orderBy(sql`${replayPrices.priceCents} is null`, asc(programs.id))
    .limit(limit);

// RIGHTS

/** Broadcasts that members own now, in their present form. */
export const findOwned = (
  db: Db,
  memberIds: readonly number[],
  now: Date,
): Promise<{ memberId: number; archiveId: number }[]> =>
  db
    .select({ memberId: replayPurchases.memberId, archiveId: presentId })
    .from(replayPurchases)
    .innerJoin(programArchives, eq(programArchives.id, replayPurchases.archiveId))
    .where(and(sql`${replayPurchases.memberId} = any(${sql.param([...new Set(memberIds)])}::int[])`, isRunning(now)));

export async function findOfOrder(db: Db, orderId: number, archiveId: number): Promise<PurchaseRow | null> {
  const [row] = await db
    .select()
    .from(replayPurchases)
    .where(and(eq(replayPurchases.orderId, orderId), eq(replayPurchases.archiveId, archiveId)));
  return row ?? null;
}

/** Same, locked until the transaction ends. */
export async function lockOfOrder(tx: Tx, orderId: number, archiveId: number): Promise<PurchaseRow | null> {
  const [row] = await tx
    .select()
    .from(replayPurchases)
    .where(and(eq(replayPurchases.orderId, orderId), eq(replayPurchases.archiveId, archiveId)))
    .for('update');
  return row ?? null;
}

export async function insertPurchase(tx: Tx, purchase: typeof replayPurchases.$inferInsert): Promise<void> {
  await tx.insert(replayPurchases).values(purchase);
}

export async function endPurchase(tx: Tx, id: number, endedAt: Date): Promise<void> {
  await tx.update(replayPurchases).set({ endedAt }).where(eq(replayPurchases.id, id));
}

/** After a partial refund. */
export async function lessenPaid(tx: Tx, id: number, paidCents: number): Promise<void> {
  await tx.update(replayPurchases).set({ paidCents }).where(eq(replayPurchases.id, id));
}

/** A member's purchases, newest first, with the present broadcast. */
export const findPurchases = (
  db: Db,
  memberId: number,
  limit: number,
): Promise<{ purchase: PurchaseRow; archiveId: number }[]> =>
  db
    .select({ purchase: replayPurchases, archiveId: presentId })
    .from(replayPurchases)
    .innerJoin(programArchives, eq(programArchives.id, replayPurchases.archiveId))
    .where(eq(replayPurchases.memberId, memberId))
    .orderBy(desc(replayPurchases.boughtAt), desc(replayPurchases.id))
    .limit(limit);

/** Running rights to replays that became unavailable before their end, each reported once. */
export async function takeLost(tx: Tx, now: Date, limit: number): Promise<PurchaseRow[]> {
  const present = sql`(select p.state, p.available_until from ${programArchives} p where p.id = ${presentId})`;
  const rows = await tx
    .select({ id: replayPurchases.id })
    .from(replayPurchases)
    .innerJoin(programArchives, eq(programArchives.id, replayPurchases.archiveId))
    .innerJoin(sql`lateral ${present} as present`, sql`true`)
    .where(
      and(
        isRunning(now),
        isNull(replayPurchases.lostAt),
        or(sql`present.state <> 'shown'`, lte(sql`present.available_until`, sql`${now.toISOString()}::timestamptz`)),
      ),
    )
    .orderBy(replayPurchases.id)
    .limit(limit)
    .for('update', { of: replayPurchases, skipLocked: true });
  if (rows.length === 0) return [];
  return tx
    .update(replayPurchases)
    .set({ lostAt: now })
    .where(sql`${replayPurchases.id} = any(${sql.param(rows.map(({ id }) => id))}::int[])`)
    .returning();
}
