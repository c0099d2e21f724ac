import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { holdUnits, quotaHolds, quotas } from '#db/tables/quotas.ts';

export type HoldRow = typeof quotaHolds.$inferSelect;

export async function insertQuota(tx: Tx, quota: { name: string; total: number }): Promise<number> {
  const [row] = await tx.insert(quotas).values(quota).returning({ id: quotas.id });
  return row!.id;
}

export async function updateTotal(tx: Tx, id: number, total: number): Promise<void> {
  await tx.update(quotas).set({ total }).where(eq(quotas.id, id));
}

/** The holds of a quota refer to it, so that only one of which nothing was ever held is deleted. */
export async function deleteQuota(tx: Tx, id: number): Promise<void> {
  await tx.delete(quotas).where(eq(quotas.id, id));
}

type Counter = 'held' | 'sold';

/**
 * Increments a counter of a quota; false if not enough is left. The condition is evaluated again after waiting for the
 * row lock, so that concurrent requests cannot exceed the total.
 */
export async function countUp(tx: Tx, quotaId: number, counter: Counter, quantity: number): Promise<boolean> {
  const rows = await tx
    .update(quotas)
    .set({ [counter]: sql`${quotas[counter]} + ${quantity}` })
    .where(and(eq(quotas.id, quotaId), sql`${quotas.sold} + ${quotas.held} + ${quantity} <= ${quotas.total}`))
    .returning({ id: quotas.id });
  return rows.length > 0;
}

export async function moveCount(
  tx: Tx,
  { quotaId, quantity }: Pick<HoldRow, 'quotaId' | 'quantity'>,
  from: Counter,
  to: Counter | null,
): Promise<void> {
  await tx
    .update(quotas)
    .set({
      [from]: sql`${quotas[from]} - ${quantity}`,
      ...(to === null ? {} : { [to]: sql`${quotas[to]} + ${quantity}` }),
    })
    .where(eq(quotas.id, quotaId));
}

/** Locks quotas in order of id, so that no deadlock occurs. */
export async function lockQuotas(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .select({ id: quotas.id })
    .from(quotas)
    .where(inArray(quotas.id, [...ids]))
    .orderBy(asc(quotas.id))
    .for('no key update');
}

export async function findHold(tx: Tx, quotaId: number, holder: string): Promise<HoldRow | null> {
  const [row] = await tx
    .select()
    .from(quotaHolds)
    .where(and(eq(quotaHolds.quotaId, quotaId), eq(quotaHolds.holder, holder)));
  return row ?? null;
}

export const findHoldsOf = (db: Db, holder: string): Promise<HoldRow[]> =>
  db.select().from(quotaHolds).where(eq(quotaHolds.holder, holder)).orderBy(asc(quotaHolds.quotaId));

export async function insertHold(tx: Tx, hold: typeof quotaHolds.$inferInsert): Promise<number> {
  const [row] = await tx.insert(quotaHolds).values(hold).returning({ id: quotaHolds.id });
  return row!.id;
}

export async function updateHold(
  tx: Tx,
  id: number,
  set: Partial<Pick<HoldRow, 'state' | 'endsAt' | 'quantity' | 'units'>>,
): Promise<void> {
  await tx.update(quotaHolds).set(set).where(eq(quotaHolds.id, id));
}

/** Returns only units not taken before. */
export async function insertUnits(
  tx: Tx,
  { id, quotaId }: Pick<HoldRow, 'id' | 'quotaId'>,
  units: readonly string[],
): Promise<string[]> {
  if (units.length === 0) return [];
  const rows = await tx
    .insert(holdUnits)
    .values(units.toSorted().map((unit) => ({ quotaId, unit, holdId: id })))
    .onConflictDoNothing()
    .returning({ unit: holdUnits.unit });
  return rows.map(({ unit }) => unit);
}

export async function deleteUnits(tx: Tx, holdId: number): Promise<void> {
  await tx.delete(holdUnits).where(eq(holdUnits.holdId, holdId));
}

/** Taken units of unique items. */
export async function findTakenUnits(db: Db, quotaId: number): Promise<string[]> {
  const rows = await db
    .select({ unit: holdUnits.unit })
    .from(holdUnits)
    .where(eq(holdUnits.quotaId, quotaId))
    .orderBy(asc(holdUnits.unit));
  return rows.map(({ unit }) => unit);
}

/** Expired holds, earliest end first. */
export const findOverdueHolds = (db: Db, now: Date, limit: number): Promise<HoldRow[]> =>
  db
    .select()
    .from(quotaHolds)
    .where(and(eq(quotaHolds.state, 'held'), lte(quotaHolds.endsAt, now)))
    .orderBy(asc(quotaHolds.endsAt))
    .limit(limit);

/** Same, by id, re-read once their quotas are locked. */
export const findHoldsById = (tx: Tx, ids: readonly number[]): Promise<HoldRow[]> =>
  tx
    .select()
    .from(quotaHolds)
    .where(inArray(quotaHolds.id, [...ids]))
    .orderBy(asc(quotaHolds.id));

export interface Standing {
  id: number;
  total: number;
  sold: number;
  held: number;
}

export const findStandings = (db: Db, ids: readonly number[]): Promise<Standing[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select({ id: quotas.id, total: quotas.total, sold: quotas.sold, held: quotas.held })
        .from(quotas)
        .where(inArray(quotas.id, [...ids]));
