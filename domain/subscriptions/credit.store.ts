import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { creditLots, creditUses, recurringProfiles } from '#db/tables/subscriptions.ts';

export type LotRow = typeof creditLots.$inferSelect;
export type UseRow = typeof creditUses.$inferSelect & { sourceOrderId: number };

export async function insertLot(tx: Tx, lot: typeof creditLots.$inferInsert): Promise<void> {
  await tx.insert(creditLots).values(lot);
}

/** Non-empty credit lots of a profile, oldest first. */
export const lockLotsOfProfile = (tx: Tx, profileId: number): Promise<LotRow[]> =>
  tx
    .select()
    .from(creditLots)
    .where(and(eq(creditLots.profileId, profileId), gt(creditLots.leftCents, 0)))
    .orderBy(asc(creditLots.id))
    .for('update');

/** Credit lots funded by an order, newest first. */
export const findLotsOfOrder = (db: Db, sourceOrderId: number): Promise<LotRow[]> =>
  db.select().from(creditLots).where(eq(creditLots.sourceOrderId, sourceOrderId)).orderBy(desc(creditLots.id));

export async function setLeft(tx: Tx, id: number, leftCents: number): Promise<void> {
  await tx.update(creditLots).set({ leftCents }).where(eq(creditLots.id, id));
}

/** Updates the profile's credit balance from its lots and returns it. */
export async function sumCredit(tx: Tx, profileId: number): Promise<number> {
  const [row] = await tx
    .update(recurringProfiles)
    .set({
      creditCents: sql`(select coalesce(sum(left_cents), 0) from ${creditLots} where profile_id = ${profileId})`,
    })
    .where(eq(recurringProfiles.id, profileId))
    .returning({ creditCents: recurringProfiles.creditCents });
  return row?.creditCents ?? 0;
}

export async function insertUse(tx: Tx, use: typeof creditUses.$inferInsert): Promise<void> {
  await tx.insert(creditUses).values(use);
}

const uses = (db: Db) =>
  db
    .select({
      lotId: creditUses.lotId,
      orderId: creditUses.orderId,
      cents: creditUses.cents,
      takenCents: creditUses.takenCents,
      sourceOrderId: creditLots.sourceOrderId,
    })
    .from(creditUses)
    .innerJoin(creditLots, eq(creditLots.id, creditUses.lotId));

/** The credit used to pay an order. */
export const findUsesIn = (db: Db, orderId: number): Promise<UseRow[]> =>
  uses(db).where(eq(creditUses.orderId, orderId)).orderBy(asc(creditUses.lotId));

/** The orders that lots paid for, newest first. */
export const findUsesOf = (db: Db, lotIds: readonly number[]): Promise<UseRow[]> =>
  lotIds.length === 0
    ? Promise.resolve([])
    : uses(db)
        .where(inArray(creditUses.lotId, [...lotIds]))
        .orderBy(desc(creditUses.orderId), asc(creditUses.lotId));

/** Marks cents of a use as returned or moved to another order. */
export async function takeOfUse(tx: Tx, { lotId, orderId }: UseRow, cents: number): Promise<void> {
  await tx
    .update(creditUses)
    .set({ takenCents: sql`${creditUses.takenCents} + ${cents}` })
    .where(and(eq(creditUses.lotId, lotId), eq(creditUses.orderId, orderId)));
}
