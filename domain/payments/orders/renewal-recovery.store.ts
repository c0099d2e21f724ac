import { sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { orders, paymentAttempts } from '#db/tables/payments.ts';

/** Renewals of a time whose first charge failed, and how many of them were paid in the end. */
export async function countRecovered(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<{ failed: number; paid: number }> {
  const { rows } = await db.execute<{ failed: number; paid: number }>(sql`
    select count(*)::int as failed, count(*) filter (where o.fulfilled_at is not null)::int as paid
    from ${orders} o
    where o.kind = 'renewal' and o.created_at >= ${from.toISOString()}::timestamptz and o.created_at < ${to.toISOString()}::timestamptz
      and (select a.state from ${paymentAttempts} a where a.order_id = o.id order by a.id limit 1) = 'failed'`);
  return rows[0] ?? { failed: 0, paid: 0 };
}
