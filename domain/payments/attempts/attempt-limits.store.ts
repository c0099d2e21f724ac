import { and, gt, sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { orders, paymentAttempts, paymentFacts } from '#db/tables/payments.ts';
import type { Payer } from '#shared/actor.ts';
import { isOf } from '#domain/payments/accounts.store.ts';

/**
 * Times of a payer's unsuccessful tries to pay, newest first: each refusal reported by a provider, and each attempt
 * that is neither paid nor refused. Attempts that never reached their provider and scheduled charges of ours do not
 * count.
 */
export async function findTries(
  db: Db,
  payer: Payer,
  { since, startingSince, limit }: { since: Date; startingSince: Date; limit: number },
): Promise<Date[]> {
  const { rows } = await db.execute<{ at: Date }>(sql`
    with tried as (
      select a.id, a.state, a.created_at, a.redirected_at from ${paymentAttempts} a
      join ${orders} on ${orders.id} = a.order_id
      where ${isOf(payer)} and a.created_at > ${since.toISOString()}::timestamptz
        and a.gateway not in ('free', 'offline') and (a.profile_id is null or ${orders.kind} <> 'renewal')
    ), refused as (
      select tried.id, f.seen_at from tried join ${paymentFacts} f on f.attempt_id = tried.id
      where f.kind = 'failed' and f.contradicts_id is null and tried.redirected_at is not null
    )
    select seen_at as at from refused
    union all
    select created_at from tried
    where state in ('created', 'redirected', 'cancelled', 'expired') and id not in (select id from refused)
      and (redirected_at is not null or (state = 'created' and created_at > ${startingSince.toISOString()}::timestamptz))
    order by at desc limit ${limit}`);
  return rows.map(({ at }) => new Date(at));
}

/** Whether a payment by this payer was ever captured. */
export async function hasPaidBefore(db: Db, payer: Payer): Promise<boolean> {
  const [paid] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isOf(payer), gt(orders.capturedCents, 0)))
    .limit(1);
  return paid !== undefined;
}
