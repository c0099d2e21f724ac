import type { Db, Tx } from '#db/database.ts';
import { hasPendingApplication } from '#domain/offline-applications/offline-applications.ts';
import { getOpenOrder, openOrder, ordersBefore, type Order } from '#domain/payments/payments.ts';
import { checkCode, demandRealCode, holdCode, type FoundCode } from '#domain/promotions/promotions.ts';
import { discountCents, type Standing } from '#domain/promotions/promotions.rules.ts';
import { openOwnPeriod } from '#domain/renewals/renewals.ts';
import { anchorOf, endOfDays, endOfPeriod, lastDayOf, startBehind } from '#domain/subscriptions/plan-times.rules.ts';
import { findLastTime, findLiveTimes, standingOf, type TimeRow } from '#domain/subscriptions/plan-times.ts';
import { findLiveProfile } from '#domain/subscriptions/profiles.ts';
import { planForSale, type Plan, type SubscriptionServices } from '#domain/subscriptions/subscriptions.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError, type ErrorName } from '#shared/domain-error.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { offeredBy } from './archive-offer.ts';

// The door: purchases, redemptions and manual grants.

export { archiveOffer } from './archive-offer.ts';
export { planFulfilments } from './plan-fulfilment.ts';
export { findOffer, redeem, redeemable } from './redeeming.ts';

/** Maximum plans waiting behind the running one (20002). */
const MAX_WAITING = 3;

export interface BuyAsked {
  planId: number;
  isAutopay: boolean;
  /** A gift: its code is mailed to the buyer. */
  isGift?: boolean;
  code?: string | undefined;
  /** From the archive offer, which showed the plan and price. */
  offerToken?: string | undefined;
  /** The price shown on the button, if any. */
  priceCents?: number | undefined;
  extraData?: Record<string, unknown> | undefined;
  idempotencyKey?: string | null;
  returnPath?: string | null;
}

type Bought = Pick<BuyAsked, 'planId' | 'isAutopay' | 'isGift'>;

/** The buyer's current state. */
interface Buyer {
  id: number;
  standing: Standing;
  /** Unexpired periods. */
  times: readonly TimeRow[];
}

async function buyerNow(db: Db, id: number, now: Date): Promise<Buyer> {
  const times = await findLiveTimes(db, id, now);
  return { id, times, standing: await standingOf(db, id, now, times) };
}

/** Checks whether the member can have this plan besides existing ones: throws 20002, 23001. */
async function demandRoom(db: Db, { id: memberId, times }: Buyer, plan: Plan, now: Date): Promise<void> {
  if (await hasPendingApplication(db, memberId)) throw new DomainError('offlinePending');
  if (plan.periodMonths !== null && (await findLiveProfile(db, memberId)) !== null)
    throw new DomainError('subscriptionExisted');
  demandQueue(times, now);
}

function demandQueue(times: readonly TimeRow[], now: Date): void {
  const waiting = times.filter(({ startsAt, source }) => startsAt > now && source !== 'grace');
  if (waiting.length >= MAX_WAITING) throw new DomainError('subscriptionExisted');
}

async function planAsked(
  db: Db,
  { standing }: Buyer,
  asked: Bought & Pick<BuyAsked, 'priceCents'>,
  now: Date,
): Promise<{ plan: Plan; unitCents: number }> {
  const { planId, priceCents, isAutopay, isGift } = asked;
  // The recipient of a gift is unknown.
  const sale = await planForSale(db, { planId, standing: isGift ? 'new' : standing, priceCents, now });
  const { kind, periodMonths } = sale.plan;
  // Offline plans have their own application; a gift is a number of days.
  if (kind === 'offline' || (isGift && periodMonths !== null)) throw new DomainError('planNotFound');
  if (isAutopay && periodMonths === null) throw new DomainError('invalidParam', 'the plan does not renew');
  return sale;
}

/** Counts a typed code if it is wrong, and throws after too many. */
async function demandReal(
  db: Db,
  typed: string | undefined,
  by: { memberId: number; remoteIp: string; now: Date },
): Promise<void> {
  const code = typed?.trim() ?? '';
  if (code !== '') await demandRealCode(db, { code, use: 'discount', ...by });
}

/** The member's own hold on the code by this order is ignored: the order is returned again or replaced. */
async function findAskedCode(
  db: Db,
  { id, standing }: Buyer,
  asked: { code: string | undefined; planId: number; ofOrderId: number | undefined; now: Date },
): Promise<FoundCode | null> {
  const code = asked.code?.trim() ?? '';
  if (code === '') return null;
  const member = { id, standing };
  return checkCode(db, { ...asked, code, use: 'discount', member });
}

async function openPlanOrder(
  tx: Tx,
  { payments, secretKey }: Pick<SubscriptionServices, 'payments' | 'secretKey'>,
  { memberId, asked, now }: { memberId: number; asked: BuyAsked; now: Date },
): Promise<Order> {
  const isGift = asked.isGift === true;
  const kind = isGift ? 'gift' : 'subscription';
  const idempotencyKey = asked.idempotencyKey || null;
  const before = await ordersBefore(tx, { memberId, kind, idempotencyKey });
  // A repeated submit gets the original order, whatever changed since.
  if (before.known) return before.known;
  const offer = asked.offerToken === undefined ? null : offeredBy(secretKey, asked.offerToken, now);
  if (offer !== null && offer.planId !== asked.planId)
    throw new DomainError('planNotFound', 'the offer is for another plan');
  const buyer = await buyerNow(tx, memberId, now);
  const { plan, unitCents } = await planAsked(tx, buyer, { ...asked, ...offer }, now);
  if (!isGift) await demandRoom(tx, buyer, plan, now);
  const code = await findAskedCode(tx, buyer, { code: asked.code, planId: plan.id, ofOrderId: before.open?.id, now });
  const order = await openOrder(
    tx,
    {
      memberId,
      kind,
      lines: [
        {
          lineNo: 1,
          kind,
          productId: plan.id,
          name: plan.name,
          quantity: 1,
          unitCents,
          discountCents: code ? discountCents(code, unitCents) : 0,
          payload: {
            days: plan.days,
            periodMonths: plan.periodMonths,
            codeId: code?.codeId ?? null,
            isOffer: offer !== null,
          },
        },
      ],
      isAutopay: asked.isAutopay,
      idempotencyKey,
      returnPath: asked.returnPath ?? null,
      extraData: asked.extraData ?? null,
      now,
    },
    payments,
    before,
  );
  if (code !== null && order.state === 'open') await holdCode(tx, code, { memberId, orderId: order.id, now });
  return order;
}

/**
 * Opens the order of a plan (AP-036), with a code (AP-038), or of a gift. Contacts no provider; a repeated submit
 * returns the same order. 429 after too many wrong codes.
 */
export async function buyPlan(
  services: Pick<SubscriptionServices, 'db' | 'payments' | 'secretKey'>,
  { memberId }: Pick<MemberActor, 'memberId'>,
  asked: BuyAsked,
  { now, remoteIp }: { now: Date; remoteIp: string },
): Promise<{ orderId: number; totalCents: number }> {
  // Before the transaction, so that a wrong code stays counted.
  await demandReal(services.db, asked.code, { memberId, remoteIp, now });
  return openPlan(services, memberId, asked, now);
}

async function openPlan(
  services: Pick<SubscriptionServices, 'db' | 'payments' | 'secretKey'>,
  memberId: number,
  asked: BuyAsked,
  now: Date,
): Promise<{ orderId: number; totalCents: number }> {
  const order = await services.db.transaction((tx) => openPlanOrder(tx, services, { memberId, asked, now }));
  return { orderId: order.id, totalCents: order.totalCents };
}

/**
 * Manual payment, by any method, of a charge that failed or is due soon: extends from the old end. A member without a
 * stored card buys the former plan, which queues behind existing time.
 */
export async function openRenewal(
  services: Pick<SubscriptionServices, 'db' | 'payments' | 'secretKey'>,
  { memberId }: Pick<MemberActor, 'memberId'>,
  now: Date,
): Promise<{ orderId: number; totalCents: number }> {
  const { db } = services;
  const order = await db.transaction(async (tx) => {
    const opened = await openOwnPeriod(tx, services, { memberId, now });
    if (opened !== null) demandQueue(await findLiveTimes(tx, memberId, now), now);
    return opened;
  });
  if (order !== null) return { orderId: order.id, totalCents: order.totalCents };
  const last = await findLastTime(db, memberId);
  if (last === null) throw new DomainError('noRecurringProfile');
  return openPlan(services, memberId, { planId: last.planId, isAutopay: false }, now);
}

export interface Quote {
  plan: Plan;
  fullCents: number;
  discountCents: number;
  totalCents: number;
  /** Why the code is invalid; null if it is valid or absent. */
  codeFault: ErrorName | null;
  /** If too many codes were tried: seconds until another is allowed. */
  codeRetryAfterSeconds: number | null;
  startsAt: Date;
  endsAt: Date;
  /** Day and amount of the next charge of a renewing plan. */
  renewsOn: DayHk | null;
  renewsCents: number;
}

/** Price and effect of a purchase now; also used while a code is typed. */
export async function quotePlan(
  { db, now }: { db: Db; now: Date },
  memberId: number,
  asked: { planId: number; isGift?: boolean } & ({ code?: undefined } | { code: string; remoteIp: string }),
): Promise<Quote> {
  const isGift = asked.isGift === true;
  const buyer = await buyerNow(db, memberId, now);
  const { plan, unitCents } = await planAsked(db, buyer, { planId: asked.planId, isAutopay: false, isGift }, now);
  if (!isGift) await demandRoom(db, buyer, plan, now);
  const open = await getOpenOrder(db, memberId, isGift ? 'gift' : 'subscription');
  let codeFault: ErrorName | null = null;
  let codeRetryAfterSeconds: number | null = null;
  let off = 0;
  try {
    if (asked.code !== undefined) await demandReal(db, asked.code, { memberId, remoteIp: asked.remoteIp, now });
    const code = await findAskedCode(db, buyer, { code: asked.code, planId: plan.id, ofOrderId: open?.id, now });
    if (code !== null) off = discountCents(code, unitCents);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    codeFault = error.errorName;
    codeRetryAfterSeconds = error.retryAfterSeconds;
  }
  const startsAt = isGift ? now : startBehind(buyer.times, now);
  const endsAt =
    plan.periodMonths === null
      ? endOfDays(startsAt, plan.days)
      : endOfPeriod(startsAt, plan.periodMonths, anchorOf(startsAt));
  return {
    plan,
    fullCents: unitCents,
    discountCents: off,
    totalCents: unitCents - off,
    codeFault,
    codeRetryAfterSeconds,
    startsAt,
    endsAt,
    renewsOn: plan.periodMonths === null ? null : lastDayOf(endsAt),
    renewsCents: plan.periodMonths === null ? 0 : plan.priceCents,
  };
}
