import type { Db, Tx } from '#db/database.ts';
import { creditOfOrder, defer, post } from '#domain/ledger/ledger.ts';
import { GIFTS } from '#domain/ledger/ledger.rules.ts';
import { lockAccount } from '#domain/payments/payments.ts';
import { checkCode, demandRealCode, givenBy, redeemCode } from '#domain/promotions/promotions.ts';
import { discountCents } from '#domain/promotions/promotions.rules.ts';
import type { ProductKind } from '#shared/payment-enums.ts';
import { endOfDays, startBehind } from '#domain/subscriptions/plan-times.rules.ts';
import { addTime, findLiveTimes, standingOf, type TimeRow } from '#domain/subscriptions/plan-times.ts';
import {
  getPlan,
  listPlans,
  type Plan,
  type ProductsOfCodes,
  type SubscriptionServices,
} from '#domain/subscriptions/subscriptions.ts';
import type { MemberActor } from '#shared/actor.ts';
import { dayHkOf } from '#shared/hk-time.ts';

const memberAsked = async (db: Db, id: number, now: Date) => ({ id, standing: await standingOf(db, id, now) });

/** Sender of a code; wrong codes are counted by member and by address. */
interface Typing {
  memberId: number;
  remoteIp: string;
}

/** Days of a plan, or one film or event with its page. */
type Redeemable = { code: string; name: string } & (
  | { gives: 'days'; days: number; startsAt: Date; endsAt: Date }
  | { gives: 'product'; path: string }
);

/** What a redeem code would grant now. Throws 70001 to 70013, and 429 after too many wrong codes. */
export async function redeemable(
  { db, products, now }: { db: Db; products: ProductsOfCodes; now: Date },
  code: string,
  { memberId, remoteIp }: Typing,
): Promise<Redeemable> {
  await demandRealCode(db, { code, use: 'redeem', memberId, remoteIp, now });
  const member = await memberAsked(db, memberId, now);
  const found = await checkCode(db, { code, use: 'redeem', member, planId: null, now });
  const { code: known, name } = found;
  const gives = givenBy(found);
  if (gives.kind === 'product')
    return { gives: 'product', code: known, name, path: products.pathOf(gives.productKind, gives.productId) };
  const startsAt = startBehind(await findLiveTimes(db, memberId, now), now);
  const { days } = gives;
  return { gives: 'days', code: known, name, days, startsAt, endsAt: endOfDays(startsAt, days) };
}

/** The offer of a link (`promotion/{code}`): a discount, or something free. */
type Offer =
  | { gives: 'product'; kind: ProductKind; isFree: boolean; code: string; name: string; path: string; endsAt: Date }
  | { gives: 'discount'; code: string; name: string; plans: { plan: Plan; totalCents: number }[]; endsAt: Date }
  | { gives: 'days'; code: string; name: string; days: number; endsAt: Date };

/** Throws 70007 if it is no offer, 70008, 70010, the limits, and 429 after too many wrong codes. */
export async function findOffer(
  { db, products, now }: { db: Db; products: ProductsOfCodes; now: Date },
  code: string,
  { memberId, remoteIp }: Typing,
): Promise<Offer> {
  await demandRealCode(db, { code, use: 'link', memberId, remoteIp, now });
  const member = await memberAsked(db, memberId, now);
  const found = await checkCode(db, { code, use: 'link', member, planId: null, now });
  const { name, endsAt, days, planIds, productKind, productIds, discountType } = found;
  if (productKind !== null) {
    const path = products.pathOf(productKind, productIds.length === 1 ? productIds[0]! : null);
    const isFree = discountType === null;
    return { gives: 'product', kind: productKind, isFree, code: found.code, name, path, endsAt };
  }
  if (days !== null) return { gives: 'days', code: found.code, name, days, endsAt };
  const plans = (await listPlans({ db, now })).filter(
    ({ id, kind }) => kind !== 'offline' && (planIds.length === 0 || planIds.includes(id)),
  );
  return {
    gives: 'discount',
    code: found.code,
    name,
    plans: plans.map((plan) => ({ plan, totalCents: plan.priceCents - discountCents(found, plan.priceCents) })),
    endsAt,
  };
}

/** From redemption on, the price of a gift is earned over its days. */
async function earnGift(tx: Tx, orderId: number, time: TimeRow, days: number, now: Date): Promise<void> {
  const today = dayHkOf(now);
  // Money that is being refunded is no longer held.
  const cents = await creditOfOrder(tx, orderId, GIFTS);
  await post(tx, [
    {
      debit: GIFTS,
      credit: 'deferred:gift',
      cents,
      kind: 'redeem',
      orderId,
      uniqueKey: `gift:${orderId}`,
      dayHk: today,
    },
  ]);
  if (cents > 0)
    await defer(tx, { orderId, lineNo: 1, kind: 'gift', cents, fromDay: dayHkOf(time.startsAt), days, today });
}

type Redeemed = { name: string } & ({ gives: 'days'; days: number; endsAt: Date } | { gives: 'product'; path: string });

/** Grants what a code is for and marks it used, in one transaction: days of a plan, a film or an event. */
export async function redeem(
  { db, products }: Pick<SubscriptionServices, 'db' | 'products'>,
  { memberId }: Pick<MemberActor, 'memberId'>,
  code: string,
  { now, remoteIp }: { now: Date; remoteIp: string },
): Promise<Redeemed> {
  await demandRealCode(db, { code, use: 'redeem', memberId, remoteIp, now });
  return db.transaction(async (tx) => {
    await lockAccount(tx, memberId);
    const member = { id: memberId, standing: await standingOf(tx, memberId, now) };
    const found = await redeemCode(tx, { code, member, now });
    const { gives } = found;
    if (gives.kind === 'product') {
      const given = await products.give(tx, { kind: gives.productKind, id: gives.productId }, memberId, now);
      return { gives: 'product', ...given };
    }
    const plan = await getPlan(tx, gives.planId);
    const isGift = found.kind === 'gift';
    const time = await addTime(tx, {
      memberId,
      planId: plan.id,
      source: isGift ? 'gift' : 'code',
      length: { days: gives.days },
      now,
    });
    if (isGift && found.orderId !== null) await earnGift(tx, found.orderId, time, gives.days, now);
    return { gives: 'days', name: found.name, days: gives.days, endsAt: time.endsAt };
  });
}
