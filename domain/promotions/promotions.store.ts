import { and, desc, eq, getTableColumns, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { promotionBatches, promotionCodes, promotionUses } from '#db/tables/promotions.ts';

const ofCode = {
  codeId: promotionCodes.id,
  code: promotionCodes.code,
  batchId: promotionBatches.id,
  kind: promotionBatches.kind,
  name: promotionBatches.name,
  discountType: promotionBatches.discountType,
  discountValue: promotionBatches.discountValue,
  days: promotionBatches.days,
  planIds: promotionBatches.planIds,
  productKind: promotionBatches.productKind,
  productIds: promotionBatches.productIds,
  eligible: promotionBatches.eligible,
  ownerId: promotionCodes.ownerId,
  orderId: promotionCodes.orderId,
  startsAt: promotionBatches.startsAt,
  endsAt: promotionBatches.endsAt,
  isCancelled: sql<boolean>`${promotionCodes.cancelledAt} is not null or ${promotionBatches.cancelledAt} is not null`,
  maxPerMember: promotionBatches.maxPerMember,
  batchTaken: sql<number>`${promotionBatches.used} + ${promotionBatches.held}`,
  maxInAll: promotionBatches.maxInAll,
  codeTaken: sql<number>`${promotionCodes.used} + ${promotionCodes.held}`,
  maxUses: promotionCodes.maxUses,
};

const selectCodes = (db: Db) =>
  db.select(ofCode).from(promotionCodes).innerJoin(promotionBatches, eq(promotionBatches.id, promotionCodes.batchId));

export type FoundCode = Awaited<ReturnType<typeof selectCodes>>[number];

export async function findCode(db: Db, code: string): Promise<FoundCode | null> {
  const [row] = await selectCodes(db).where(eq(promotionCodes.code, code));
  return row ?? null;
}

/** The gift code an order purchased. */
export async function findCodeOfOrder(db: Db, orderId: number): Promise<FoundCode | null> {
  const [row] = await selectCodes(db).where(eq(promotionCodes.orderId, orderId)).limit(1);
  return row ?? null;
}

/** Same, for many orders. */
export const findCodesOfOrders = async (db: Db, orderIds: readonly number[]): Promise<FoundCode[]> =>
  orderIds.length === 0 ? [] : selectCodes(db).where(inArray(promotionCodes.orderId, [...orderIds]));

/** A member's uses of a batch, excluding released ones. */
export function findUsesOfBatch(db: Db, batchId: number, memberId: number) {
  return db
    .select({ codeId: promotionUses.codeId, state: promotionUses.state, orderId: promotionUses.orderId })
    .from(promotionUses)
    .innerJoin(promotionCodes, eq(promotionCodes.id, promotionUses.codeId))
    .where(
      and(
        eq(promotionUses.memberId, memberId),
        eq(promotionCodes.batchId, batchId),
        ne(promotionUses.state, 'released'),
      ),
    );
}

export interface Redemption {
  id: number;
  name: string;
  kind: FoundCode['kind'];
  days: number | null;
  /** For a film or an event. */
  productKind: FoundCode['productKind'];
  productId: number | null;
  orderId: number | null;
  usedAt: Date;
}

/** A member's redeemed codes, newest first. */
export async function findRedemptions(db: Db, memberId: number, limit: number): Promise<Redemption[]> {
  return db
    .select({
      id: promotionUses.id,
      name: promotionBatches.name,
      kind: promotionBatches.kind,
      days: promotionBatches.days,
      productKind: promotionBatches.productKind,
      productId: sql<number | null>`${promotionBatches.productIds}[1]`,
      orderId: promotionUses.orderId,
      usedAt: sql<Date>`coalesce(${promotionUses.endedAt}, ${promotionUses.createdAt})`.mapWith(
        promotionUses.createdAt,
      ),
    })
    .from(promotionUses)
    .innerJoin(promotionCodes, eq(promotionCodes.id, promotionUses.codeId))
    .innerJoin(promotionBatches, eq(promotionBatches.id, promotionCodes.batchId))
    .where(and(eq(promotionUses.memberId, memberId), eq(promotionUses.state, 'used')))
    .orderBy(desc(promotionUses.id))
    .limit(limit);
}

export async function lockUseOfOrder(tx: Tx, orderId: number) {
  const [row] = await tx
    .select({
      id: promotionUses.id,
      codeId: promotionUses.codeId,
      batchId: promotionCodes.batchId,
      state: promotionUses.state,
    })
    .from(promotionUses)
    .innerJoin(promotionCodes, eq(promotionCodes.id, promotionUses.codeId))
    .where(eq(promotionUses.orderId, orderId))
    .for('update', { of: promotionUses });
  return row ?? null;
}

export async function insertUse(tx: Tx, use: typeof promotionUses.$inferInsert): Promise<void> {
  await tx.insert(promotionUses).values(use);
}

export async function endUse(tx: Tx, id: number, state: 'used' | 'released', endedAt: Date): Promise<void> {
  await tx.update(promotionUses).set({ state, endedAt }).where(eq(promotionUses.id, id));
}

type Counter = 'used' | 'held';

// Lock order: batch, then code. The condition is evaluated again after waiting for the row lock, so that concurrent
// requests cannot exceed a limit.

/** Increments a counter of a batch; false at its limit. */
export async function countBatchUp(tx: Tx, id: number, counter: Counter): Promise<boolean> {
  const { used, held, maxInAll, cancelledAt } = promotionBatches;
  const rows = await tx
    .update(promotionBatches)
    .set({ [counter]: sql`${promotionBatches[counter]} + 1` })
    .where(and(eq(promotionBatches.id, id), lt(sql`${used} + ${held}`, maxInAll), isNull(cancelledAt)))
    .returning({ id: promotionBatches.id });
  return rows.length === 1;
}

/** Increments a counter of a code; false at its limit. */
export async function countCodeUp(tx: Tx, id: number, counter: Counter): Promise<boolean> {
  const { used, held, maxUses, cancelledAt } = promotionCodes;
  const rows = await tx
    .update(promotionCodes)
    .set({ [counter]: sql`${promotionCodes[counter]} + 1` })
    .where(and(eq(promotionCodes.id, id), lt(sql`${used} + ${held}`, maxUses), isNull(cancelledAt)))
    .returning({ id: promotionCodes.id });
  return rows.length === 1;
}

/** Moves one from a counter to another on both batch and code; `to` may be null. */
export async function moveCount(
  tx: Tx,
  { batchId, codeId }: { batchId: number; codeId: number },
  from: Counter,
  to: Counter | null,
): Promise<void> {
  const moved = <T extends typeof promotionBatches | typeof promotionCodes>(table: T) => ({
    [from]: sql`${table[from]} - 1`,
    ...(to === null ? {} : { [to]: sql`${table[to]} + 1` }),
  });
  await tx.update(promotionBatches).set(moved(promotionBatches)).where(eq(promotionBatches.id, batchId));
  await tx.update(promotionCodes).set(moved(promotionCodes)).where(eq(promotionCodes.id, codeId));
}

export async function insertBatch(tx: Tx, batch: typeof promotionBatches.$inferInsert): Promise<number> {
  const [row] = await tx.insert(promotionBatches).values(batch).returning({ id: promotionBatches.id });
  if (!row) throw new Error('a batch was not written');
  return row.id;
}

/** Returns the codes that did not exist before. */
export async function insertCodes(tx: Tx, codes: (typeof promotionCodes.$inferInsert)[]): Promise<string[]> {
  const rows = await tx
    .insert(promotionCodes)
    .values(codes)
    .onConflictDoNothing()
    .returning({ code: promotionCodes.code });
  return rows.map(({ code }) => code);
}

/** Reduces the days a batch grants, to at least one; false if it was used. */
export async function lessenDays(tx: Tx, batchId: number, days: number): Promise<boolean> {
  const rows = await tx
    .update(promotionBatches)
    .set({ days: sql`greatest(1, ${promotionBatches.days} - ${days})` })
    .where(and(eq(promotionBatches.id, batchId), eq(promotionBatches.used, 0)))
    .returning({ id: promotionBatches.id });
  return rows.length === 1;
}

export async function cancelBatch(tx: Tx, batchId: number, now: Date): Promise<number> {
  const rows = await tx
    .update(promotionBatches)
    .set({ cancelledAt: now })
    .where(and(eq(promotionBatches.id, batchId), isNull(promotionBatches.cancelledAt)))
    .returning({ id: promotionBatches.id });
  return rows.length;
}

export async function cancelCodesNamed(tx: Tx, codes: readonly string[], now: Date): Promise<number> {
  const rows = await tx
    .update(promotionCodes)
    .set({ cancelledAt: now })
    .where(and(inArray(promotionCodes.code, [...codes]), isNull(promotionCodes.cancelledAt)))
    .returning({ id: promotionCodes.id });
  return rows.length;
}

// FOR STAFF

/** Batches of staff, without those of gifts, newest first. */
export const findBatches = (db: Db, { beforeId, limit }: { beforeId: number | undefined; limit: number }) =>
  db
    .select({
      ...getTableColumns(promotionBatches),
      // A column of the only table of a query is not qualified; here it would be that of a code.
      codes: sql<number>`(select count(*)::int from ${promotionCodes} c where c.batch_id = ${promotionBatches}.id)`,
    })
    .from(promotionBatches)
    .where(
      and(ne(promotionBatches.kind, 'gift'), beforeId === undefined ? undefined : lt(promotionBatches.id, beforeId)),
    )
    .orderBy(desc(promotionBatches.id))
    .limit(limit);

/** One code, also that of a gift. */
export async function findCodeForStaff(db: Db, code: string) {
  const [row] = await db
    .select({ ...ofCode, codeUsed: promotionCodes.used })
    .from(promotionCodes)
    .innerJoin(promotionBatches, eq(promotionBatches.id, promotionCodes.batchId))
    .where(eq(promotionCodes.code, code));
  return row ?? null;
}

/** Uses of a code, newest first, without released ones. */
export const findUsesOfCode = (db: Db, codeId: number, limit: number) =>
  db
    .select({
      memberId: promotionUses.memberId,
      orderId: promotionUses.orderId,
      state: promotionUses.state,
      at: sql<Date>`coalesce(${promotionUses.endedAt}, ${promotionUses.createdAt})`.mapWith(promotionUses.createdAt),
    })
    .from(promotionUses)
    .where(and(eq(promotionUses.codeId, codeId), ne(promotionUses.state, 'released')))
    .orderBy(desc(promotionUses.id))
    .limit(limit);

/** Codes of a batch of staff after one, in order. Codes of gifts belong to their buyers. */
export const findCodesOfBatch = (db: Db, batchId: number, { afterId, limit }: { afterId: number; limit: number }) =>
  db
    .select({
      id: promotionCodes.id,
      code: promotionCodes.code,
      maxUses: promotionCodes.maxUses,
      used: promotionCodes.used,
      cancelledAt: promotionCodes.cancelledAt,
    })
    .from(promotionCodes)
    .innerJoin(promotionBatches, eq(promotionBatches.id, promotionCodes.batchId))
    .where(and(eq(promotionCodes.batchId, batchId), ne(promotionBatches.kind, 'gift'), gt(promotionCodes.id, afterId)))
    .orderBy(promotionCodes.id)
    .limit(limit);
