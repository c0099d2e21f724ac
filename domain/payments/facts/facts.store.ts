import { and, asc, eq, gte, inArray, isNotNull, lt, notInArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { paymentAttempts, paymentFacts, refunds } from '#db/tables/payments.ts';
import { ON_ITS_WAY, WITH_STAFF } from '#domain/payments/payments.rules.ts';

export type FactRow = typeof paymentFacts.$inferSelect;
export type RefundRow = typeof refunds.$inferSelect;

export type NewFact = typeof paymentFacts.$inferInsert;

/** A reading counts unless another reading of its transaction replaced it. */
export const counts = sql`(${paymentFacts.contradictsId} is null or ${paymentFacts.replaces}) and not exists (
  select from payment_facts later where later.contradicts_id = ${paymentFacts.id} and later.replaces)`;

/** Null if the fact is already recorded, or another reading of its transaction is. */
export async function insertFact(tx: Tx, row: NewFact): Promise<FactRow | null> {
  const [written] = await tx.insert(paymentFacts).values(row).onConflictDoNothing().returning();
  return written ?? null;
}

const ofTransaction = ({ gateway, gatewayTxn, kind }: Pick<FactRow, 'gateway' | 'gatewayTxn' | 'kind'>) =>
  and(eq(paymentFacts.gateway, gateway), eq(paymentFacts.gatewayTxn, gatewayTxn), eq(paymentFacts.kind, kind));

/** Whether this exact reading of a transaction is recorded. */
export async function hasReading(
  tx: Tx,
  fact: Pick<FactRow, 'gateway' | 'gatewayTxn' | 'kind' | 'reference' | 'cents' | 'currency'>,
): Promise<boolean> {
  const { reference, cents, currency } = fact;
  const [row] = await tx
    .select({ id: paymentFacts.id })
    .from(paymentFacts)
    .where(
      and(
        ofTransaction(fact),
        eq(paymentFacts.reference, reference),
        eq(paymentFacts.cents, cents),
        eq(paymentFacts.currency, currency),
      ),
    );
  return row !== undefined;
}

/** All facts that count of an order's attempts, in recording order. */
export const findFacts = async (db: Db, orderId: number): Promise<FactRow[]> => {
  const rows = await db
    .select({ fact: paymentFacts })
    .from(paymentFacts)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentFacts.attemptId))
    .where(and(eq(paymentAttempts.orderId, orderId), counts))
    .orderBy(asc(paymentFacts.id));
  return rows.map(({ fact }) => fact);
};

export const findFactsOfAttempt = (db: Db, attemptId: number): Promise<FactRow[]> =>
  db
    .select()
    .from(paymentFacts)
    .where(and(eq(paymentFacts.attemptId, attemptId), counts));

/** The provider's latest report on each failed attempt. */
export const findRefusals = (db: Db, attemptIds: readonly number[]): Promise<Pick<FactRow, 'attemptId' | 'detail'>[]> =>
  attemptIds.length === 0
    ? Promise.resolve([])
    : db
        .select({ attemptId: paymentFacts.attemptId, detail: paymentFacts.detail })
        .from(paymentFacts)
        .where(
          inArray(
            paymentFacts.id,
            db
              .select({ id: sql<number>`max(${paymentFacts.id})` })
              .from(paymentFacts)
              .where(and(inArray(paymentFacts.attemptId, [...attemptIds]), eq(paymentFacts.kind, 'failed')))
              .groupBy(paymentFacts.attemptId),
          ),
        );

export async function findFact(db: Db, id: number): Promise<FactRow | null> {
  const [row] = await db.select().from(paymentFacts).where(eq(paymentFacts.id, id));
  return row ?? null;
}

/** Money moved at a provider in a time range. */
export const findMoved = (db: Db, gateway: FactRow['gateway'], from: Date, to: Date): Promise<FactRow[]> =>
  db
    .select()
    .from(paymentFacts)
    .where(
      and(
        eq(paymentFacts.gateway, gateway),
        gte(paymentFacts.at, from),
        lt(paymentFacts.at, to),
        inArray(paymentFacts.kind, ['paid', 'refunded', 'chargeback']),
        counts,
      ),
    )
    .orderBy(asc(paymentFacts.id));

/** The reading of a transaction that counts. */
export async function findFactByTxn(
  db: Db,
  gateway: FactRow['gateway'],
  gatewayTxn: string,
  kind: FactRow['kind'],
): Promise<FactRow | null> {
  const [row] = await db
    .select()
    .from(paymentFacts)
    .where(and(ofTransaction({ gateway, gatewayTxn, kind }), counts));
  return row ?? null;
}

// REFUNDS

export const findRefunds = (db: Db, orderId: number): Promise<RefundRow[]> =>
  db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.id));

/** Totals of refunds that are neither confirmed nor withdrawn: those that the provider makes, and those that staff handle. */
export interface Returning {
  returningCents: number;
  withStaffCents: number;
}

export const NOTHING_RETURNING: Returning = { returningCents: 0, withStaffCents: 0 };

/** By order; orders without an unconfirmed refund are absent. */
export async function findReturning(db: Db, orderIds: readonly number[]): Promise<Map<number, Returning>> {
  if (orderIds.length === 0) return new Map();
  const sumOf = (states: readonly RefundRow['state'][]) =>
    sql<number>`coalesce(sum(${refunds.cents}) filter (where ${inArray(refunds.state, [...states])}), 0)::int`;
  const rows = await db
    .select({ orderId: refunds.orderId, returningCents: sumOf(ON_ITS_WAY), withStaffCents: sumOf(WITH_STAFF) })
    .from(refunds)
    .where(and(inArray(refunds.orderId, [...orderIds]), inArray(refunds.state, [...ON_ITS_WAY, ...WITH_STAFF])))
    .groupBy(refunds.orderId);
  return new Map(rows.map(({ orderId, ...cents }) => [orderId, cents]));
}

export async function findRefund(db: Db, number: string): Promise<RefundRow | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.number, number));
  return row ?? null;
}

/** Null if the number is taken. */
export async function insertRefund(tx: Tx, row: typeof refunds.$inferInsert): Promise<RefundRow | null> {
  const [written] = await tx.insert(refunds).values(row).onConflictDoNothing({ target: refunds.number }).returning();
  return written ?? null;
}

export async function updateRefund(
  db: Db,
  id: number,
  set: Partial<Pick<typeof refunds.$inferInsert, 'state' | 'sentAt' | 'nextQueryAt' | 'endedAt'>>,
): Promise<void> {
  // A refund that has ended never changes state, even if a stale update follows.
  await db
    .update(refunds)
    .set(set)
    .where(and(eq(refunds.id, id), notInArray(refunds.state, ['confirmed', 'withdrawn'])));
}

/** False if it is not in that state any more. */
export async function withdrawRefund(
  tx: Tx,
  id: number,
  { from, at }: { from: RefundRow['state']; at: Date },
): Promise<boolean> {
  const rows = await tx
    .update(refunds)
    .set({ state: 'withdrawn', nextQueryAt: null, endedAt: at })
    .where(and(eq(refunds.id, id), eq(refunds.state, from)))
    .returning({ id: refunds.id });
  return rows.length > 0;
}

/** Claims refunds due to be sent or queried until `until`. Returns them as they were before the claim. */
export async function claimDueRefunds(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<RefundRow[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(refunds)
      .where(and(isNotNull(refunds.nextQueryAt), sql`${refunds.nextQueryAt} <= ${now.toISOString()}::timestamptz`))
      .orderBy(asc(refunds.nextQueryAt))
      .limit(limit)
      .for('update', { skipLocked: true });
    if (due.length === 0) return [];
    const ids = due.map(({ id }) => id);
    await tx.update(refunds).set({ nextQueryAt: until }).where(inArray(refunds.id, ids));
    // Written before the provider is called, so that a later worker knows it may have been sent.
    await tx
      .update(refunds)
      .set({ state: 'sent', sentAt: now })
      .where(and(inArray(refunds.id, ids), eq(refunds.state, 'intended')));
    return due;
  });
}

/** Unfinished refunds by state. */
export async function countRefunds(db: Db): Promise<{ state: RefundRow['state']; refunds: number }[]> {
  return db
    .select({ state: refunds.state, refunds: sql<number>`count(*)::int` })
    .from(refunds)
    .where(inArray(refunds.state, ['intended', 'sent', 'failed', 'by_hand']))
    .groupBy(refunds.state);
}
