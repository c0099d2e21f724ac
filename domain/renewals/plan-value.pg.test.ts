import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paymentAttempts, workItems } from '#db/tables/payments.ts';
import { recurringProfiles } from '#db/tables/subscriptions.ts';
import { buyPlan, openRenewal, redeem } from '#domain/buying/buying.ts';
import { refundOrder } from '#domain/payments/payments.ts';
import { findGift } from '#domain/promotions/promotions.ts';
import { wholeDays } from '#domain/subscriptions/plan-times.rules.ts';
import { findLiveTimes } from '#domain/subscriptions/plan-times.ts';
import { createSubscriberCheck } from '#domain/subscriptions/subscriptions.ts';
import { DomainError } from '#shared/domain-error.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { insertPlans, openShop, PLAN, PRICE, type Shop, tellReturn } from '#tests/factories/money/plan-shop.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { comingAt } from '#tests/factories/visitor.ts';
import { changePlan, renewDue, resumeByHand, resumeRecurring } from './renewals.ts';

// Value that moves between orders remains the money of the order that paid it: a refund of an order takes its value,
// wherever it is, and leaves what other orders paid.

const DAY_MS = 86_400_000;
const now = new Date('2026-11-21T14:30:00+08:00');
const days = (n: number) => new Date(now.getTime() + n * DAY_MS);

let database: TestDatabase;
let shop: Shop;
let me = 0;
let made = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertPlans(database.db, days(-10));
});
afterAll(() => database.close());
beforeEach(async () => {
  shop = openShop(database.db, now);
  me = await insertMember(database.db, `value${made++}@member.example`);
});

async function subscribe(planId: number): Promise<number> {
  const { orderId } = await buyPlan(shop.services, { memberId: me }, { planId, isAutopay: true }, comingAt(shop.now()));
  await shop.pay(me, orderId);
  return orderId;
}
const change = async (planId: number): Promise<number> =>
  (await changePlan(shop.services, memberActor(me), { planId, when: 'now' }, shop.now())).orderId!;
const refund = (orderId: number, cents: number | 'all' | 'unused') =>
  refundOrder(shop.services.payments, { orderId, cents, reason: 'asked', who: 'a test' });
const profile = async () =>
  (
    await database.db
      .select()
      .from(recurringProfiles)
      .where(eq(recurringProfiles.memberId, me))
      .orderBy(desc(recurringProfiles.id))
      .limit(1)
  )[0];
/** Tomorrow: the rest of the current day is never reversed. */
const isSubscriber = () => createSubscriberCheck(database.db)(me, new Date(shop.now().getTime() + DAY_MS));
const daysLeft = async () => (await findLiveTimes(database.db, me, shop.now())).map(wholeDays);
const resume = () => resumeRecurring(shop.services, memberActor(me), {}, shop.now());
async function providerSays(orderId: number, kind: 'refunded' | 'chargeback', cents: number): Promise<void> {
  const [attempt] = await database.db
    .select()
    .from(paymentAttempts)
    .where(sql`order_id = ${orderId} and state not in ('failed', 'created')`)
    .orderBy(desc(paymentAttempts.id))
    .limit(1);
  if (!attempt) throw new Error(`order ${orderId} has no attempt`);
  await tellReturn(shop, attempt, kind, cents);
}

describe('a yearly plan that was changed to a monthly one at once', () => {
  it.each(['all', 'unused'] as const)(
    'gives back its money with credit and time (%s), and nothing can be resumed',
    async (cents) => {
      const yearly = await subscribe(PLAN.yearly);
      await change(PLAN.monthly);
      expect((await profile())?.creditCents).toBe(PRICE.yearly - PRICE.monthly);
      expect(await refund(yearly, cents)).toMatchObject({ cents: PRICE.yearly });
      expect((await profile())?.creditCents).toBe(0);
      expect(await isSubscriber()).toBe(false);
      await expect(resume()).rejects.toMatchObject({ errorName: 'noRecurringProfile' });
    },
  );

  it('takes credit first, then time of the month, and refuses staff more than is left, telling them how much', async () => {
    const yearly = await subscribe(PLAN.yearly);
    await change(PLAN.monthly);
    shop.at(days(10));
    await expect(refund(yearly, 'all')).rejects.toThrow('46400 cents can go back');
    await refund(yearly, 40_000);
    expect((await profile())?.creditCents).toBe(3_200);
    expect(await daysLeft()).toEqual([30]);
    // 32 of credit and 32 of the month: it ends today.
    expect(await refund(yearly, 'unused')).toMatchObject({ cents: 6_400 });
    expect((await profile())?.creditCents).toBe(0);
    expect(await isSubscriber()).toBe(false);
    await expect(refund(yearly, 'unused')).rejects.toMatchObject({ errorName: 'conflict' });
  });

  it.each(['refunded', 'chargeback'] as const)(
    'loses what is there where its provider says %s, and a person looks at the rest',
    async (kind) => {
      const yearly = await subscribe(PLAN.yearly);
      await change(PLAN.monthly);
      shop.at(days(10));
      await providerSays(yearly, kind, PRICE.yearly);
      expect((await profile())?.creditCents).toBe(0);
      expect(await isSubscriber()).toBe(false);
      const work = await database.db.select().from(workItems).where(eq(workItems.orderId, yearly));
      expect(work.find((item) => item.kind === 'used_value_refunded')?.detail).toMatchObject({ usedCents: 1_600 });
    },
  );
});

describe('a monthly plan that was changed to a yearly one at once', () => {
  it('keeps what the month had paid when the change is refunded', async () => {
    await subscribe(PLAN.monthly);
    const yearly = await change(PLAN.yearly);
    expect(await refund(yearly, 'all')).toMatchObject({ cents: PRICE.yearly - PRICE.monthly });
    // HK$48 of a year of HK$480.
    expect(await daysLeft()).toEqual([36]);
    expect((await profile())?.state).toBe('stopped');
  });

  it('loses it with the refund of the month, and keeps what the year paid itself', async () => {
    const monthly = await subscribe(PLAN.monthly);
    const yearly = await change(PLAN.yearly);
    expect(await refund(monthly, 'all')).toMatchObject({ cents: PRICE.monthly });
    expect(await daysLeft()).toEqual([328]);
    expect(await refund(yearly, 'all')).toMatchObject({ cents: PRICE.yearly - PRICE.monthly });
    expect(await isSubscriber()).toBe(false);
  });
});

it('finds its money through two changes', async () => {
  const monthly = await subscribe(PLAN.monthly);
  const yearly = await change(PLAN.yearly);
  await change(PLAN.monthly);
  expect((await profile())?.creditCents).toBe(PRICE.yearly - PRICE.monthly);
  await refund(monthly, 'all');
  expect((await profile())?.creditCents).toBe(PRICE.yearly - PRICE.monthly - PRICE.monthly);
  await refund(yearly, 'all');
  expect((await profile())?.creditCents).toBe(0);
  expect(await isSubscriber()).toBe(false);
});

it('takes parts of months in proportion to what is left, so that two halves are all of it', async () => {
  const yearly = await subscribe(PLAN.yearly);
  await refund(yearly, PRICE.yearly / 2);
  await refund(yearly, PRICE.yearly / 2);
  expect(await isSubscriber()).toBe(false);
});

it('gives nothing by the code of a gift whose money went back in halves', async () => {
  const asked = { planId: PLAN.once, isAutopay: false, isGift: true };
  const { orderId } = await buyPlan(shop.services, { memberId: me }, asked, comingAt(shop.now()));
  await shop.pay(me, orderId);
  const { code } = (await findGift(database.db, orderId))!;
  await refund(orderId, PRICE.once / 2);
  await refund(orderId, PRICE.once / 2);
  await expect(redeem(shop.services, { memberId: me }, code, comingAt(shop.now()))).rejects.toBeInstanceOf(DomainError);
});

describe('a refund on the day of a charge', () => {
  it('in two halves stops the plan, and its card is not charged for it again', async () => {
    await subscribe(PLAN.monthly);
    shop.at(days(30));
    await renewDue(shop.services, shop.now);
    const renewal = (await findLiveTimes(database.db, me, shop.now())).at(-1)!.orderId!;
    await refund(renewal, PRICE.monthly / 2);
    expect((await profile())?.state).toBe('active');
    await refund(renewal, PRICE.monthly / 2);
    expect((await profile())?.state).toBe('stopped');
    await renewDue(shop.services, shop.now);
    expect(await isSubscriber()).toBe(false);
  });

  it('leaves a plan to renew that another purchase had moved on', async () => {
    await subscribe(PLAN.monthly);
    const asked = { planId: PLAN.once, isAutopay: false };
    const { orderId } = await buyPlan(shop.services, { memberId: me }, asked, comingAt(shop.now()));
    await shop.pay(me, orderId);
    shop.at(days(30));
    await refund(orderId, 'all');
    await renewDue(shop.services, shop.now);
    expect(await profile()).toMatchObject({ state: 'active', renewOn: '2027-01-21' });
    expect(await isSubscriber()).toBe(true);
  });
});

it('charges the day of a period paid in advance that moved up when the one before it was refunded', async () => {
  // 31 days in a row with 31 days: the moved period ends where the refunded one did.
  shop.at(days(30));
  const first = await subscribe(PLAN.monthly);
  const { orderId } = await openRenewal(shop.services, { memberId: me }, shop.now());
  await shop.pay(me, orderId);
  await refund(first, 'all');
  await resume();
  expect((await profile())?.renewOn).toBe('2027-01-21');
  shop.at(days(61));
  await renewDue(shop.services, shop.now);
  expect(await profile()).toMatchObject({ state: 'active', renewOn: '2027-02-21' });
});

describe('after a chargeback', () => {
  async function expectChargedAnew(renewal: number): Promise<void> {
    await resumeByHand(database.db, { who: 'a test', why: 'the bank was wrong' }, me, shop.now());
    await renewDue(shop.services, shop.now);
    expect(await isSubscriber()).toBe(true);
    expect((await findLiveTimes(database.db, me, shop.now())).at(-1)!.orderId).not.toBe(renewal);
    await renewDue(shop.services, shop.now);
    expect((await findLiveTimes(database.db, me, shop.now())).length).toBe(2);
  }

  it('nothing goes back again, and staff alone resume what it ended', async () => {
    const first = await subscribe(PLAN.yearly);
    await providerSays(first, 'chargeback', PRICE.yearly);
    expect(await isSubscriber()).toBe(false);
    for (const cents of ['all', 'unused', 1] as const)
      await expect(refund(first, cents)).rejects.toMatchObject({ errorName: 'conflict' });
    await buyPlan(shop.services, { memberId: me }, { planId: PLAN.once, isAutopay: false }, comingAt(shop.now())).then(
      ({ orderId }) => shop.pay(me, orderId),
    );
    await expect(resume()).rejects.toMatchObject({ errorName: 'noRecurringProfile' });
    await renewDue(shop.services, shop.now);
    expect((await profile())?.state).toBe('stopped');
    await resumeByHand(database.db, { who: 'a test', why: 'the bank was wrong' }, me, shop.now());
    expect(await profile()).toMatchObject({ state: 'active', chargedBackAt: null });
  });

  it('a period is charged anew on the day on which staff resume its plan', async () => {
    await subscribe(PLAN.monthly);
    shop.at(days(30));
    await renewDue(shop.services, shop.now);
    const renewal = (await findLiveTimes(database.db, me, shop.now())).at(-1)!.orderId!;
    await providerSays(renewal, 'chargeback', PRICE.monthly);
    expect(await isSubscriber()).toBe(false);
    await expectChargedAnew(renewal);
  });

  it('a period that credit paid is charged anew on the day on which staff resume its plan', async () => {
    const yearly = await subscribe(PLAN.yearly);
    await change(PLAN.monthly);
    shop.at(days(30));
    await renewDue(shop.services, shop.now);
    const renewal = (await findLiveTimes(database.db, me, shop.now())).at(-1)!.orderId!;
    // The credit first, then the time that it paid for.
    await providerSays(yearly, 'chargeback', PRICE.yearly);
    expect(await isSubscriber()).toBe(false);
    await expectChargedAnew(renewal);
  });

  it('a part of it leaves what was paid and not taken, and no more of it can be refunded', async () => {
    const yearly = await subscribe(PLAN.yearly);
    await providerSays(yearly, 'chargeback', PRICE.yearly / 2);
    expect(await daysLeft()).toEqual([182]);
    await expect(refund(yearly, PRICE.yearly)).rejects.toThrow(`only ${PRICE.yearly / 2} cents of it can be refunded`);
    expect(await refund(yearly, 'all')).toMatchObject({ cents: PRICE.yearly / 2 });
    expect(await isSubscriber()).toBe(false);
  });

  it('what it paid for stays where the station has it so, and nothing more is charged', async () => {
    const yearly = await subscribe(PLAN.yearly);
    Object.assign(shop.services.payments, { keepsAccessAfterChargeback: true });
    await providerSays(yearly, 'chargeback', PRICE.yearly);
    expect(await isSubscriber()).toBe(true);
    expect((await profile())?.state).toBe('stopped');
    await expect(resume()).rejects.toMatchObject({ errorName: 'noRecurringProfile' });
  });
});
