import { and, eq, gte, ne, notInArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { orderLines, orders, paymentAttempts, paymentFacts, refunds } from '#db/tables/payments.ts';
import type { GatewayName } from '#domain/payments/gateway.types.ts';

/** First key of the advisory lock that serialises the refunds of a person. */
const LOCK = 881_903_870;

/**
 * What people have asked to refund of an order so far, and what one of them has of all orders since an instant. Locks the
 * person's refunds until the transaction ends: two at once would each count without the other.
 */
export async function sumRefunds(
  tx: Tx,
  { orderId, who, since }: { orderId: number; who: string; since: Date },
): Promise<{ ofOrder: number; ofPerson: number }> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}::int, hashtext(${who}))`);
  const sum = sql<number>`coalesce(sum(${refunds.cents}), 0)::int`;
  const [ofOrder] = await tx
    .select({ cents: sum })
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, orderId),
        ne(refunds.askedBy, 'system'),
        notInArray(refunds.state, ['failed', 'withdrawn']),
      ),
    );
  const [ofPerson] = await tx
    .select({ cents: sum })
    .from(refunds)
    .where(and(eq(refunds.askedBy, who), gte(refunds.createdAt, since), ne(refunds.state, 'withdrawn')));
  return { ofOrder: ofOrder?.cents ?? 0, ofPerson: ofPerson?.cents ?? 0 };
}

interface Products {
  kind: string;
  productIds: readonly number[];
}

/** Paid orders with a line of one of some products of which money is left that nobody has asked to refund. */
const refundableOf = ({ kind, productIds }: Products) => sql`(
    select * from (
      select o.id, l.product_id, o.captured_cents
        - (select coalesce(sum(r.cents), 0) from ${refunds} r where r.order_id = o.id and r.state <> 'withdrawn')::int
        - (select coalesce(sum(f.cents), 0) from ${paymentFacts} f join ${paymentAttempts} a on a.id = f.attempt_id
            where a.order_id = o.id and f.kind = 'chargeback')::int as cents,
        (select a.gateway from ${paymentAttempts} a where a.order_id = o.id
          order by (a.state in ('paid', 'part_refunded')) desc, a.id desc limit 1) as gateway
      from (select distinct order_id, product_id from ${orderLines}
          where kind = ${kind} and product_id = any(${sql.param([...productIds])}::int[])) l
        join ${orders} o on o.id = l.order_id
      where o.captured_cents > 0 and o.paid_at is not null
    ) as paid
    where cents > 0) as refundable`;

/** Such orders, in order of their ids. */
export async function findRefundable(db: Db, products: Products, limit: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from ${refundableOf(products)} order by id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** How many there are of each product and provider, in order of these, and what is left of them. */
export async function sumRefundable(
  db: Db,
  products: Products,
): Promise<{ productId: number; gateway: GatewayName; orders: number; cents: number }[]> {
  const { rows } = await db.execute<{ product_id: number; gateway: GatewayName; orders: number; cents: number }>(sql`
    select product_id, gateway, count(*)::int as orders, sum(cents)::int as cents
    from ${refundableOf(products)} group by product_id, gateway order by product_id, gateway`);
  return rows.map(({ product_id: productId, ...sums }) => ({ productId, ...sums }));
}
