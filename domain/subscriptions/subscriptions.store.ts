import { and, desc, eq, gt, inArray, isNull, lte, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#db/database.ts';
import { familySeats } from '#db/tables/families.ts';
import { members } from '#db/tables/members.ts';
import {
  recurringProfiles,
  subscriptionPlans,
  subscriptions,
  type PLAN_SOURCES,
  type PROFILE_STATES,
} from '#db/tables/subscriptions.ts';
import type { DayHk } from '#shared/hk-time.ts';

interface Running {
  memberId: number;
  startsAt: Date;
  endsAt: Date;
}

/**
 * Periods that entitle these members and overlap a span: their own, and those of a family plan of the payer whose family
 * they are in, from when they joined. A payer whose account is closed entitles nobody.
 */
export async function findRunningPlans(
  db: Db,
  memberIds: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<Running[]> {
  const asked = sql.param([...memberIds]);
  const overlaps = and(gt(subscriptions.endsAt, from), lte(subscriptions.startsAt, to));
  const own = db
    .select({ memberId: subscriptions.memberId, startsAt: subscriptions.startsAt, endsAt: subscriptions.endsAt })
    .from(subscriptions)
    .where(and(sql`${subscriptions.memberId} = any(${asked}::integer[])`, overlaps));
  const shared = db
    .select({
      memberId: familySeats.memberId,
      startsAt: sql<Date>`greatest(${subscriptions.startsAt}, ${familySeats.joinedAt})`.mapWith(subscriptions.startsAt),
      endsAt: subscriptions.endsAt,
    })
    .from(familySeats)
    .innerJoin(members, and(eq(members.id, familySeats.ownerId), isOpenAccount))
    .innerJoin(subscriptions, eq(subscriptions.memberId, familySeats.ownerId))
    .innerJoin(subscriptionPlans, and(eq(subscriptionPlans.id, subscriptions.planId), subscriptionPlans.isFamily))
    .where(
      and(
        sql`${familySeats.memberId} = any(${asked}::integer[])`,
        isNull(familySeats.leftAt),
        gt(familySeats.seat, 1),
        overlaps,
      ),
    );
  return own.unionAll(shared);
}

/** Accounts that can still be used; an account that asked for its deletion can until then. */
const isOpenAccount = inArray(members.state, ['active', 'deleting']);

/** Until when the family plan that a member pays runs; null if none runs now. */
export async function findFamilyPlanEnd(db: Db, ownerId: number, now: Date): Promise<Date | null> {
  const [row] = await db
    .select({ endsAt: subscriptions.endsAt })
    .from(subscriptions)
    .innerJoin(subscriptionPlans, and(eq(subscriptionPlans.id, subscriptions.planId), subscriptionPlans.isFamily))
    .innerJoin(members, and(eq(members.id, subscriptions.memberId), isOpenAccount))
    .where(and(eq(subscriptions.memberId, ownerId), lte(subscriptions.startsAt, now), gt(subscriptions.endsAt, now)));
  return row?.endsAt ?? null;
}

/** People of a member's family, without those who have a plan of their own; the payer is one of them. */
export function findSharers(
  db: Db,
  memberId: number,
  now: Date,
): Promise<{ memberId: number; ownerId: number; name: string }[]> {
  const mine = alias(familySeats, 'mine');
  const isRunning = and(lte(subscriptions.startsAt, now), gt(subscriptions.endsAt, now));
  const hasOwn = db
    .select({ one: sql`1` })
    .from(subscriptions)
    .where(and(eq(subscriptions.memberId, familySeats.memberId), isRunning));
  return db
    .select({ memberId: familySeats.memberId, ownerId: familySeats.ownerId, name: members.displayName })
    .from(mine)
    .innerJoin(familySeats, and(eq(familySeats.ownerId, mine.ownerId), isNull(familySeats.leftAt)))
    .innerJoin(members, eq(members.id, familySeats.memberId))
    .where(and(eq(mine.memberId, memberId), isNull(mine.leftAt), or(eq(familySeats.seat, 1), notExists(hasOwn))));
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
