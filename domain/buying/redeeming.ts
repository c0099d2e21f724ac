import type { Db, Tx } from '#db/database.ts';
import { defer, post, transfersOf } from '#domain/ledger/ledger.ts';
import { lockAccount } from '#domain/payments/payments.ts';
import { checkCode, redeemCode, type FoundCode } from '#domain/promotions/promotions.ts';
import { discountCents } from '#domain/promotions/promotions.rules.ts';
import { endOfDays, startBehind } from '#domain/subscriptions/plan-times.rules.ts';
import { addTime, findLiveTimes, standingOf, type TimeRow } from '#domain/subscriptions/plan-times.ts';
import { getPlan, listPlans, type Plan } from '#domain/subscriptions/subscriptions.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dayHkOf } from '#shared/hk-time.ts';

async function memberAsked(db: Db, memberId: number | null, now: Date) {
  return memberId === null ? null : { id: memberId, standing: await standingOf(db, memberId, now) };
}

function planOf({ planIds }: FoundCode): number {
  const [planId] = planIds;
  if (planId === undefined) throw new DomainError('redeemCodeNotFound');
  return planId;
}

interface Redeemable {
  code: string;
  name: string;
  days: number;
  startsAt: Date;
  endsAt: Date;
}

/** What a code of its own would give now. Throws 70001 to 70013 and 21003. */
export async function redeemable(
  { db, now }: { db: Db; now: Date },
  code: string,
  memberId: number,
): Promise<Redeemable> {
  const member = await memberAsked(db, memberId, now);
  const found = await checkCode(db, { code, use: 'redeem', member, planId: null, now });
  const startsAt = startBehind(await findLiveTimes(db, memberId, now), now);
  const days = found.days ?? 0;
  return { code: found.code, name: found.name, days, startsAt, endsAt: endOfDays(startsAt, days) };
}

/** An offer of a link (`promotion/{code}`): lowers a price, or gives days for nothing. */
type Offer =
  | { gives: 'discount'; code: string; name: string; plans: { plan: Plan; totalCents: number }[]; endsAt: Date }
  | { gives: 'days'; code: string; name: string; days: number; endsAt: Date };

/** Throws 70007 where it is none, 70008, 70010 and the limits. A guest is told what there is, not whether they may. */
export async function findOffer(
  { db, now }: { db: Db; now: Date },
  code: string,
  memberId: number | null,
): Promise<Offer> {
  const member = await memberAsked(db, memberId, now);
  const found = await checkCode(db, { code, use: 'link', member, planId: null, now });
  const { name, endsAt, days, planIds } = found;
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

/** What of a gift's price is here: a part may be on its way back. */
async function liabilityOf(tx: Tx, orderId: number): Promise<number> {
  const moved = await transfersOf(tx, orderId);
  return moved.reduce(
    (sum, { debit, credit, cents }) => sum + (credit === 'gifts' ? cents : 0) - (debit === 'gifts' ? cents : 0),
    0,
  );
}

/** What was paid for a gift is earned from now on, over its days. */
async function earnGift(tx: Tx, orderId: number, time: TimeRow, days: number, now: Date): Promise<void> {
  const today = dayHkOf(now);
  const cents = await liabilityOf(tx, orderId);
  await post(tx, [
    {
      debit: 'gifts',
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

interface Redeemed {
  name: string;
  days: number;
  endsAt: Date;
}

/** Gives the days of a code and marks it used, in one transaction. */
export async function redeem(
  { db }: { db: Db },
  { memberId }: Pick<MemberActor, 'memberId'>,
  code: string,
  now: Date,
): Promise<Redeemed> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, memberId);
    const member = { id: memberId, standing: await standingOf(tx, memberId, now) };
    const found = await redeemCode(tx, { code, member, now });
    const plan = await getPlan(tx, planOf(found));
    const isGift = found.kind === 'gift';
    const time = await addTime(tx, {
      memberId,
      planId: plan.id,
      source: isGift ? 'gift' : 'code',
      length: { days: found.days },
      now,
    });
    if (isGift && found.orderId !== null) await earnGift(tx, found.orderId, time, found.days, now);
    return { name: found.name, days: found.days, endsAt: time.endsAt };
  });
}
