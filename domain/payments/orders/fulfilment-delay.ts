import { sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { PROVIDERS } from '#shared/payment-enums.ts';
import { orders, paymentAttempts, paymentFacts } from '#db/tables/payments.ts';

export const SHOWN_DAYS = 30;
const DAY_MS = 86_400_000;
/** Maximum reporting delay of a provider; older payments are not counted. */
const TOLD_WITHIN = '2 days';

interface FulfilmentDelay {
  orders: number;
  /** Seconds from the provider's payment time until playback is possible. */
  p50Seconds: number | null;
  p95Seconds: number | null;
  maxSeconds: number | null;
}

/**
 * Fulfilment delay since `since`. Excludes cheques and deposits, which staff confirm, and settlement files, which have
 * no time of day.
 */
export async function fulfilmentDelaySince(db: Db, since: Date): Promise<FulfilmentDelay> {
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
      where f.gateway in ${PROVIDERS} and f.kind = 'paid'
        and f.source in ('notice', 'query', 'return')
        and f.at > ${from}::timestamptz - ${TOLD_WITHIN}::interval and o.fulfilled_at > ${from}::timestamptz
      group by o.id
    ) as opened`);
  const { orders: count = 0, p50 = null, p95 = null, max = null } = rows[0] ?? {};
  return { orders: count, p50Seconds: p50, p95Seconds: p95, maxSeconds: max };
}

/** Statistics of the last 30 days, public. Cached, because the query covers a month. */
export const fulfilmentDelay = ({ db, now }: { db: Db; now: Date }): Promise<FulfilmentDelay> =>
  cachedQuery(db, { key: 'opening-times', tags: [] }, () =>
    fulfilmentDelaySince(db, new Date(now.getTime() - SHOWN_DAYS * DAY_MS)),
  );
