import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orders, paymentAttempts, workItems } from '#db/tables/payments.ts';
import { creditLots, recurringProfiles, subscriptions } from '#db/tables/subscriptions.ts';
import { buyPlan, redeem } from '#domain/buying/buying.ts';
import { balances, unearnedOf } from '#domain/ledger/ledger.ts';

import { expireOrders, keptCents, recordFacts, refundOrder, sendDueRefunds } from '#domain/payments/payments.ts';
import { makeBatch } from '#domain/promotions/promotions.ts';
import { unusedValue, valueOfOrder } from '#domain/subscriptions/credit.ts';
import { wholeDays } from '#domain/subscriptions/plan-times.rules.ts';
import { findLiveTimes } from '#domain/subscriptions/plan-times.ts';
import { createSubscriberCheck } from '#domain/subscriptions/subscriptions.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { DomainError } from '#shared/domain-error.ts';
import { closeDays } from '#domain/ledger/seals.ts';
import { LEDGER_KEY } from '#tests/factories/ledger-key.ts';
import { insertMember } from '#tests/factories/member-services.ts';
import { actorOf, insertPlans, openShop, PLAN, PRICE, type Shop } from '#tests/factories/plan-shop.ts';
import { dice } from '#tests/factories/place-simulation.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
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
  const { orderId } = await buyPlan(shop.services, { memberId: me }, { planId, isAutopay: true }, shop.now());
  await shop.pay(me, orderId);
  return orderId;
}
const change = async (planId: number): Promise<number> =>
  (await changePlan(shop.services, actorOf(me), { planId, when: 'now' }, shop.now())).orderId!;
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
const resume = () => resumeRecurring(shop.services, actorOf(me), {}, shop.now());
let told = 0;
async function providerSays(orderId: number, kind: 'refunded' | 'chargeback', cents: number): Promise<void> {
  const [attempt] = await database.db
    .select()
    .from(paymentAttempts)
    .where(sql`order_id = ${orderId} and state not in ('failed', 'created')`)
    .orderBy(desc(paymentAttempts.id))
    .limit(1);
  if (!attempt) throw new Error(`order ${orderId} has no attempt`);
  await recordFacts(shop.services.payments, [
    {
      gateway: attempt.gateway,
      attempt: attempt.number,
      gatewayTxn: `told-${++told}`,
      kind,
      cents,
      currency: 'HKD',
      at: shop.now(),
      detail: {},
      source: 'notice',
    },
  ]);
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

describe('after a chargeback', () => {
  it('nothing goes back again, and staff alone resume what it ended', async () => {
    const first = await subscribe(PLAN.yearly);
    await providerSays(first, 'chargeback', PRICE.yearly);
    expect(await isSubscriber()).toBe(false);
    for (const cents of ['all', 'unused', 1] as const)
      await expect(refund(first, cents)).rejects.toMatchObject({ errorName: 'conflict' });
    await buyPlan(shop.services, { memberId: me }, { planId: PLAN.once, isAutopay: false }, shop.now()).then(
      ({ orderId }) => shop.pay(me, orderId),
    );
    await expect(resume()).rejects.toMatchObject({ errorName: 'noRecurringProfile' });
    await renewDue(shop.services, shop.now);
    expect((await profile())?.state).toBe('stopped');
    await resumeByHand(database.db, { who: 'a test', why: 'the bank was wrong' }, me, shop.now());
    expect(await profile()).toMatchObject({ state: 'active', chargedBackAt: null });
  });

  it('a part of it leaves what was paid and not taken, and no more of it can be refunded', async () => {
    const yearly = await subscribe(PLAN.yearly);
    await providerSays(yearly, 'chargeback', PRICE.yearly / 2);
    expect(await daysLeft()).toEqual([182]);
    await expect(refund(yearly, PRICE.yearly)).rejects.toThrow(`${PRICE.yearly / 2} cents of it are left`);
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

// CHAINS

const CHAINS = Number(process.env.VALUE_CHAINS ?? 16);
const SEED = Number(process.env.VALUE_SEED ?? 881);
const STEPS = 9;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Inconsistencies in everyone's orders, periods, credit and books. */
async function faultsOf(): Promise<string[]> {
  const { db } = database;
  const at = shop.now();
  const faults: string[] = [];
  const accounts = new Map((await balances(db)).map(({ account, cents }) => [account, cents]));
  const lots = await db.select().from(creditLots);
  const left = sum(lots.map(({ leftCents }) => leftCents));
  if (-(accounts.get('credit:members') ?? 0) !== left)
    faults.push(`lots have ${left}, the books ${accounts.get('credit:members')}`);
  for (const { id, creditCents } of await db.select().from(recurringProfiles)) {
    const own = sum(lots.filter(({ profileId }) => profileId === id).map(({ leftCents }) => leftCents));
    if (own !== creditCents) faults.push(`profile ${id} says ${creditCents} and its lots ${own}`);
  }
  const times = await db.select().from(subscriptions);
  let [held, earnedLater] = [0, 0];
  const all = await db.select().from(orders).where(eq(orders.memberId, me));
  for (const order of all.filter(({ fulfilledAt }) => fulfilledAt !== null)) {
    const { id } = order;
    const time = times.find(({ orderId, source }) => orderId === id && source !== 'credit');
    const isRunning = time !== undefined && time.endsAt > at && wholeDays({ startsAt: at, endsAt: time.endsAt }) > 0;
    const { cents } = await valueOfOrder(db, id);
    earnedLater += await unearnedOf(db, id, dayHkOf(at));
    if (isRunning && cents === 0 && order.totalCents > 0) faults.push(`order ${id} gives time for nothing`);
    // No order's value exceeds its remaining money.
    const value = await unusedValue(db, id, at);
    const kept = await keptCents(db, id);
    if (value && value.cents > kept) faults.push(`order ${id} keeps ${kept} and its value is ${value.cents}`);
    held += kept;
  }
  if ([...accounts.values()].reduce((a, b) => a + b, 0) !== 0) faults.push('the books do not balance');
  return [...faults, ...(held < 0 || earnedLater < 0 ? ['less than nothing is held'] : [])];
}

/** Money at all providers less what products, credit and refunds account for. */
async function imbalance(): Promise<number> {
  const accounts = await balances(database.db);
  const of = (pattern: RegExp) =>
    sum(accounts.filter(({ account }) => pattern.test(account)).map(({ cents }) => cents));
  // Paid less refunded, and value that is held, earned or being refunded.
  return of(/^(clearing|chargebacks|fees)/) + of(/^(deferred|income|refunds|credit|gifts|unapplied)/);
}

it(`keeps value held, money held and money returned equal to the money paid, over ${CHAINS} chains (seed ${SEED})`, async () => {
  const next = dice(SEED);
  const below = (n: number) => Math.floor(next() * n);
  const { codes } = await database.db.transaction((tx) =>
    makeBatch(tx, {
      kind: 'redeem',
      name: '送你',
      days: 20,
      planIds: [PLAN.once],
      startsAt: days(-1),
      endsAt: days(4_000),
      maxPerMember: 100,
      maxInAll: 100_000,
      eligible: 'all',
      codes: 1,
      maxUses: 100_000,
      who: 'a test',
    }),
  );
  for (let chain = 0; chain < CHAINS; chain++) {
    me = await insertMember(database.db, `chain${SEED}-${chain}@member.example`);
    shop.at(days(chain));
    const did: string[] = [];
    const steps: [name: string, step: () => Promise<unknown>][] = [
      ['subscribe', () => subscribe(next() < 0.5 ? PLAN.monthly : PLAN.yearly)],
      ['change', () => change(next() < 0.5 ? PLAN.monthly : PLAN.yearly)],
      ['change', () => change(next() < 0.5 ? PLAN.monthly : PLAN.yearly)],
      [
        'renew',
        async () => {
          await expireOrders(shop.services.payments);
          await renewDue(shop.services, shop.now).catch((error: unknown) => {
            // Weeks pass between steps: a charge due before its order can be paid is refused.
            if (!(error instanceof AggregateError) || !error.errors.every((one) => one instanceof DomainError))
              throw error;
          });
        },
      ],
      ['redeem', () => redeem(shop.services, { memberId: me }, codes[0]!, shop.now())],
      ['resume', () => resume()],
      [
        'goes back',
        async () => {
          const paid = await database.db
            .select()
            .from(orders)
            .where(sql`member_id = ${me} and fulfilled_at is not null and captured_cents > refunded_cents`);
          const order = paid[below(paid.length)];
          if (!order) return;
          const part = 1 + below(order.capturedCents);
          const how = below(5);
          did.push(`${['all', 'unused', 'part', 'provider', 'chargeback'][how]} ${part} of ${order.id}`);
          if (how === 0) await refund(order.id, 'all');
          if (how === 1) await refund(order.id, 'unused');
          if (how === 2) await refund(order.id, part);
          if (how === 3)
            await providerSays(order.id, 'refunded', Math.min(part, order.capturedCents - order.refundedCents));
          if (how === 4) await providerSays(order.id, 'chargeback', await keptCents(database.db, order.id));
          await sendDueRefunds(shop.services.payments);
        },
      ],
    ];
    await subscribe(next() < 0.5 ? PLAN.monthly : PLAN.yearly);
    for (let n = 0; n < STEPS; n++) {
      shop.at(new Date(shop.now().getTime() + below(20) * DAY_MS + 60_000));
      const [name, step] = steps[below(steps.length)]!;
      did.push(name);
      await step().catch((error: unknown) => {
        // Refused by a rule: nothing happened.
        if (!(error instanceof DomainError)) throw error;
        did.push(error.errorName);
      });
      const faults = await faultsOf();
      if (faults.length > 0) console.log(chain, did.join(', '), faults);
      expect({ chain, did, faults }).toEqual({ chain, did, faults: [] });
      expect(await imbalance()).toBe(0);
    }
  }
  await closeDays({ db: database.db, ledgerKey: LEDGER_KEY }, shop.now());
  expect(await faultsOf()).toEqual([]);
}, 600_000);
