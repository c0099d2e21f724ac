import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { transfersOf } from '#domain/ledger/ledger.ts';
import { lockAccount, refundOrder, startAttempt } from '#domain/payments/payments.ts';
import { findGift, makeBatch } from '#domain/promotions/promotions.ts';
import {
  changeCreditCard,
  changePlan,
  quotePlanChange,
  renewDue,
  resumeRecurring,
  stopByLink,
  stopRecurring,
  stopUrl,
} from '#domain/renewals/renewals.ts';
import { wholeDays } from '#domain/subscriptions/plan-times.rules.ts';
import { addTime, addGrace, findLiveTimes, takeTimeBack } from '#domain/subscriptions/plan-times.ts';
import { findProfile } from '#domain/subscriptions/profiles.ts';
import { createSubscriberCheck } from '#domain/subscriptions/subscriptions.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { insertPlans, openShop, PLAN, PRICE, type Shop } from '#tests/factories/money/plan-shop.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { comingAt, TEST_IP } from '#tests/factories/visitor.ts';
import { buyPlan, quotePlan, redeem } from './buying.ts';
import { repricePlan, sellPlan } from './by-hand.ts';

let database: TestDatabase;
let shop: Shop;
let me = 0;
let made = 0;
const now = new Date('2026-11-21T14:30:00+08:00');
const days = (n: number) => new Date(now.getTime() + n * 86_400_000);
const hand = { who: 'a test', why: 'to see' };

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPlans(database.db, days(-10));
});
afterAll(() => database.close());
beforeEach(async () => {
  shop = openShop(database.db, now);
  me = await insertMember(database.db, `buyer${made++}@member.example`);
});

/** Each from a separate address, because concurrent checks of codes at one address wait for each other. */
const buy = (over: Partial<Parameters<typeof buyPlan>[2]> = {}, memberId = me) =>
  buyPlan(
    shop.services,
    { memberId },
    { planId: PLAN.once, isAutopay: false, ...over },
    comingAt(shop.now(), `198.51.${(memberId >> 8) & 255}.${memberId & 255}`),
  );
const renewing = { planId: PLAN.monthly, isAutopay: true };
const own = (at = shop.now()) => findLiveTimes(database.db, me, at);
const refusedBy = (errorName: string) => ({ errorName });
const code = (over: object) =>
  database.db.transaction((tx) =>
    makeBatch(tx, {
      kind: 'discount',
      name: '優惠',
      discount: { type: 2, value: 10 },
      planIds: [],
      startsAt: days(-1),
      endsAt: days(90),
      maxPerMember: 1,
      maxInAll: 100,
      eligible: 'all',
      codes: 1,
      maxUses: 100,
      who: 'a test',
      ...over,
    }),
  );

it('answers the same press with the same order, 20 at once too, and opens access with the money', async () => {
  const pressed = await Promise.all(Array.from({ length: 20 }, () => buy({ idempotencyKey: 'press' })));
  expect(new Set(pressed.map(({ orderId }) => orderId)).size).toBe(1);
  const again = await buy();
  expect(again).toEqual({ orderId: pressed[0]!.orderId, totalCents: PRICE.once });
  expect(await createSubscriberCheck(database.db)(me, now)).toBe(false);
  await shop.pay(me, again.orderId);
  expect(await createSubscriberCheck(database.db)(me, now)).toBe(true);
  expect((await own()).map(wholeDays)).toEqual([250]);
});

it('queues what is bought behind what runs, and refuses a fourth that waits (20002)', async () => {
  for (let n = 0; n < 4; n++) await shop.pay(me, (await buy()).orderId);
  await expect(buy()).rejects.toMatchObject(refusedBy('subscriptionExisted'));
  const times = await own();
  expect(times.map(wholeDays)).toEqual([250, 250, 250, 250]);
  for (const [i, { startsAt }] of times.slice(1).entries()) expect(startsAt).toEqual(times[i]!.endsAt);
});

it('sells no second plan that renews (20002), none beside an open checkout (20006), none that is not offered (20008)', async () => {
  const { orderId } = await buy(renewing);
  await shop.pay(me, orderId);
  await expect(buy(renewing)).rejects.toMatchObject(refusedBy('subscriptionExisted'));
  await expect(buy({ planId: 999 })).rejects.toMatchObject(refusedBy('planNotFound'));
  await expect(buy({ planId: PLAN.offline })).rejects.toMatchObject(refusedBy('planNotFound'));
  await expect(buy({ priceCents: 1 })).rejects.toMatchObject(refusedBy('planNotFound'));
  await expect(buy({ isAutopay: true })).rejects.toMatchObject(refusedBy('invalidParam'));
  const open = await buy();
  const begun = { orderId: open.orderId, gateway: 'mpgs', method: 'card', remoteIp: TEST_IP } as const;
  await startAttempt(shop.services.payments, memberActor(me), begun);
  const { codes } = await code({});
  await expect(buy({ code: codes[0] })).rejects.toMatchObject(refusedBy('transactionProcessing'));
  expect(await buy()).toEqual(open);
});

it('sells at the price on the button for an hour after it changed, without a deployment', async () => {
  const { db } = database;
  try {
    await repricePlan(db, hand, PLAN.once, 42_000, now);
    expect((await buy({ priceCents: PRICE.once })).totalCents).toBe(PRICE.once);
    expect((await buy()).totalCents).toBe(42_000);
    shop.at(new Date(now.getTime() + 3_600_001));
    await expect(buy({ priceCents: PRICE.once })).rejects.toMatchObject(refusedBy('planNotFound'));
    await sellPlan(db, hand, PLAN.once, { sellsUntil: now }, now);
    await expect(buy()).rejects.toMatchObject(refusedBy('planNotFound'));
  } finally {
    await sellPlan(db, hand, PLAN.once, { sellsUntil: null }, now);
    await repricePlan(db, hand, PLAN.once, PRICE.once, now);
  }
});

it('lowers the price by a code that is held while it may be paid, and shows why one does not hold', async () => {
  const { codes } = await code({});
  const given = codes[0]!;
  const quote = await quotePlan({ db: database.db, now }, me, { planId: PLAN.once, code: given, remoteIp: TEST_IP });
  expect(quote).toMatchObject({ fullCents: 38_800, discountCents: 3_880, totalCents: 34_920, codeFault: null });
  const { orderId, totalCents } = await buy({ code: given });
  expect(totalCents).toBe(34_920);
  expect(await buy({ code: given })).toEqual({ orderId, totalCents });
  await expect(buy({ code: given, isGift: true })).rejects.toMatchObject(refusedBy('codeInProcess'));
  await shop.pay(me, orderId);
  await expect(buy({ code: given })).rejects.toMatchObject(refusedBy('codeMemberLimit'));
  const { codes: other } = await code({ planIds: [PLAN.yearly] });
  await expect(buy({ code: other[0] })).rejects.toMatchObject(refusedBy('codeNotForPlan'));
  await expect(buy({ code: 'NOSUCH' })).rejects.toMatchObject(refusedBy('discountCodeNotFound'));
  const asked = await quotePlan({ db: database.db, now }, me, { planId: PLAN.once, code: 'NOSUCH', remoteIp: TEST_IP });
  expect(asked).toMatchObject({ totalCents: 38_800, codeFault: 'discountCodeNotFound' });
});

it('mails a gift that anybody may redeem once, behind what they have', async () => {
  const other = await insertMember(database.db, `given${made++}@member.example`);
  const { orderId } = await buy({ isGift: true });
  await shop.pay(me, orderId);
  expect(await own()).toEqual([]);
  const { code: gift } = (await findGift(database.db, orderId))!;
  expect(await redeem(shop.services, { memberId: other }, gift, comingAt(now))).toMatchObject({ days: 250 });
  await expect(redeem(shop.services, { memberId: me }, gift, comingAt(now))).rejects.toThrow();
  expect(await createSubscriberCheck(database.db)(other, now)).toBe(true);
});

it('lays times that never overlap, whoever lays them at once, and lets nobody lay others', async () => {
  const add = () =>
    database.db.transaction(async (tx) => {
      await lockAccount(tx, me);
      await addTime(tx, { memberId: me, planId: PLAN.once, source: 'hand', length: { days: 3 }, now });
    });
  await Promise.all(Array.from({ length: 12 }, add));
  const times = await own();
  expect(times.map(wholeDays)).toEqual(Array.from({ length: 12 }, () => 3));
  const overlap = sql`insert into subscriptions (member_id, plan_id, source, starts_at, ends_at)
    values (${me}, ${PLAN.once}, 'hand', ${days(1).toISOString()}, ${days(2).toISOString()})`;
  await expect(database.db.execute(overlap)).rejects.toThrow();
});

it('takes back from the end, and moves up what waits', async () => {
  const first = await buy();
  await shop.pay(me, first.orderId);
  await shop.pay(me, (await buy()).orderId);
  const take = (taken: number | 'all') =>
    database.db.transaction((tx) => takeTimeBack(tx, { orderId: first.orderId, days: taken, now }));
  await take(100);
  expect((await own()).map(wholeDays)).toEqual([150, 250]);
  await take('all');
  const [left, ...none] = await own();
  expect(none).toEqual([]);
  expect(left).toMatchObject({ startsAt: now });
  expect(wholeDays(left!)).toBe(250);
});

it('puts what is bought in the place of grace', async () => {
  await database.db.transaction((tx) =>
    addGrace(tx, { memberId: me, planId: PLAN.once, profileId: 0, until: days(5), now: days(-1) }),
  );
  await shop.pay(me, (await buy()).orderId);
  const times = await own();
  expect(times.map(({ source }) => source)).toEqual(['order']);
  expect(times[0]!.startsAt).toEqual(now);
});

it('changes a plan at once for the difference, or at the next renewal, and 30006 without one', async () => {
  const { db } = database;
  await expect(quotePlanChange({ db, now }, me, { planId: PLAN.yearly })).rejects.toMatchObject(
    refusedBy('noRecurringProfile'),
  );
  await shop.pay(me, (await buy(renewing)).orderId);
  shop.at(days(6));
  const at = shop.now();
  const quote = await quotePlanChange({ db, now: at }, me, { planId: PLAN.yearly });
  // 21 November to 21 December: 30 days, of which 24 are whole and unused.
  expect(quote).toMatchObject({ when: 'now', unusedDays: 24, creditCents: 3_840, totalCents: 44_160 });
  await changePlan(shop.services, memberActor(me), { planId: PLAN.yearly, totalCents: 44_160 }, at);
  const times = await own();
  expect(times).toHaveLength(1);
  expect(times[0]).toMatchObject({ planId: PLAN.yearly, startsAt: at, endsAt: quote.endsAt });
  expect(await findProfile({ db, now: at }, me)).toMatchObject({ planId: PLAN.yearly, renewOn: '2027-11-27' });
  // Back to monthly: cheaper than what is left, so from the next renewal.
  const back = await quotePlanChange({ db, now: at }, me, { planId: PLAN.monthly });
  expect(back).toMatchObject({ when: 'renewal', totalCents: 0 });
  await changePlan(shop.services, memberActor(me), { planId: PLAN.monthly }, at);
  expect(await findProfile({ db, now: at }, me)).toMatchObject({ nextPlanName: 'monthly', renewCents: PRICE.monthly });
});

it('stops, starts again, and stops by the link of a mail without a log-in; another card costs nothing', async () => {
  const { db } = database;
  await expect(stopRecurring(db, me, now)).rejects.toMatchObject(refusedBy('noRecurringProfile'));
  await shop.pay(me, (await buy(renewing)).orderId);
  const profile = (await findProfile({ db, now }, me))!;
  const card = await changeCreditCard(shop.services, memberActor(me), { profileId: profile.id }, now);
  await shop.pay(me, card.orderId);
  const other = await insertMember(db, `other${made++}@member.example`);
  await expect(
    changeCreditCard(shop.services, memberActor(other), { profileId: profile.id }, now),
  ).rejects.toMatchObject(refusedBy('noRecurringProfile'));
  expect(await stopRecurring(db, me, now)).toBe('stopped');
  expect(await findProfile({ db, now }, me)).toMatchObject({ state: 'stopped', renewOn: null });
  await resumeRecurring(shop.services, memberActor(me), {}, now);
  expect(await findProfile({ db, now }, me)).toMatchObject({ state: 'active', renewOn: '2026-12-21' });
  const token = new URL(stopUrl(shop.services, profile)).searchParams.get('token')!;
  await expect(stopByLink(shop.services, `${profile.id}.${'A'.repeat(43)}`, now)).rejects.toThrow();
  await stopByLink(shop.services, token, now);
  await stopByLink(shop.services, token, now);
  expect(await findProfile({ db, now }, me)).toMatchObject({ state: 'stopped' });
  expect(await createSubscriberCheck(db)(me, days(29))).toBe(true);
});

it('sells at the lower price to 100 of 500 who press at once with a code for 100', async () => {
  const { codes } = await code({ maxUses: 100, maxInAll: 1_000 });
  const askers: number[] = [];
  for (let i = 0; i < 500; i++) askers.push(await insertMember(database.db, `crowd${made++}@member.example`));
  const pressed = await Promise.allSettled(askers.map((memberId) => buy({ code: codes[0] }, memberId)));
  const sold = pressed.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(sold).toHaveLength(100);
  expect(new Set(sold.map(({ totalCents }) => totalCents))).toEqual(new Set([34_920]));
  for (const one of pressed) if (one.status === 'rejected') expect(one.reason).toMatchObject(refusedBy('codeLimit'));
}, 120_000);

it('answers a press that comes again after it was paid with its order, whatever it would be refused now', async () => {
  const press = { ...renewing, idempotencyKey: 'once', priceCents: PRICE.monthly };
  const { orderId, totalCents } = await buy(press);
  await shop.pay(me, orderId);
  shop.at(days(2));
  expect(await buy(press)).toEqual({ orderId, totalCents });
  await expect(buy(renewing)).rejects.toMatchObject(refusedBy('subscriptionExisted'));
});

it('renews by a card alone (30006), and takes a method that cannot for the same plan once', async () => {
  const { orderId } = await buy(renewing);
  const begin = (gateway: 'payme' | 'paydollar', method: 'payme' | 'alipay') =>
    startAttempt(shop.services.payments, memberActor(me), { orderId, gateway, method, remoteIp: TEST_IP });
  await expect(begin('payme', 'payme')).rejects.toMatchObject(refusedBy('noRecurringProfile'));
  await expect(begin('paydollar', 'alipay')).rejects.toMatchObject(refusedBy('noRecurringProfile'));
});

it('keeps the series to its day where it is started again after more was bought', async () => {
  const { db } = database;
  await shop.pay(me, (await buy(renewing)).orderId);
  await stopRecurring(db, me, now);
  await shop.pay(me, (await buy()).orderId);
  await resumeRecurring(shop.services, memberActor(me), {}, now);
  const { renewOn } = (await findProfile({ db, now }, me))!;
  expect(renewOn).toBe('2027-08-28');
  shop.at(new Date(`${renewOn}T09:00:00+08:00`));
  await renewDue(shop.services, shop.now);
  const renewed = (await own()).at(-1)!;
  expect(wholeDays(renewed)).toBe(31);
});

it('charges what a change of plan cost on the button for an hour, over midnight and over a new price', async () => {
  const { db } = database;
  await shop.pay(me, (await buy(renewing)).orderId);
  const shownAt = new Date('2026-11-27T23:50:00+08:00');
  const { totalCents } = await quotePlanChange({ db, now: shownAt }, me, { planId: PLAN.yearly });
  const asked = { planId: PLAN.yearly, totalCents };
  shop.at(new Date('2026-11-28T00:10:00+08:00'));
  const { totalCents: anew } = await quotePlanChange({ db, now: shop.now() }, me, { planId: PLAN.yearly });
  expect(anew).toBeGreaterThan(totalCents);
  shop.at(new Date('2026-11-28T01:10:00+08:00'));
  await expect(changePlan(shop.services, memberActor(me), asked, shop.now())).rejects.toMatchObject(
    refusedBy('planNotFound'),
  );
  shop.at(new Date('2026-11-28T00:40:00+08:00'));
  expect(await changePlan(shop.services, memberActor(me), asked, shop.now())).toMatchObject({ totalCents });
});

it('charges nobody more who got all of a changed plan back, and goes on charging who got a part of an old one', async () => {
  const { db } = database;
  const refund = (orderId: number, cents: number | 'all') =>
    refundOrder(shop.services.payments, { orderId, cents, reason: 'asked', who: 'a test' });
  await shop.pay(me, (await buy()).orderId);
  const first = await buy();
  await shop.pay(me, first.orderId);
  await refund(first.orderId, 1_000);
  expect((await own()).map(wholeDays)).toEqual([250, 243]);
  const other = await insertMember(db, `other${made++}@member.example`);
  await shop.pay(other, (await buy(renewing, other)).orderId);
  const { orderId } = await changePlan(shop.services, memberActor(other), { planId: PLAN.yearly }, shop.now());
  await refund(orderId!, 'all');
  expect(await findProfile({ db, now }, other)).toMatchObject({ state: 'stopped', renewOn: null });
  // The former plan's payment remains as time of the new one.
  expect((await findLiveTimes(db, other, now)).map(wholeDays)).toEqual([36]);
});

it('gives by a gift the days that were kept paid, and its books end at nought', async () => {
  const { db } = database;
  const { orderId } = await buy({ isGift: true });
  await shop.pay(me, orderId);
  await refundOrder(shop.services.payments, { orderId, cents: PRICE.once / 2, reason: 'asked', who: 'a test' });
  const { code: gift } = (await findGift(db, orderId))!;
  expect(await redeem(shop.services, { memberId: me }, gift, comingAt(now))).toMatchObject({ days: 125 });
  const moved = await transfersOf(db, orderId);
  const of = (account: string) =>
    moved.reduce(
      (sum, { debit, credit, cents }) => sum + (credit === account ? cents : 0) - (debit === account ? cents : 0),
      0,
    );
  expect([of('gifts'), of('deferred:gift')]).toEqual([0, PRICE.once / 2]);
  await expect(
    refundOrder(shop.services.payments, { orderId, cents: 'all', reason: 'asked', who: 'a test' }),
  ).rejects.toMatchObject({ errorName: 'conflict', detail: { why: 'gift-redeemed' } });
});
