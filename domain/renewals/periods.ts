import type { Tx } from '#db/database.ts';
import { findOrderByKey, lockAccount, openOrder, type Order, type PaymentServices } from '#domain/payments/payments.ts';
import { lastDayOf } from '#domain/subscriptions/plan-times.rules.ts';
import { findLiveTimes } from '#domain/subscriptions/plan-times.ts';
import { findLiveProfile, findProfileOfAgreement, type ProfileRow } from '#domain/subscriptions/profiles.ts';
import { renewalPrice } from '#domain/subscriptions/profiles.rules.ts';
import { getPlan, type SubscriptionServices } from '#domain/subscriptions/subscriptions.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { graceEndsAt } from './renewals.rules.ts';

// Orders of renewals: one per period, whoever pays it.

/** An unknown outcome is polled for a day. */
const ASKED_MS = 25 * 3_600_000;

/** The last paid day of a profile that we charge. */
export async function dueDayOf(tx: Tx, profile: ProfileRow): Promise<string | null> {
  if (profile.state !== 'grace' || profile.graceUntil === null) return profile.renewOn;
  const times = await findLiveTimes(tx, profile.memberId, new Date(profile.graceUntil.getTime() - 1));
  const grace = times.find(({ source, profileId }) => source === 'grace' && profileId === profile.id);
  return grace ? lastDayOf(grace.startsAt) : profile.renewOn;
}

/** Price and content of a profile's next renewal, as an order line. */
async function renewalLine(tx: Tx, profile: ProfileRow, dueDay: DayHk | null) {
  const plan = await getPlan(tx, profile.nextPlanId ?? profile.planId);
  const { dueCents } = renewalPrice(plan.priceCents, profile.creditCents);
  const creditCents = plan.priceCents - dueCents;
  return {
    lineNo: 1,
    kind: 'renewal',
    productId: plan.id,
    name: plan.name,
    quantity: 1,
    unitCents: plan.priceCents,
    discountCents: creditCents,
    payload: { profileId: profile.id, periodMonths: plan.periodMonths ?? profile.periodMonths, dueDay, creditCents },
  };
}

/**
 * Whether another order must pay for the period. A manual order cancelled by staff says nothing about the card. A
 * fulfilled order moved the profile's charge on; if the profile is due on the same day again, the time of the order was
 * reversed, or moved up when earlier time was.
 */
const isSpent = ({ state, fulfilledAt }: Order): boolean => state === 'cancelled' || fulfilledAt !== null;

const periodKey = (profileId: number, dueDay: string, nth: number): string =>
  `renewal:${profileId}:${dueDay}${nth === 1 ? '' : `:${nth}`}`;

/**
 * Charges of a profile's period whose money was refunded because it could not be used, or is about to be. A resumed
 * profile has them as tries, so that its next charge is made on another order.
 */
export async function countReturned(tx: Tx, profile: ProfileRow): Promise<number> {
  const dueDay = await dueDayOf(tx, profile);
  if (dueDay === null) return 0;
  for (let nth = 1, returned = 0; ; nth++) {
    const order = await findOrderByKey(tx, profile.memberId, periodKey(profile.id, dueDay, nth));
    if (order === null) return returned;
    if (!isSpent(order) && order.paidAt !== null) returned++;
  }
}

/**
 * The order of a profile's next period: the same for all tries of a batch and for manual payment, so that a period is
 * paid once. Stays open until grace has ended and the provider was polled for a day. Null if nothing is due.
 */
export async function openPeriod(
  tx: Tx,
  { payments }: Pick<SubscriptionServices, 'payments'>,
  profile: ProfileRow,
  now: Date,
): Promise<Order | null> {
  const dueDay = await dueDayOf(tx, profile);
  if (dueDay === null) return null;
  const line = await renewalLine(tx, profile, dueDay);
  let refunded = 0;
  for (let nth = 1; ; nth++) {
    const order = await openOrder(
      tx,
      {
        memberId: profile.memberId,
        kind: 'renewal',
        lines: [line],
        isAutopay: false,
        idempotencyKey: periodKey(profile.id, dueDay, nth),
        expiresAt: new Date(graceEndsAt(dueDay).getTime() + ASKED_MS),
        now,
      },
      payments,
    );
    if (isSpent(order)) continue;
    // Its money could not be used and was refunded: a failed try like a refusal, so that the next try charges again.
    if (order.state === 'refunded' && ++refunded <= profile.tries) continue;
    return order;
  }
}

/**
 * The order of a charge by PayDollar's own schedule. Payments call it for a schedule's webhook, by schedule id. Null if
 * the schedule is not ours. A stopped schedule also gets an order: fulfilling it fails, and the money is refunded.
 */
export async function openScheduledRenewal(
  tx: Tx,
  services: Pick<PaymentServices, 'fulfilments'>,
  { agreement, gatewayTxn, now }: { agreement: string; gatewayTxn: string; now: Date },
): Promise<number | null> {
  const profile = await findProfileOfAgreement(tx, agreement);
  if (profile === null) return null;
  await lockAccount(tx, profile.memberId);
  const order = await openOrder(
    tx,
    {
      memberId: profile.memberId,
      kind: 'renewal',
      lines: [await renewalLine(tx, profile, null)],
      isAutopay: false,
      idempotencyKey: `schedule:${gatewayTxn}`,
      now,
    },
    services,
  );
  return order.id;
}

/** The order of a charge that failed or is due soon, for manual payment. Null if nothing renews. */
export async function openOwnPeriod(
  tx: Tx,
  services: Pick<SubscriptionServices, 'payments'>,
  { memberId, now }: { memberId: number; now: Date },
): Promise<Order | null> {
  await lockAccount(tx, memberId);
  const profile = await findLiveProfile(tx, memberId);
  if (profile === null) return null;
  if (profile.runId !== null) throw new DomainError('inRenewalBatch');
  if (profile.stopAskedAt !== null || profile.gateway === 'paydollar') throw new DomainError('periodFixed');
  return openPeriod(tx, services, profile, now);
}
