import { sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { orders, paymentAttempts, paymentFacts } from '#db/tables/payments.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;

interface OpeningTimes {
  days: number;
  orders: number;
  /** From the moment at which the money was taken, as its provider says, to that at which it could be listened. */
  p50Seconds: number | null;
  p95Seconds: number | null;
  maxSeconds: number | null;
}

/** How soon what was paid was open in the last thirty days; cheques and deposits wait for a person, and are not among them. */
export async function openingTimes({ db, now }: { db: Db; now: Date }): Promise<OpeningTimes> {
  const since = new Date(now.getTime() - DAYS * DAY_MS).toISOString();
  const { rows } = await db.execute<{ orders: number; p50: number | null; p95: number | null; max: number | null }>(sql`
    select count(*)::int as orders,
      percentile_disc(0.5) within group (order by seconds) as p50,
      percentile_disc(0.95) within group (order by seconds) as p95,
      max(seconds) as max
    from (
      select greatest(0, ceil(extract(epoch from o.fulfilled_at - min(f.at))))::int as seconds
      from ${paymentFacts} f
        join ${paymentAttempts} a on a.id = f.attempt_id and a.amount_cents = f.cents
        join ${orders} o on o.id = a.order_id
      where f.gateway in ('paydollar', 'mpgs', 'payme', 'eft', 'jetco') and f.kind = 'paid'
        and f.at >= ${since}::timestamptz and o.fulfilled_at is not null
      group by o.id
    ) as opened`);
  const { orders: count = 0, p50 = null, p95 = null, max = null } = rows[0] ?? {};
  return { days: DAYS, orders: count, p50Seconds: p50, p95Seconds: p95, maxSeconds: max };
}
