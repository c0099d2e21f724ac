import { and, asc, eq, gt, gte, inArray, isNull, lt, max, ne, notExists, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { orders } from '#db/tables/payments.ts';
import { planReminders } from '#db/tables/renewals.ts';
import { recurringProfiles, subscriptionPlans, subscriptions } from '#db/tables/subscriptions.ts';
import type { DayHk } from '#shared/hk-time.ts';

/** Records a reminder; false if it was recorded before. */
export async function insertReminder(
  tx: Tx,
  reminder: { memberId: number; kind: string; aboutDay: DayHk; sentAt: Date },
): Promise<boolean> {
  const rows = await tx
    .insert(planReminders)
    .values(reminder)
    .onConflictDoNothing()
    .returning({ memberId: planReminders.memberId });
  return rows.length === 1;
}

/** Profiles charged on a day, with ids above `afterId`. */
export function findChargedOn(db: Db, { day, afterId, limit }: { day: DayHk; afterId: number; limit: number }) {
  return db
    .select({ profile: recurringProfiles, plan: subscriptionPlans })
    .from(recurringProfiles)
    .innerJoin(
      subscriptionPlans,
      eq(subscriptionPlans.id, sql`coalesce(${recurringProfiles.nextPlanId}, ${recurringProfiles.planId})`),
    )
    .where(
      and(
        eq(recurringProfiles.state, 'active'),
        isNull(recurringProfiles.stopAskedAt),
        eq(recurringProfiles.renewOn, day),
        gt(recurringProfiles.id, afterId),
      ),
    )
    .orderBy(asc(recurringProfiles.id))
    .limit(limit);
}

/**
 * Profiles on PayDollar schedules with ids above `afterId`, with their last amount: the schedule charges the same
 * again, whatever the plan's current price.
 */
export function findOnCalendars(
  db: Db,
  { kind, afterId, limit }: { kind: 'monthly' | 'yearly'; afterId: number; limit: number },
) {
  return db
    .select({
      profile: recurringProfiles,
      plan: subscriptionPlans,
      lastCents: sql<number | null>`(
        select ${orders.capturedCents} from ${subscriptions} join ${orders} on ${orders.id} = ${subscriptions.orderId}
        where ${subscriptions.profileId} = ${recurringProfiles.id} and ${orders.capturedCents} > 0
        order by ${subscriptions.id} desc limit 1)`,
    })
    .from(recurringProfiles)
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.id, recurringProfiles.planId))
    .where(
      and(
        eq(recurringProfiles.gateway, 'paydollar'),
        eq(recurringProfiles.state, 'active'),
        isNull(recurringProfiles.stopAskedAt),
        isNull(recurringProfiles.renewOn),
        eq(subscriptionPlans.kind, kind),
        gt(recurringProfiles.id, afterId),
      ),
    )
    .orderBy(asc(recurringProfiles.id))
    .limit(limit);
}

/** Members whose last paid period ends in a range and does not renew. */
export function findEnding(
  db: Db,
  { from, to, afterId, limit }: { from: Date; to: Date; afterId: number; limit: number },
): Promise<{ memberId: number; endsAt: Date | null }[]> {
  return db
    .select({ memberId: subscriptions.memberId, endsAt: max(subscriptions.endsAt) })
    .from(subscriptions)
    .where(
      and(
        gt(subscriptions.memberId, afterId),
        gte(subscriptions.endsAt, from),
        ne(subscriptions.source, 'grace'),
        notExists(
          db
            .select({ id: recurringProfiles.id })
            .from(recurringProfiles)
            .where(
              and(
                eq(recurringProfiles.memberId, subscriptions.memberId),
                inArray(recurringProfiles.state, ['active', 'grace', 'stopping']),
              ),
            ),
        ),
      ),
    )
    .groupBy(subscriptions.memberId)
    .having(lt(max(subscriptions.endsAt), to))
    .orderBy(asc(subscriptions.memberId))
    .limit(limit);
}
