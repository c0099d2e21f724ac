import { and, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import {
  recurringProfiles,
  subscriptionPlans,
  subscriptions,
  type PLAN_SOURCES,
  type PROFILE_STATES,
} from '#db/tables/subscriptions.ts';
import type { DayHk } from '#shared/hk-time.ts';

/** Periods of these members that overlap a span. */
export async function findRunningPlans(
  db: Db,
  memberIds: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<{ memberId: number; startsAt: Date; endsAt: Date }[]> {
  return db
    .select({ memberId: subscriptions.memberId, startsAt: subscriptions.startsAt, endsAt: subscriptions.endsAt })
    .from(subscriptions)
    .where(
      and(
        sql`${subscriptions.memberId} = any(${sql.param([...memberIds])}::integer[])`,
        gt(subscriptions.endsAt, from),
        lte(subscriptions.startsAt, to),
      ),
    );
}

export async function hasCardEndingBy(db: Db, memberId: number, lastDayHk: DayHk): Promise<boolean> {
  const rows = await db
    .select({ id: recurringProfiles.id })
    .from(recurringProfiles)
    .where(
      and(
        eq(recurringProfiles.memberId, memberId),
        inArray(recurringProfiles.state, ['active', 'grace']),
        lte(recurringProfiles.cardEndsOn, lastDayHk),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export interface PlanTime {
  id: number;
  planId: number;
  planName: string;
  priceCents: number;
  source: (typeof PLAN_SOURCES)[number];
  startsAt: Date;
  endsAt: Date;
  createdAt: Date;
}

/** A member's plans, latest end first. */
export function findPlanTimes(db: Db, memberId: number, limit: number): Promise<PlanTime[]> {
  return db
    .select({
      id: subscriptions.id,
      planId: subscriptions.planId,
      planName: subscriptionPlans.name,
      priceCents: subscriptionPlans.priceCents,
      source: subscriptions.source,
      startsAt: subscriptions.startsAt,
      endsAt: subscriptions.endsAt,
      createdAt: subscriptions.createdAt,
    })
    .from(subscriptions)
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .where(eq(subscriptions.memberId, memberId))
    .orderBy(desc(subscriptions.endsAt), desc(subscriptions.id))
    .limit(limit);
}

export interface RecurringProfile {
  id: number;
  planName: string;
  state: (typeof PROFILE_STATES)[number];
  cardScheme: string;
  cardLast4: string;
  cardEndsOn: DayHk;
  periodMonths: number;
  renewOn: DayHk | null;
  graceUntil: Date | null;
}

export function findRecurringProfiles(db: Db, memberId: number, limit: number): Promise<RecurringProfile[]> {
  return db
    .select({
      id: recurringProfiles.id,
      planName: subscriptionPlans.name,
      state: recurringProfiles.state,
      cardScheme: recurringProfiles.cardScheme,
      cardLast4: recurringProfiles.cardLast4,
      cardEndsOn: recurringProfiles.cardEndsOn,
      periodMonths: recurringProfiles.periodMonths,
      renewOn: recurringProfiles.renewOn,
      graceUntil: recurringProfiles.graceUntil,
    })
    .from(recurringProfiles)
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.id, recurringProfiles.planId))
    .where(eq(recurringProfiles.memberId, memberId))
    .orderBy(desc(recurringProfiles.id))
    .limit(limit);
}
