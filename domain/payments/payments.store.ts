import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { billingAccounts, orderLines, orders, paymentAttempts, refunds } from '#db/tables/payments.ts';
import type { AttemptState } from './payments.rules.ts';
import type { Order, OrderLine, Payer } from './payments.types.ts';

// LOCKS: the account first, then the order, then counters by id.

const payerOf = (payer: number | Payer): Payer =>
  typeof payer === 'number' ? { kind: 'member', memberId: payer } : payer;

/** Holds whoever moves the money of the same member, by their number, or of the same guest until this transaction ends. */
export async function lockAccount(tx: Tx, whose: number | Payer): Promise<void> {
  const payer = payerOf(whose);
  const [own, isOwn] =
    payer.kind === 'member'
      ? [{ memberId: payer.memberId }, eq(billingAccounts.memberId, payer.memberId)]
      : [{ guestId: payer.guestId }, eq(billingAccounts.guestId, payer.guestId)];
  await tx.insert(billingAccounts).values(own).onConflictDoNothing();
  await tx.select({ id: billingAccounts.id }).from(billingAccounts).where(isOwn).for('no key update');
}

/** The orders of a member, by their number, or of a guest. */
function isOf(whose: number | Payer): SQL {
  const payer = payerOf(whose);
  return payer.kind === 'member' ? eq(orders.memberId, payer.memberId) : eq(orders.guestId, payer.guestId);
}

const LINE = {
  lineNo: orderLines.lineNo,
  kind: orderLines.kind,
  productId: orderLines.productId,
  name: orderLines.name,
  quantity: orderLines.quantity,
  unitCents: orderLines.unitCents,
  discountCents: orderLines.discountCents,
  payload: orderLines.payload,
};

const linesOf = (db: Db, orderId: number): Promise<OrderLine[]> =>
  db.select(LINE).from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.lineNo));

const ORDER = {
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

export async function findOrder(db: Db, id: number): Promise<Order | null> {
  const [row] = await db.select(ORDER).from(orders).where(eq(orders.id, id));
  return row ? { ...row, lines: await linesOf(db, id) } : null;
}

/** Locks the account of an order and then the order. */
export async function lockOrder(tx: Tx, id: number): Promise<Order | null> {
  const ownerOf = async () => {
    const whose = { memberId: orders.memberId, guestId: orders.guestId };
    const [row] = await tx.select(whose).from(orders).where(eq(orders.id, id));
    return row && payerOfOrder(row);
  };
  const owner = await ownerOf();
  if (owner === undefined) return null;
  if (owner !== null) await lockAccount(tx, owner);
  if (owner?.kind === 'guest') {
    // An account may have taken it over while the guest's was waited for; from here on nobody can.
    const after = await ownerOf();
    if (after?.kind === 'member') await lockAccount(tx, after);
  }
  const [row] = await tx.select(ORDER).from(orders).where(eq(orders.id, id)).for('no key update');
  return row ? { ...row, lines: await linesOf(tx, id) } : null;
}

export async function findOpenOrder(db: Db, whose: number | Payer, kind: string): Promise<Order | null> {
  const [row] = await db
    .select(ORDER)
    .from(orders)
    .where(and(isOf(whose), eq(orders.kind, kind), eq(orders.state, 'open')))
    .orderBy(desc(orders.id))
    .limit(1);
  return row ? { ...row, lines: await linesOf(db, row.id) } : null;
}

export async function findOrderByKey(db: Db, whose: number | Payer, idempotencyKey: string): Promise<Order | null> {
  const [row] = await db
    .select(ORDER)
    .from(orders)
    .where(and(isOf(whose), eq(orders.idempotencyKey, idempotencyKey)));
  return row ? { ...row, lines: await linesOf(db, row.id) } : null;
}

export async function insertOrder(
  tx: Tx,
  order: typeof orders.$inferInsert,
  lines: readonly OrderLine[],
): Promise<number> {
  const [row] = await tx.insert(orders).values(order).returning({ id: orders.id });
  const orderId = row!.id;
  await tx.insert(orderLines).values(lines.map((line) => ({ ...line, orderId })));
  return orderId;
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

/** Whose an order is; null once its buyer was erased. */
export function payerOfOrder({ memberId, guestId }: Pick<Order, 'memberId' | 'guestId'>): Payer | null {
  if (memberId !== null) return { kind: 'member', memberId };
  return guestId === null ? null : { kind: 'guest', guestId };
}

/** A later order of the same kind that is open, or was paid: its buyer went on without this one. */
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
    })
    .from(orders)
    .where(eq(orders.memberId, memberId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);
}

/** The same whole, with their lines: two questions, however many they are. */
export async function findWholeOrdersOf(db: Db, whose: number | Payer, limit: number): Promise<Order[]> {
  const rows = await db
    .select(ORDER)
    .from(orders)
    .where(isOf(whose))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const lines = await db
    .select({ ...LINE, orderId: orderLines.orderId })
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.lineNo));
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  return rows.map((row) => ({
    ...row,
    lines: (byOrder.get(row.id) ?? []).map(({ orderId: _orderId, ...line }) => line),
  }));
}

/**
 * An account takes over what a guest bought, but an open order where it has one of that kind itself. Keys of the guest's
 * presses go: the account may have used the same. Answers the orders. Under the lock of both accounts.
 */
export async function moveOrders(tx: Tx, guestId: number, memberId: number): Promise<number[]> {
  const rows = await tx
    .update(orders)
    .set({ memberId, guestId: null, idempotencyKey: null })
    .where(
      and(
        eq(orders.guestId, guestId),
        sql`not (${orders.state} = 'open' and exists (select 1 from ${orders} as own
          where own.member_id = ${memberId} and own.kind = ${orders.kind} and own.state = 'open'))`,
      ),
    )
    .returning({ id: orders.id });
  return rows.map(({ id }) => id);
}

/** Open orders whose time is up. */
export const findOverdueOrders = (db: Db, now: Date, limit: number): Promise<{ id: number }[]> =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'open'), lte(orders.expiresAt, now)))
    .orderBy(asc(orders.expiresAt))
    .limit(limit);

/** Paid and not given, but what is on its way back. */
export const findUnfulfilledOrders = (db: Db, limit: number): Promise<{ id: number }[]> =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.state, 'paid'),
        isNull(orders.fulfilledAt),
        isNotNull(orders.paidAt),
        sql`not exists (select 1 from ${refunds} where ${refunds.orderId} = ${orders.id} and ${refunds.reason} = 'not_fulfilled')`,
      ),
    )
    .orderBy(asc(orders.paidAt))
    .limit(limit);

// ATTEMPTS

export type AttemptRow = typeof paymentAttempts.$inferSelect;

export const findAttempts = (db: Db, orderId: number): Promise<AttemptRow[]> =>
  db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId)).orderBy(asc(paymentAttempts.id));

/** Of each order the newest. */
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
): Promise<{ number: string; gateway: AttemptRow['gateway']; orderId: number }[]> =>
  numbers.length === 0
    ? Promise.resolve([])
    : db
        .select({
          number: paymentAttempts.number,
          gateway: paymentAttempts.gateway,
          orderId: paymentAttempts.orderId,
        })
        .from(paymentAttempts)
        .where(inArray(paymentAttempts.number, [...numbers]));

/** Null where the number is taken. */
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
 * Has a provider asked at once about attempts, by our numbers or its own: those of which it is not known what became, and those
 * of which it says that there is news.
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

/** Attempts by a provider, begun before then, of which it is not known what became. */
export const findUnknownBefore = (
  db: Db,
  gateway: AttemptRow['gateway'],
  before: Date,
): Promise<{ number: string }[]> =>
  db
    .select({ number: paymentAttempts.number })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.gateway, gateway),
        inArray(paymentAttempts.state, ['created', 'redirected']),
        lte(paymentAttempts.createdAt, before),
      ),
    );

/** Takes attempts whose provider is to be asked now: no other worker gets them before `until`. */
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

/** Sets when an attempt is asked again, unless something else did since it was claimed. */
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

/** Attempts of the last while by provider and how they stand, for the operator. */
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

/** Attempts of which it is not known what became of them, and the oldest of them, by provider. */
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

/** How long the longest waits that was paid and is not given, and how many do. */
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
