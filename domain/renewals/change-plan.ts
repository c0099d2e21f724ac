import type { Db, Tx } from '#db/database.ts';
import { chargeProfile, lockAccount, openOrder, startAttempt } from '#domain/payments/payments.ts';
import { unusedOf, valueOfOrder } from '#domain/subscriptions/credit.ts';
import { anchorOf, endOfPeriod, wholeDays } from '#domain/subscriptions/plan-times.rules.ts';
import { findLiveTimes, standingOf, type TimeRow } from '#domain/subscriptions/plan-times.ts';
import { cardOf, findLiveProfile, updateProfile, type ProfileRow } from '#domain/subscriptions/profiles.ts';
import { getPlan, planForSale, type Plan, type SubscriptionServices } from '#domain/subscriptions/subscriptions.ts';
import { OLD_PRICE_MS, priceAt } from '#domain/subscriptions/plans.rules.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dayHkOf, type DayHk } from '#shared/hk-time.ts';

interface PlanChangeQuote {
  fromName: string;
  to: Plan;
  when: 'now' | 'renewal';
  fullCents: number;
  unusedDays: number;
  creditCents: number;
  totalCents: number;
  /** Remaining credit, deducted from later charges. */
  creditLeftCents: number;
  effectiveOn: DayHk;
  endsAt: Date;
  /** Whether the people of the payer's family stop hearing on that day. */
  endsFamily: boolean;
}

interface PlanChangeAsked {
  planId: number;
  /** Default: at once if it costs more than what is left, else at the next renewal. */
  when?: 'now' | 'renewal' | undefined;
}

interface Found extends PlanChangeQuote {
  profile: ProfileRow;
  time: TimeRow;
  /** The value that paid for the period. */
  valueCents: number;
}

/** The profile whose plan can be changed. Throws 30006, 31001, 30007. */
async function changeable(db: Db, memberId: number): Promise<ProfileRow> {
  const profile = await findLiveProfile(db, memberId);
  if (profile === null || profile.stopAskedAt !== null) throw new DomainError('noRecurringProfile');
  if (profile.runId !== null) throw new DomainError('inRenewalBatch');
  // PayDollar cannot change a schedule's dates or amount.
  if (profile.gateway === 'paydollar') throw new DomainError('periodFixed');
  return profile;
}

/** The remaining money and credit that paid for a period. A discount code counts as nothing. */
const paidFor = async (db: Db, { orderId }: TimeRow): Promise<number> =>
  orderId === null ? 0 : (await valueOfOrder(db, orderId)).cents;

/** `shownAt`: when the price was shown; it is valid for an hour. */
async function quote(
  db: Db,
  memberId: number,
  { planId, when }: PlanChangeAsked,
  { now, shownAt = now }: { now: Date; shownAt?: Date },
): Promise<Found> {
  const profile = await changeable(db, memberId);
  const { plan: found } = await planForSale(db, { planId, standing: await standingOf(db, memberId, now), now });
  const to = { ...found, priceCents: priceAt(found, shownAt) };
  if (to.periodMonths === null || to.id === profile.planId) throw new DomainError('planNotFound');
  const from = await getPlan(db, profile.planId);
  const times = await findLiveTimes(db, memberId, now);
  const time = times.at(-1);
  if (time === undefined) throw new DomainError('noRecurringProfile');
  // Only a running period of this plan with nothing behind it can be exchanged.
  const isOwn =
    times.length === 1 && time.profileId === profile.id && time.startsAt <= now && profile.state === 'active';
  const valueCents = isOwn ? await paidFor(db, time) : 0;
  const creditOfTime = isOwn && time.orderId !== null ? await unusedOf(db, time.orderId, shownAt) : 0;
  const credit = creditOfTime + profile.creditCents;
  const chosen = when ?? (isOwn && to.priceCents > credit ? 'now' : 'renewal');
  if (chosen === 'now' && !isOwn) throw new DomainError('periodFixed');
  const common = {
    fromName: from.name,
    to,
    when: chosen,
    profile,
    time,
    valueCents,
    fullCents: to.priceCents,
    endsFamily: from.isFamily && !to.isFamily,
  };
  if (chosen === 'renewal')
    return {
      ...common,
      unusedDays: 0,
      creditCents: 0,
      totalCents: 0,
      creditLeftCents: profile.creditCents,
      effectiveOn: dayHkOf(time.endsAt),
      endsAt: endOfPeriod(time.endsAt, to.periodMonths, anchorOf(time.endsAt)),
    };
  const taken = Math.min(credit, to.priceCents);
  return {
    ...common,
    unusedDays: wholeDays({ startsAt: now, endsAt: time.endsAt }),
    creditCents: taken,
    totalCents: to.priceCents - taken,
    creditLeftCents: credit - taken,
    effectiveOn: dayHkOf(now),
    endsAt: endOfPeriod(now, to.periodMonths, anchorOf(now)),
  };
}

/** The price difference, before anything is charged. Throws 20008, 30006, 30007, 31001. */
export async function quotePlanChange(
  { db, now }: { db: Db; now: Date },
  memberId: number,
  asked: PlanChangeAsked,
): Promise<PlanChangeQuote> {
  const { profile: _profile, time: _time, valueCents: _value, ...shown } = await quote(db, memberId, asked, { now });
  return shown;
}

interface ChangeAsked extends PlanChangeAsked {
  totalCents?: number | undefined;
  idempotencyKey?: string | null;
}

/** The price shown is charged, for up to an hour: at midnight the credit drops by a day, and prices change. */
async function quoteShown(db: Db, memberId: number, asked: ChangeAsked, now: Date): Promise<Found> {
  const isShown = ({ totalCents }: Found) => asked.totalCents === undefined || asked.totalCents === totalCents;
  const present = await quote(db, memberId, asked, { now });
  if (isShown(present)) return present;
  const former = await quote(db, memberId, asked, { now, shownAt: new Date(now.getTime() - OLD_PRICE_MS) });
  if (isShown(former)) return former;
  throw new DomainError('planNotFound');
}

async function openChange(
  tx: Tx,
  { payments }: Pick<SubscriptionServices, 'payments'>,
  { memberId, asked, now }: { memberId: number; asked: ChangeAsked; now: Date },
) {
  await lockAccount(tx, memberId);
  const { when, to, profile, time, valueCents, creditCents, creditLeftCents } = await quoteShown(
    tx,
    memberId,
    asked,
    now,
  );
  if (when === 'renewal') {
    await updateProfile(tx, profile.id, { nextPlanId: to.id }, now);
    return null;
  }
  const order = await openOrder(
    tx,
    {
      memberId,
      kind: 'plan_change',
      lines: [
        {
          lineNo: 1,
          kind: 'plan_change',
          productId: to.id,
          name: to.name,
          quantity: 1,
          unitCents: to.priceCents,
          discountCents: creditCents,
          payload: {
            profileId: profile.id,
            periodMonths: to.periodMonths,
            timeId: time.id,
            creditCents: profile.creditCents,
            creditLeftCents,
            valueCents,
          },
        },
      ],
      isAutopay: false,
      idempotencyKey: asked.idempotencyKey ?? null,
      now,
    },
    payments,
  );
  return { order, profile };
}

/**
 * Changes the renewing plan, at the next renewal or at once. If at once, charges the difference to its card; if that is
 * refused, the order stays open for any method. Returns no order if nothing is due now.
 */
export async function changePlan(
  services: SubscriptionServices,
  actor: MemberActor,
  asked: ChangeAsked & { password?: unknown },
  now: Date,
): Promise<{ orderId: number | null; totalCents: number }> {
  await services.proveOwner(actor, { password: asked.password }, now);
  const opened = await services.db.transaction((tx) =>
    openChange(tx, services, { memberId: actor.memberId, asked, now }),
  );
  if (opened === null) return { orderId: null, totalCents: 0 };
  const { order, profile } = opened;
  if (order.totalCents === 0)
    await startAttempt(services.payments, actor, {
      orderId: order.id,
      gateway: 'free',
      method: 'none',
      remoteIp: null,
    });
  else await chargeProfile(services.payments, { orderId: order.id, ...cardOf(profile) });
  return { orderId: order.id, totalCents: order.totalCents };
}

/** Cancels a change pending for the next renewal. Requires reauthentication, as the change did. */
export async function keepPlan(
  services: SubscriptionServices,
  actor: MemberActor,
  { password }: { password?: unknown },
  now: Date,
): Promise<void> {
  await services.proveOwner(actor, { password }, now);
  await services.db.transaction(async (tx) => {
    await lockAccount(tx, actor.memberId);
    const profile = await changeable(tx, actor.memberId);
    await updateProfile(tx, profile.id, { nextPlanId: null }, now);
  });
}
