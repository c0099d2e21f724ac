import { and, asc, count, eq, isNotNull, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { campaignItems, campaignLines, campaignOrders, campaignReturns, campaigns } from '#db/tables/campaigns.ts';

export type ReturnRow = typeof campaignReturns.$inferSelect;

export async function findReturn(db: Db, orderId: number): Promise<ReturnRow | null> {
  const [row] = await db.select().from(campaignReturns).where(eq(campaignReturns.orderId, orderId));
  return row ?? null;
}

/** Unrefunded paid lines of a campaign. */
export const findPaidLines = (db: Db, campaignId: number) =>
  db
    .select({
      orderId: campaignOrders.orderId,
      deliveryState: campaignOrders.deliveryState,
      kind: campaignItems.kind,
      unit: campaignLines.unit,
      cents: campaignLines.cents,
      returnedCents: campaignLines.returnedCents,
    })
    .from(campaignLines)
    .innerJoin(campaignOrders, eq(campaignOrders.orderId, campaignLines.orderId))
    .innerJoin(campaignItems, eq(campaignItems.id, campaignLines.itemId))
    .where(
      and(eq(campaignOrders.campaignId, campaignId), isNotNull(campaignOrders.paidAt), eq(campaignLines.state, 'paid')),
    )
    .orderBy(asc(campaignOrders.orderId), asc(campaignLines.lineNo));

const ROWS_AT_ONCE = 1_000;

/** Orders that still hold something of a campaign that has ended. */
export async function findHeldOfEnded(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ orderId: campaignLines.orderId })
    .from(campaignLines)
    .innerJoin(campaignItems, eq(campaignItems.id, campaignLines.itemId))
    .innerJoin(campaigns, eq(campaigns.id, campaignItems.campaignId))
    .where(and(isNotNull(campaigns.endedAs), eq(campaignLines.state, 'held')))
    .orderBy(asc(campaignLines.orderId))
    .limit(limit);
  return rows.map(({ orderId }) => orderId);
}

/** One line an order, however often it is written. */
export async function insertReturns(tx: Tx, rows: readonly (typeof campaignReturns.$inferInsert)[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tx
      .insert(campaignReturns)
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflictDoNothing();
}

export async function findDueReturns(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ orderId: campaignReturns.orderId })
    .from(campaignReturns)
    .where(and(eq(campaignReturns.state, 'waiting'), lte(campaignReturns.nextTryAt, now)))
    .orderBy(asc(campaignReturns.nextTryAt), asc(campaignReturns.orderId))
    .limit(limit);
  return rows.map(({ orderId }) => orderId);
}

/** Locks one pending refund for one worker; null if done or locked by another. */
export async function lockReturn(tx: Tx, orderId: number): Promise<ReturnRow | null> {
  const [row] = await tx
    .select()
    .from(campaignReturns)
    .where(and(eq(campaignReturns.orderId, orderId), eq(campaignReturns.state, 'waiting')))
    .for('update', { skipLocked: true });
  return row ?? null;
}

export async function updateReturn(
  tx: Tx,
  orderId: number,
  set: Partial<Omit<ReturnRow, 'orderId' | 'campaignId'>>,
): Promise<void> {
  await tx.update(campaignReturns).set(set).where(eq(campaignReturns.orderId, orderId));
}

/** Refunds of a failed campaign by state, with amounts. */
export async function countReturns(
  db: Db,
  campaignId: number,
): Promise<{ state: ReturnRow['state']; orders: number; cents: number }[]> {
  return db
    .select({ state: campaignReturns.state, orders: count(), cents: sql<number>`sum(${campaignReturns.cents})::int` })
    .from(campaignReturns)
    .where(eq(campaignReturns.campaignId, campaignId))
    .groupBy(campaignReturns.state)
    .orderBy(asc(campaignReturns.state));
}
