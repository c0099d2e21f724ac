import { and, asc, countDistinct, desc, eq, gt, inArray, lte, ne } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { subscriptions } from '#db/tables/subscriptions.ts';

export type TimeRow = typeof subscriptions.$inferSelect;

/** A member's unexpired periods, in order. */
export function findLiveTimes(db: Db, memberId: number, now: Date): Promise<TimeRow[]> {
  return db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.memberId, memberId), gt(subscriptions.endsAt, now)))
    .orderBy(asc(subscriptions.startsAt));
}

/** A member's latest period, excluding grace. */
export async function findLastTime(db: Db, memberId: number): Promise<TimeRow | null> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.memberId, memberId), ne(subscriptions.source, 'grace')))
    .orderBy(desc(subscriptions.endsAt))
    .limit(1);
  return row ?? null;
}

/** The period an order granted; excludes outage credits. */
export async function findTimeOfOrder(db: Db, orderId: number): Promise<TimeRow | null> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.orderId, orderId), ne(subscriptions.source, 'credit')));
  return row ?? null;
}

/** Same, for many orders. */
export const findTimesOfOrders = (db: Db, orderIds: readonly number[]): Promise<TimeRow[]> =>
  orderIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(subscriptions)
        .where(and(inArray(subscriptions.orderId, [...orderIds]), ne(subscriptions.source, 'credit')));

export async function insertTime(tx: Tx, time: typeof subscriptions.$inferInsert): Promise<TimeRow> {
  const [row] = await tx.insert(subscriptions).values(time).returning();
  if (!row) throw new Error('insert into subscriptions returned no row');
  return row;
}

export async function updateTime(
  tx: Tx,
  id: number,
  change: Partial<Pick<TimeRow, 'startsAt' | 'endsAt' | 'profileId'>>,
): Promise<void> {
  await tx.update(subscriptions).set(change).where(eq(subscriptions.id, id));
}

export async function deleteTime(tx: Tx, id: number): Promise<void> {
  await tx.delete(subscriptions).where(eq(subscriptions.id, id));
}

const paidIn = ({ from, to }: { from: Date; to: Date }) =>
  and(lte(subscriptions.startsAt, to), gt(subscriptions.endsAt, from), ne(subscriptions.source, 'grace'));

/** How many members have a paid period at any instant of a span. */
export async function countMembersWithPlan(db: Db, span: { from: Date; to: Date }): Promise<number> {
  const [row] = await db
    .select({ members: countDistinct(subscriptions.memberId) })
    .from(subscriptions)
    .where(paidIn(span));
  return row?.members ?? 0;
}

/** Their ids. */
export async function findMembersWithPlan(
  db: Db,
  { from, to, afterId, limit }: { from: Date; to: Date; afterId: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectDistinct({ memberId: subscriptions.memberId })
    .from(subscriptions)
    .where(and(gt(subscriptions.memberId, afterId), paidIn({ from, to })))
    .orderBy(asc(subscriptions.memberId))
    .limit(limit);
  return rows.map(({ memberId }) => memberId);
}
