import type { Db } from '#db/database.ts';
import { listSecurityEvents, type ListedEvent } from '#domain/security-events/security-events.ts';
import { DomainError } from '#shared/domain-error.ts';
import { lastDayReminded, planStateOf, type PlanState } from './subscriptions.rules.ts';
import {
  findPlanTimes,
  findRecurringProfiles,
  hasCardEndingBy,
  hasRunningPlan,
  stopProfiles,
  type PlanTime,
  type RecurringProfile,
} from './subscriptions.store.ts';

export type { PlanTime } from './subscriptions.store.ts';

const MAX_PLANS = 200;
const MAX_PROFILES = 20;

/** Whether a plan of the member runs now: the one question that opens paid content. */
export const isSubscriber = (db: Db, memberId: number, now: Date): Promise<boolean> =>
  hasRunningPlan(db, memberId, now);

/** Whether the member is to be reminded of a card that pays and ends within 30 days, or has ended. */
export const cardExpiring = (db: Db, memberId: number, now: Date): Promise<boolean> =>
  hasCardEndingBy(db, memberId, lastDayReminded(now));

/** Ends the payments to come; the running plan stays to its end. 30006 where there is nothing to stop. */
export async function stopRecurring(db: Db, memberId: number): Promise<void> {
  if ((await stopProfiles(db, memberId)) === 0) throw new DomainError('noRecurringProfile');
}

/** As `stopRecurring`, for whoever leaves: nothing to stop is as good. */
export async function stopAllPayments(db: Db, memberId: number): Promise<void> {
  await stopProfiles(db, memberId);
}

/** A member's plans, the one that ends last first, and how each stands at `now`. */
export async function listPlanTimes(db: Db, memberId: number, now: Date): Promise<(PlanTime & { state: PlanState })[]> {
  const plans = await findPlanTimes(db, memberId, MAX_PLANS);
  return plans.map((plan) => ({ ...plan, state: planStateOf(plan, now) }));
}

const listRecurringProfiles = (db: Db, memberId: number): Promise<RecurringProfile[]> =>
  findRecurringProfiles(db, memberId, MAX_PROFILES);

export interface MemberHistory {
  plans: (PlanTime & { state: PlanState })[];
  recurring: RecurringProfile[];
  /** Changes of address, phone and password, newest first. */
  changes: ListedEvent[];
}

const CHANGES = new Set(['password-changed', 'password-reset', 'email-changed', 'phone-changed']);

/** What the history page shows. */
export async function getMemberHistory(db: Db, memberId: number, now: Date): Promise<MemberHistory> {
  const [plans, recurring, events] = await Promise.all([
    listPlanTimes(db, memberId, now),
    listRecurringProfiles(db, memberId),
    listSecurityEvents(db, memberId),
  ]);
  return { plans, recurring, changes: events.filter(({ kind }) => CHANGES.has(kind)) };
}
