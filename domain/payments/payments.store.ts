import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { orderLines, orders, paymentAttempts, refunds } from '#db/tables/payments.ts';
import type { Payer } from '#shared/actor.ts';
import type { PaymentMethod } from '#shared/payment-enums.ts';
import { isOf, lockAccount, payerOfOrder } from './accounts.store.ts';
import type { AttemptState } from './payments.rules.ts';
import type { Order, OrderLine } from './payments.types.ts';

// Lock order: the account, then the order, then counters by id.

const ROW = {
  id: orders.id,
  memberId: orders.memberId,
  guestId: orders.guestId,
  kind: orders.kind,
  state: orders.state,
  totalCents: orders.totalCents,
  capturedCents: orders.capturedCents,
  refundedCents: orders.refundedCents,
  isAutopay: orders.isAutopay,
  returnPath: orders.returnPath,
  createdAt: orders.createdAt,
  expiresAt: orders.expiresAt,
  paidAt: orders.paidAt,
  fulfilledAt: orders.fulfilledAt,
};

/** Includes the lines, which never change. */
const ORDER = {
  ...ROW,
  lines: sql<OrderLine[]>`(
    select coalesce(json_agg(json_build_object(
      'lineNo', l.line_no, 'kind', l.kind, 'productId', l.product_id, 'name', l.name, 'quantity', l.quantity,
      'unitCents', l.unit_cents, 'discountCents', l.discount_cents, 'payload', l.payload
    ) order by l.line_no), '[]'::json)
    from ${orderLines} l where l.order_id = ${orders.id})`,
};

export async function findOrder(db: Db, id: number): Promise<Order | null> {
  const [row] = await db.select(ORDER).from(orders).where(eq(orders.id, id));
  return row ?? null;
}

/** An order and its owner. */
export type OwnedOrder = Pick<Order, 'id' | 'memberId' | 'guestId'>;

async function findOwner(db: Db, id: number): Promise<OwnedOrder | null> {
  const owned = { id: orders.id, memberId: orders.memberId, guestId: orders.guestId };
  const [row] = await db.select(owned).from(orders).where(eq(orders.id, id));
  return row ?? null;
}

/** Locks an order's account, then the order. */
export async function lockOrder(tx: Tx, id: number): Promise<Order | null> {
  const owner = await findOwner(tx, id);
  return owner && lockOrderOf(tx, owner);
}

/** Same, for an order whose owner is known. */
export async function lockOrderOf(tx: Tx, owned: OwnedOrder): Promise<Order | null> {
  const payer = payerOfOrder(owned);
  if (payer !== null) await lockAccount(tx, payer);
  if (payer?.kind === 'guest') {
    // An account may have taken the order over before the guest's lock was acquired; from here on it cannot.
    const memberId = (await findOwner(tx, owned.id))?.memberId ?? null;
    if (memberId !== null) await lockAccount(tx, memberId);
  }
  const [row] = await tx.select(ORDER).from(orders).where(eq(orders.id, owned.id)).for('no key update');
  return row ?? null;
}

export async function findOpenOrder(db: Db, whose: number | Payer, kind: string): Promise<Order | null> {
  const [row] = await db
    .select(ORDER)
    .from(orders)
    .where(and(isOf(whose), eq(orders.kind, kind), eq(orders.state, 'open')))
    .orderBy(desc(orders.id))
    .limit(1);
  return row ?? null;
}

export async function findOrderByKey(db: Db, whose: number | Payer, idempotencyKey: string): Promise<Order | null> {
  const [row] = await db
    .select(ORDER)
    .from(orders)
    .where(and(isOf(whose), eq(orders.idempotencyKey, idempotencyKey)));
  return row ?? null;
}

export async function insertOrder(
  tx: Tx,
  order: typeof orders.$inferInsert,
  lines: readonly OrderLine[],
): Promise<Order> {
  const [row] = await tx.insert(orders).values(order).returning(ROW);
  if (!row) throw new Error('an order was not written');
  await tx.insert(orderLines).values(lines.map((line) => ({ ...line, orderId: row.id })));
  return { ...row, lines: lines.toSorted((a, b) => a.lineNo - b.lineNo) };
}

export async function updateOrder(
  tx: Tx,
  id: number,
  set: Partial<
    Pick<
      typeof orders.$inferInsert,
      'state' | 'capturedCents' | 'refundedCents' | 'paidAt' | 'closedAt' | 'fulfilledAt' | 'expiresAt'
    >
  >,
): Promise<void> {
  await tx.update(orders).set(set).where(eq(orders.id, id));
}

/** Whether a later order of the same kind is open or paid: the buyer continued without this one. */
export async function hasLaterOrder(db: Db, order: Order): Promise<boolean> {
  const payer = payerOfOrder(order);
  if (payer === null) return true;
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        isOf(payer),
        eq(orders.kind, order.kind),
        gt(orders.id, order.id),
        inArray(orders.state, ['open', 'paid', 'part_refunded', 'review']),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export interface ListedOrder {
  id: number;
  kind: string;
  state: Order['state'];
  totalCents: number;
  refundedCents: number;
  createdAt: Date;
  paidAt: Date | null;
  names: string[];
  /** Method by which it was paid or last tried; null: none was tried. */
  method: PaymentMethod | null;
}

export async function findOrdersOf(db: Db, memberId: number, limit: number): Promise<ListedOrder[]> {
  return db
    .select({
      id: orders.id,
      kind: orders.kind,
      state: orders.state,
      totalCents: orders.totalCents,
      refundedCents: orders.refundedCents,
      createdAt: orders.createdAt,
      paidAt: orders.paidAt,
      names: sql<string[]>`array(select name from ${orderLines} where order_id = ${orders.id} order by line_no)`,
      method: sql<PaymentMethod | null>`(select a.method from ${paymentAttempts} a where a.order_id = orders.id
        order by (a.state in ('paid', 'part_refunded', 'refunded')) desc, a.id desc limit 1)`,
    })
    .from(orders)
    .where(eq(orders.memberId, memberId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);
}

/** Same, with their lines. */
export const findWholeOrdersOf = (db: Db, whose: number | Payer, limit: number): Promise<Order[]> =>
  db.select(ORDER).from(orders).where(isOf(whose)).orderBy(desc(orders.createdAt), desc(orders.id)).limit(limit);

/** Open orders past their expiry. */
export const findOverdueOrders = (db: Db, now: Date, limit: number): Promise<{ id: number }[]> =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'open'), lte(orders.expiresAt, now)))
    .orderBy(asc(orders.expiresAt))
    .limit(limit);

/** Paid and not fulfilled, except those being refunded. */
export const findUnfulfilledOrders = (db: Db, limit: number): Promise<{ id: number }[]> =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.state, 'paid'),
        isNull(orders.fulfilledAt),
        isNotNull(orders.paidAt),
        sql`not exists (select 1 from ${refunds} where ${refunds.orderId} = ${orders.id} and ${refunds.reason} = 'not_fulfilled'
          and ${refunds.state} <> 'withdrawn')`,
      ),
    )
    .orderBy(asc(orders.paidAt))
    .limit(limit);

// ATTEMPTS

export type AttemptRow = typeof paymentAttempts.$inferSelect;

export const findAttempts = (db: Db, orderId: number): Promise<AttemptRow[]> =>
  db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId)).orderBy(asc(paymentAttempts.id));

/** The newest attempt of each order. */
export const findNewestAttempts = (db: Db, orderIds: readonly number[]): Promise<AttemptRow[]> =>
  orderIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(paymentAttempts)
        .where(
          inArray(
            paymentAttempts.id,
            db
              .select({ id: sql<number>`max(${paymentAttempts.id})` })
              .from(paymentAttempts)
              .where(inArray(paymentAttempts.orderId, [...orderIds]))
              .groupBy(paymentAttempts.orderId),
          ),
        );

export async function findAttemptByNumber(db: Db, number: string): Promise<AttemptRow | null> {
  const [row] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.number, number));
  return row ?? null;
}

export async function findAttempt(db: Db, id: number): Promise<AttemptRow | null> {
  const [row] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.id, id));
  return row ?? null;
}

export const findAttemptsByNumber = (
  db: Db,
  numbers: readonly string[],
): Promise<{ number: string; gateway: AttemptRow['gateway']; order: OwnedOrder }[]> =>
  numbers.length === 0
    ? Promise.resolve([])
    : db
        .select({
          number: paymentAttempts.number,
          gateway: paymentAttempts.gateway,
          order: { id: orders.id, memberId: orders.memberId, guestId: orders.guestId },
        })
        .from(paymentAttempts)
        .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
        .where(inArray(paymentAttempts.number, [...numbers]));

/**
 * Records a provider's answer to a start, holding the order. A fast provider may have sent a webhook by then, which is
 * not overwritten.
 */
export async function noteStarted(
  db: Db,
  { id, orderId }: Pick<AttemptRow, 'id' | 'orderId'>,
  {
    started,
    gatewayRef,
    at,
    nextQueryAt,
  }: {
    started: Record<string, unknown>;
    gatewayRef: string | null;
    at: Date;
    nextQueryAt: Date | null;
  },
): Promise<void> {
  // Updating the attempt's row reads it afresh after the lock is acquired.
  await db.execute(sql`
    with held as materialized (select id from ${orders} where id = ${orderId} for no key update)
    update ${paymentAttempts} a
    set started = coalesce(a.started, '{}'::jsonb) || ${JSON.stringify(started)}::jsonb,
      gateway_ref = ${gatewayRef},
      redirected_at = ${at.toISOString()}::timestamptz,
      state = case when a.state = 'created' then 'redirected' else a.state end,
      next_query_at = case when a.state = 'created' then ${nextQueryAt?.toISOString() ?? null}::timestamptz
        else a.next_query_at end
    from held where a.order_id = held.id and a.id = ${id}`);
}

/** Null if the number is taken. */
export async function insertAttempt(tx: Tx, attempt: typeof paymentAttempts.$inferInsert): Promise<AttemptRow | null> {
  const [row] = await tx
    .insert(paymentAttempts)
    .values(attempt)
    .onConflictDoNothing({ target: paymentAttempts.number })
    .returning();
  return row ?? null;
}

export async function updateAttempt(
  tx: Tx,
  id: number,
  set: Partial<
    Pick<
      typeof paymentAttempts.$inferInsert,
      'state' | 'gatewayRef' | 'started' | 'redirectedAt' | 'nextQueryAt' | 'expiresAt'
    >
  >,
): Promise<void> {
  await tx.update(paymentAttempts).set(set).where(eq(paymentAttempts.id, id));
}

/**
 * Schedules an immediate query of attempts, by our numbers or the provider's: those without a known outcome, and those
 * the provider announced news of.
 */
export async function bringForward(db: Db, gateway: string, names: readonly string[], now: Date): Promise<void> {
  if (names.length === 0) return;
  await db
    .update(paymentAttempts)
    .set({ nextQueryAt: now })
    .where(
      and(
        or(inArray(paymentAttempts.number, [...names]), inArray(paymentAttempts.gatewayRef, [...names])),
        sql`${paymentAttempts.gateway} = ${gateway}`,
        or(isNull(paymentAttempts.nextQueryAt), gt(paymentAttempts.nextQueryAt, now)),
        ne(paymentAttempts.gateway, 'free'),
      ),
    );
}

/** Attempts at a provider, begun before a time, whose outcome is unknown. */
export const findUnknownBefore = (
  db: Db,
  gateway: AttemptRow['gateway'],
  before: Date,
): Promise<Pick<AttemptRow, 'id' | 'orderId' | 'number'>[]> =>
  db
    .select({ id: paymentAttempts.id, orderId: paymentAttempts.orderId, number: paymentAttempts.number })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.gateway, gateway),
        inArray(paymentAttempts.state, ['created', 'redirected']),
        lte(paymentAttempts.createdAt, before),
      ),
    );

/** Claims attempts due for a query until `until`. */
export async function claimDueAttempts(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<AttemptRow[]> {
  return db
    .update(paymentAttempts)
    .set({ nextQueryAt: until, queries: sql`${paymentAttempts.queries} + 1` })
    .where(
      inArray(
        paymentAttempts.id,
        sql`(select id from ${paymentAttempts} where next_query_at <= ${now.toISOString()}::timestamptz
          order by next_query_at limit ${limit} for update skip locked)`,
      ),
    )
    .returning();
}

/** Sets the next query time, unless it changed since the claim. */
export async function setNextQuery(
  db: Db,
  id: number,
  { claimedUntil, nextQueryAt }: { claimedUntil: Date; nextQueryAt: Date | null },
): Promise<void> {
  await db
    .update(paymentAttempts)
    .set({ nextQueryAt })
    .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.nextQueryAt, claimedUntil)));
}

interface AttemptCount {
  gateway: string;
  state: AttemptState;
  attempts: number;
}

/** Recent attempts by provider and state, for operators. */
export async function countAttempts(db: Db, since: Date): Promise<AttemptCount[]> {
  return db
    .select({
      gateway: paymentAttempts.gateway,
      state: paymentAttempts.state,
      attempts: sql<number>`count(*)::int`,
    })
    .from(paymentAttempts)
    .where(gt(paymentAttempts.createdAt, since))
    .groupBy(paymentAttempts.gateway, paymentAttempts.state);
}

/** Attempts with unknown outcome by provider, with the oldest. */
export async function countUnknown(db: Db): Promise<{ gateway: string; attempts: number; oldestAt: Date }[]> {
  const rows = await db
    .select({
      gateway: paymentAttempts.gateway,
      attempts: sql<number>`count(*)::int`,
      oldestAt: sql<Date>`min(${paymentAttempts.createdAt})`.mapWith(paymentAttempts.createdAt),
    })
    .from(paymentAttempts)
    .where(
      and(
        isNotNull(paymentAttempts.nextQueryAt),
        inArray(paymentAttempts.state, ['created', 'redirected', 'authorised']),
      ),
    )
    .groupBy(paymentAttempts.gateway);
  return rows;
}

/** Number of paid, unfulfilled orders, and the longest wait. */
export async function countUnfulfilled(db: Db): Promise<{ orders: number; oldestAt: Date | null }> {
  const [row] = await db
    .select({
      orders: sql<number>`count(*)::int`,
      oldestAt: sql<Date | null>`min(${orders.paidAt})`.mapWith(orders.paidAt),
    })
    .from(orders)
    .where(and(eq(orders.state, 'paid'), isNull(orders.fulfilledAt)));
  return row ?? { orders: 0, oldestAt: null };
}
