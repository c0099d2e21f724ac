import { and, desc, eq, exists, gte, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '#db/database.ts';
import { orderLines, orders, paymentAttempts, refunds } from '#db/tables/payments.ts';
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

/** The attempt that paid, else the newest. */
const ofAttempt = <T>(column: 'method' | 'gateway') =>
  sql<T | null>`(select a.${sql.identifier(column)} from ${paymentAttempts} a where a.order_id = orders.id
    order by (a.state in ('paid', 'part_refunded', 'refunded')) desc, a.id desc limit 1)`;

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
  method: ofAttempt<PaymentMethod>('method'),
  gateway: ofAttempt<GatewayName>('gateway'),
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
  const isTried = and(method && eq(paymentAttempts.method, method), gateway && eq(paymentAttempts.gateway, gateway));
  const isWanted = and(
    id === undefined ? undefined : eq(orders.id, id),
    state === undefined || byState ? undefined : eq(orders.state, state),
    kind === undefined || byKind ? undefined : eq(orders.kind, kind),
    memberId === undefined ? undefined : eq(orders.memberId, memberId),
    from && gte(orders.createdAt, from),
    to && lt(orders.createdAt, to),
  );
  if (!isTried || byState || byKind || isOfFew)
    return db
      .select(STAFF_ORDER)
      .from(orders)
      .where(
        and(
          isWanted,
          lead.where,
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
    .select(STAFF_ORDER)
    .from(tried)
    .innerJoin(orders, eq(orders.id, tried.orderId))
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
