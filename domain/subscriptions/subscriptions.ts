import { batched } from '#db/batched.ts';
import type { Db } from '#db/database.ts';
import { listOrders, type ListedOrder } from '#domain/payments/payments.ts';
import { listRedemptions, type Redemption } from '#domain/promotions/promotions.ts';
import { listSecurityEvents, type ListedEvent } from '#domain/security-events/security-events.ts';
import { lastDayReminded, planStateOf, type PlanState } from './subscriptions.rules.ts';
import {
  findFamilyPlanEnd,
  findPlanTimes,
  findRecurringProfiles,
  findRunningPlans,
  findSharers,
  hasCardEndingBy,
  type PlanTime,
  type RecurringProfile,
} from './subscriptions.store.ts';

// The door for pages, the server, other modules and commands.

export type { PlanTime } from './subscriptions.store.ts';
export type { ProductsOfCodes, SubscriptionServices } from './subscription-services.ts';
export { addPlan, getPlan, listAllPlans, listPlans, planForSale, setPrice, setSale, type Plan } from './plans.ts';

const MAX_PLANS = 200;
const MAX_PROFILES = 20;
const MAX_ORDERS = 200;

const MAX_AT_ONCE = 500;
/** Batching interval under load. */
const EACH_MS = 25;

/** Whether a member has a running plan: the only check that opens paid content. */
type SubscriberCheck = (memberId: number, now: Date) => Promise<boolean>;

/** Batches concurrent checks: thousands arrive within seconds of the start of an event. */
export function createSubscriberCheck(db: Db): SubscriberCheck {
  const check = batched<{ memberId: number; now: Date }, boolean>({
    async run(asked) {
      const times = asked.map(({ now }) => now.getTime());
      const span = { from: new Date(Math.min(...times)), to: new Date(Math.max(...times)) };
      const members = [...new Set(asked.map(({ memberId }) => memberId))];
      const plans = Map.groupBy(await findRunningPlans(db, members, span), ({ memberId }) => memberId);
      return asked.map(
        ({ memberId, now }) =>
          plans.get(memberId)?.some(({ startsAt, endsAt }) => startsAt <= now && endsAt > now) ?? false,
      );
    },
    atMost: MAX_AT_ONCE,
    eachMs: EACH_MS,
  });
  return (memberId, now) => check({ memberId, now });
}

/** Until when the family plan that a member pays runs; null if none runs now. */
export const familyPlanUntil = (db: Db, ownerId: number, now: Date): Promise<Date | null> =>
  findFamilyPlanEnd(db, ownerId, now);

/**
 * Those who play by one family plan, with their names: its payer, and the people of the family without a plan of their
 * own. Null if this member plays by none.
 */
export async function sharersOf(
  db: Db,
  memberId: number,
  now: Date,
): Promise<{ ownerId: number; people: ReadonlyMap<number, string> } | null> {
  const found = await findSharers(db, memberId, now);
  const ownerId = found.find((one) => one.memberId === memberId)?.ownerId;
  if (ownerId === undefined || (await findFamilyPlanEnd(db, ownerId, now)) === null) return null;
  return { ownerId, people: new Map(found.map((one) => [one.memberId, one.name])) };
}

/** Whether to remind the member of a paying card that expires within 30 days or has expired. */
export const cardExpiring = (db: Db, memberId: number, now: Date): Promise<boolean> =>
  hasCardEndingBy(db, memberId, lastDayReminded(now));

/** A member's plans, latest end first, with their state at `now`. */
export async function listPlanTimes(db: Db, memberId: number, now: Date): Promise<(PlanTime & { state: PlanState })[]> {
  const plans = await findPlanTimes(db, memberId, MAX_PLANS);
  return plans.map((plan) => ({ ...plan, state: planStateOf(plan, now) }));
}

/** A member's recurring profiles, newest first. */
export const listRecurringProfiles = (db: Db, memberId: number): Promise<RecurringProfile[]> =>
  findRecurringProfiles(db, memberId, MAX_PROFILES);

export interface MemberHistory {
  plans: (PlanTime & { state: PlanState })[];
  recurring: RecurringProfile[];
  /** Orders, newest first. */
  orders: ListedOrder[];
  /** Redeemed codes, newest first. */
  redemptions: Redemption[];
  /** Changes of address, phone and password, newest first. */
  changes: ListedEvent[];
}

const CHANGES = new Set(['password-changed', 'password-reset', 'email-changed', 'phone-changed']);

/** Content of the history page. */
export async function getMemberHistory(db: Db, memberId: number, now: Date): Promise<MemberHistory> {
  const [plans, recurring, orders, redemptions, events] = await Promise.all([
    listPlanTimes(db, memberId, now),
    listRecurringProfiles(db, memberId),
    listOrders(db, memberId, MAX_ORDERS),
    listRedemptions(db, memberId),
    listSecurityEvents(db, memberId),
  ]);
  return { plans, recurring, orders, redemptions, changes: events.filter(({ kind }) => CHANGES.has(kind)) };
}
