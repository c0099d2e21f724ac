import { sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { orders, paymentAttempts, paymentFacts } from '#db/tables/payments.ts';

export const SHOWN_DAYS = 30;
const DAY_MS = 86_400_000;
/** What a provider may tell so much later is given at once all the same; what is older is not looked for. */
const TOLD_WITHIN = '2 days';

interface OpeningTimes {
  orders: number;
  /** From the moment at which the money was taken, as its provider says, to that at which it could be listened. */
  p50Seconds: number | null;
  p95Seconds: number | null;
  maxSeconds: number | null;
}

/**
 * How soon was open what was given since then. Cheques and deposits wait for a person, and a settlement file knows no hour:
 * neither is counted.
 */
export async function openingTimesSince(db: Db, since: Date): Promise<OpeningTimes> {
  const from = since.toISOString();
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
        and f.source in ('notice', 'query', 'return')
        and f.at > ${from}::timestamptz - ${TOLD_WITHIN}::interval and o.fulfilled_at > ${from}::timestamptz
      group by o.id
    ) as opened`);
  const { orders: count = 0, p50 = null, p95 = null, max = null } = rows[0] ?? {};
  return { orders: count, p50Seconds: p50, p95Seconds: p95, maxSeconds: max };
}

/** Of the last thirty days, for anybody: a question over a month, so it is asked once and remembered for a while. */
export const openingTimes = ({ db, now }: { db: Db; now: Date }): Promise<OpeningTimes> =>
  cachedQuery(db, { key: 'opening-times', tags: [] }, () =>
    openingTimesSince(db, new Date(now.getTime() - SHOWN_DAYS * DAY_MS)),
  );
