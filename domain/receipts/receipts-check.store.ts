import { sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { ledgerTransfers } from '#db/tables/ledger.ts';
import { refunds } from '#db/tables/payments.ts';
import { receipts } from '#db/tables/receipts.ts';
import type { DayHk } from '#shared/hk-time.ts';

/** Documents of an order or refund compared with the books. */
export interface Compared {
  orderId: number;
  /** Null: the payment itself. */
  refundId: number | null;
  paperCents: number;
  bookCents: number;
}

/**
 * Orders with book entries on a day, those with a document of money moved on it, and those whose refund took its value from
 * another order on it.
 */
export async function findOrdersMovedOn(db: Db, dayHk: DayHk): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select order_id as id from ${ledgerTransfers} where day_hk = ${dayHk}::date and order_id is not null
    union
    select r.order_id from ${ledgerTransfers} t join ${refunds} r on r.id = split_part(t.unique_key, ':', 2)::int
    where t.day_hk = ${dayHk}::date and t.unique_key like 'refund:%'
    union
    select order_id from ${receipts} where (paid_at at time zone 'Asia/Hong_Kong')::date = ${dayHk}::date
    order by id`);
  return rows.map(({ id }) => id);
}

/**
 * The documents that these orders have or should have: a receipt for fulfilled paid orders, and a note for each
 * confirmed refund that reversed something. Pending refunds have none yet. What a refund took back from other orders, to which
 * its value had moved, is booked there and counts for it. What a withdrawn refund reversed counts for its rest, less what a
 * bank took.
 */
export async function comparePapers(db: Db, orderIds: readonly number[]): Promise<Compared[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await db.execute<{ order_id: number; refund_id: number | null; paper: string; book: string }>(sql`
    with recursive asked as (select unnest(array[${sql.join([...orderIds], sql`, `)}]::int[]) as order_id),
    papers as (
      select order_id, coalesce(refund_id, 0) as refund_id, sum(cents) as cents from ${receipts}
      where order_id in (select order_id from asked) group by 1, 2
    ),
    own_refunds as (
      select id, order_id, cents, (created_at at time zone 'Asia/Hong_Kong')::date as day_hk from ${refunds}
      where order_id in (select order_id from asked)
    ),
    own_reversals as (
      select id, cents, unique_key, split_part(unique_key, ':', 2)::int as refund_id from ${ledgerTransfers}
      where order_id in (select order_id from asked) and unique_key like 'refund:%'
    ),
    split_days as (
      select distinct r.day_hk from own_refunds r
      left join (select refund_id, sum(cents) as cents from own_reversals group by 1) o on o.refund_id = r.id
      where r.cents is distinct from o.cents
    ),
    reversals as (
      select id, cents, unique_key from own_reversals
      union
      select id, cents, unique_key from ${ledgerTransfers}
      where day_hk in (select day_hk from split_days) and unique_key like 'refund:%'
    ),
    moved as (
      select order_id, cents, 0 as refund_id, false as is_taken, null as rest_id from ${ledgerTransfers}
      where order_id in (select order_id from asked) and kind = 'fulfil'
      union all
      select r.order_id, t.cents, r.id, split_part(t.unique_key, ':', 3) = 'withdrawn', nullif(split_part(t.unique_key, ':', 4), '')
      from reversals t join own_refunds r on r.id = split_part(t.unique_key, ':', 2)::int
    ),
    reversed as (
      select order_id, refund_id, sum(cents)::bigint as cents from moved where not is_taken group by 1, 2
      union all
      select r.order_id, t.rest_id::int, r.cents - t.cents from reversed r
      join moved t on t.order_id = r.order_id and t.refund_id = r.refund_id and t.is_taken and t.rest_id is not null
    ),
    booked as (
      select order_id, refund_id, cents from reversed
      where refund_id = 0 or refund_id in (select id from ${refunds} where state = 'confirmed')
    )
    select order_id, nullif(refund_id, 0) as refund_id, coalesce(papers.cents, 0) as paper, coalesce(booked.cents, 0) as book
    from papers full join booked using (order_id, refund_id)
    order by order_id, refund_id nulls first`);
  return rows.map(({ order_id, refund_id, paper, book }) => ({
    orderId: order_id,
    refundId: refund_id,
    paperCents: Number(paper),
    bookCents: Number(book),
  }));
}
