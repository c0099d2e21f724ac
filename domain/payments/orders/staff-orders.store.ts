import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
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

/** Newest first. No personal data but the member's id. */
export const findStaffOrders = (db: Db, filter: OrderFilter, limit: number) => {
  const { id, state, kind, method, gateway, memberId, from, to, beforeId } = filter;
  const tried = sql`exists (select 1 from ${paymentAttempts} a where a.order_id = orders.id
    and (${method ?? null}::text is null or a.method = ${method ?? null})
    and (${gateway ?? null}::text is null or a.gateway = ${gateway ?? null}))`;
  return db
    .select(STAFF_ORDER)
    .from(orders)
    .where(
      and(
        id === undefined ? undefined : eq(orders.id, id),
        state && eq(orders.state, state),
        kind === undefined ? undefined : eq(orders.kind, kind),
        method || gateway ? tried : undefined,
        memberId === undefined ? undefined : eq(orders.memberId, memberId),
        from && gte(orders.createdAt, from),
        to && lt(orders.createdAt, to),
        beforeId === undefined ? undefined : lt(orders.id, beforeId),
      ),
    )
    .orderBy(desc(orders.id))
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
