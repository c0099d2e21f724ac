import { and, desc, eq, exists, gte, inArray, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '#db/database.ts';
import { orderLines, orders, paymentAttempts, paymentFacts, refunds } from '#db/tables/payments.ts';
import { counts } from '#domain/payments/facts/facts.store.ts';
import { CURRENCY, SURPLUS } from '#domain/payments/payments.rules.ts';
import type { GatewayName, OrderState, PaymentMethod } from '#shared/payment-enums.ts';

export interface OrderFilter {
  id?: number | undefined;
  state?: OrderState | undefined;
  kind?: string | undefined;
  method?: PaymentMethod | undefined;
  gateway?: GatewayName | undefined;
  memberId?: number | undefined;
  /** Created at or after, and before. */
  from?: Date | undefined;
  to?: Date | undefined;
  beforeId?: number | undefined;
}

/** First capture of an attempt that may pay the order, by the rule of `payingCapture`; null if there is none. */
const payingFact = sql`(select min(${paymentFacts.id}) from ${paymentFacts}
    where ${paymentFacts.attemptId} = a.id and ${paymentFacts.cents} = a.amount_cents and ${paymentFacts.currency} = ${CURRENCY}
      and (${paymentFacts.kind} = 'paid' or ${paymentFacts.kind} = 'authorised' and (${orders.kind} = 'card_check' or ${orders.totalCents} = 0 and ${orders.isAutopay}))
      and ${counts}
      and not exists (select from ${refunds} where ${refunds.paidFactId} = ${paymentFacts.id} and ${inArray(refunds.reason, [...SURPLUS])}))`;

/**
 * The attempt that pays an order, even if it was refunded; otherwise the newest that received money; otherwise the newest.
 * Joined laterally, so that it is looked up for the listed rows only, by indexes on the order and on the attempt.
 */
const payingOf = (db: Db) =>
  db
    .select({
      method: sql<PaymentMethod>`a.method`.as('paying_method'),
      gateway: sql<GatewayName>`a.gateway`.as('paying_gateway'),
    })
    .from(sql`${paymentAttempts} a`)
    .where(sql`a.order_id = ${orders.id}`)
    .orderBy(
      sql`${payingFact} nulls last`,
      sql`(a.state in ('paid', 'part_refunded')) desc`,
      sql`(a.state in ('refunded', 'review')) desc`,
      sql`a.id desc`,
    )
    .limit(1)
    .as('paying');

const STAFF_ORDER = {
  id: orders.id,
  memberId: orders.memberId,
  isGuest: sql<boolean>`${orders.guestId} is not null`,
  kind: orders.kind,
  state: orders.state,
  totalCents: orders.totalCents,
  capturedCents: orders.capturedCents,
  refundedCents: orders.refundedCents,
  createdAt: orders.createdAt,
  paidAt: orders.paidAt,
  fulfilledAt: orders.fulfilledAt,
  names: sql<string[]>`array(select name from ${orderLines} where order_id = ${orders.id} order by line_no)`,
};

/** Orders are numbered as they are made, but a slow transaction may be later than its number. */
const LATE = sql`interval '1 day'`;
const instantOf = (at: Date) => sql`${at.toISOString()}::timestamptz`;

const NO_ORDER = 2_147_483_647;

/** The first and the last number that orders of a period and of a page can have. */
function numbersOf({ from, to, beforeId }: Pick<OrderFilter, 'from' | 'to' | 'beforeId'>): { first: SQL; last: SQL } {
  const first = from
    ? sql`coalesce((select id from ${orders} as o where o.created_at >= ${instantOf(from)} - ${LATE} order by o.created_at limit 1), ${NO_ORDER}::int)`
    : sql`0`;
  const page = sql`${beforeId === undefined ? NO_ORDER : beforeId - 1}::int`;
  const last = to
    ? sql`least(${page}, coalesce((select id from ${orders} as o where o.created_at < ${instantOf(to)} + ${LATE} order by o.created_at desc limit 1), 0))`
    : page;
  return { first, last };
}

/**
 * Rows of a value, newest first, from an index on the column and the number of the order. Plans are made without values:
 * of an equal sign the planner expects a third of the table, reads it from the newest order on, and of a rare value finds
 * none for long. Rows of both columns leave it only this index.
 */
function led(column: AnyPgColumn, number: AnyPgColumn, value: string, { first, last }: ReturnType<typeof numbersOf>) {
  return {
    where: sql`(${column}, ${number}) >= (${value}::text, ${first}) and (${column}, ${number}) <= (${value}::text, ${last})`,
    order: [desc(column), desc(number)],
  };
}

/** Newest first. No personal data but the member's id. */
export const findStaffOrders = (db: Db, filter: OrderFilter, limit: number) => {
  const { id, state, kind, method, gateway, memberId, from, to, beforeId } = filter;
  const numbers = numbersOf(filter);
  const isOfFew = id !== undefined || memberId !== undefined;
  // Nearly all orders are paid.
  const byState = !isOfFew && state !== undefined && (state !== 'paid' || (!kind && !method && !gateway));
  const byKind = !isOfFew && !byState && kind !== undefined;
  const lead = byState
    ? led(orders.state, orders.id, state, numbers)
    : byKind
      ? led(orders.kind, orders.id, kind, numbers)
      : {
          where: and(
            from && gte(orders.id, numbers.first),
            to || beforeId !== undefined ? lte(orders.id, numbers.last) : undefined,
          ),
          order: [desc(orders.id)],
        };
  const paying = payingOf(db);
  const shown = { ...STAFF_ORDER, method: paying.method, gateway: paying.gateway };
  const isTried = and(method && eq(paymentAttempts.method, method), gateway && eq(paymentAttempts.gateway, gateway));
  const isPaidSo = and(method && eq(paying.method, method), gateway && eq(paying.gateway, gateway));
  const isWanted = and(
    isPaidSo,
    id === undefined ? undefined : eq(orders.id, id),
    state === undefined || byState ? undefined : eq(orders.state, state),
    kind === undefined || byKind ? undefined : eq(orders.kind, kind),
    memberId === undefined ? undefined : eq(orders.memberId, memberId),
    from && gte(orders.createdAt, from),
    to && lt(orders.createdAt, to),
  );
  if (!isPaidSo || byState || byKind || isOfFew)
    return db
      .select(shown)
      .from(orders)
      .leftJoinLateral(paying, sql`true`)
      .where(
        and(
          isWanted,
          lead.where,
          // Implied by `isPaidSo`, but cheap: it leaves few of the many orders of a state for the lateral join.
          isTried &&
            exists(
              db
                .select({ id: paymentAttempts.id })
                .from(paymentAttempts)
                .where(and(eq(paymentAttempts.orderId, orders.id), isTried)),
            ),
        ),
      )
      .orderBy(...lead.order)
      .limit(limit);
  // Led by the attempts, so that the orders of a rare method are not looked for among all.
  const { way, value } = method
    ? { way: paymentAttempts.method, value: method }
    : { way: paymentAttempts.gateway, value: gateway! };
  const attempts = led(way, paymentAttempts.orderId, value, numbers);
  const tried = db
    .selectDistinct({ way, orderId: paymentAttempts.orderId })
    .from(paymentAttempts)
    .where(and(attempts.where, method && gateway ? eq(paymentAttempts.gateway, gateway) : undefined))
    .orderBy(...attempts.order)
    .as('tried');
  return db
    .select(shown)
    .from(tried)
    .innerJoin(orders, eq(orders.id, tried.orderId))
    .innerJoinLateral(paying, sql`true`)
    .where(isWanted)
    .orderBy(desc(tried.way), desc(tried.orderId))
    .limit(limit);
};

export async function findOrderOfAttempt(db: Db, number: string): Promise<number | null> {
  const [row] = await db
    .select({ orderId: paymentAttempts.orderId })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.number, number));
  return row?.orderId ?? null;
}

export async function findOrderOfRefund(db: Db, number: string): Promise<number | null> {
  const [row] = await db.select({ orderId: refunds.orderId }).from(refunds).where(eq(refunds.number, number));
  return row?.orderId ?? null;
}
