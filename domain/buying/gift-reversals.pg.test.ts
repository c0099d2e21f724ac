import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { paymentAttempts, workItems } from '#db/tables/payments.ts';
import { closeDays } from '#domain/ledger/seals.ts';
import { transfersOf } from '#domain/ledger/ledger.ts';
import { recordFacts, refundLimits, refundOrder } from '#domain/payments/payments.ts';
import { findGift } from '#domain/promotions/promotions.ts';
import { wholeDays } from '#domain/subscriptions/plan-times.rules.ts';
import { findLiveTimes } from '#domain/subscriptions/plan-times.ts';
import { LEDGER_KEY } from '#tests/factories/money/ledger-key.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { insertPlans, openShop, PLAN, PRICE, type Shop } from '#tests/factories/money/plan-shop.ts';
import { comingAt } from '#tests/factories/visitor.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { buyPlan, redeem } from './buying.ts';

// A refund by the provider, or a chargeback, of a gift that somebody redeemed: they keep its time, and the books follow the money.

const DAY_MS = 86_400_000;
const GIFT_DAYS = 250;
const EARNED_DAYS = 25;
const now = new Date('2026-11-21T14:30:00+08:00');

let database: TestDatabase;
let shop: Shop;
let giver = 0;
let friend = 0;
let made = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertPlans(database.db, new Date(now.getTime() - 10 * DAY_MS));
});
afterAll(() => database.close());
beforeEach(async () => {
  shop = openShop(database.db, now);
  giver = await insertMember(database.db, `giver${made++}@member.example`);
  friend = await insertMember(database.db, `friend${made++}@member.example`);
});

async function giveAndRedeem(): Promise<number> {
  const asked = { planId: PLAN.once, isAutopay: false, isGift: true };
  const { orderId } = await buyPlan(shop.services, { memberId: giver }, asked, comingAt(shop.now()));
  await shop.pay(giver, orderId);
  const { code } = (await findGift(database.db, orderId))!;
  await redeem(shop.services, { memberId: friend }, code, comingAt(shop.now()));
  return orderId;
}

async function providerSays(orderId: number, kind: 'refunded' | 'chargeback', cents: number): Promise<void> {
  const [attempt] = await database.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId));
  const { gateway, number } = attempt!;
  const gatewayTxn = `told-${++made}`;
  const said = { gateway, attempt: number, gatewayTxn, kind, cents, currency: 'HKD', at: shop.now(), detail: {} };
  await recordFacts(shop.services.payments, [{ ...said, source: 'notice' }]);
}

/** Credits less debits of each account with a balance. */
async function booksOf(orderId: number): Promise<Record<string, number>> {
  const sums = new Map<string, number>();
  for (const { debit, credit, cents } of await transfersOf(database.db, orderId)) {
    sums.set(debit, (sums.get(debit) ?? 0) - cents);
    sums.set(credit, (sums.get(credit) ?? 0) + cents);
  }
  return Object.fromEntries([...sums].filter(([, cents]) => cents !== 0));
}

const workOf = async (orderId: number) =>
  (await database.db.select().from(workItems).where(eq(workItems.orderId, orderId)).orderBy(workItems.id)).map(
    ({ kind }) => kind,
  );
const daysLeft = async () => (await findLiveTimes(database.db, friend, shop.now())).map(wholeDays);

it.each([8_267, PRICE.once])(
  'takes a refund of %i cents that its provider made from what is still to be earned, and leaves the time',
  async (cents) => {
    const orderId = await giveAndRedeem();
    await providerSays(orderId, 'refunded', cents);
    const books = { 'clearing:mpgs': cents - PRICE.once, 'deferred:gift': PRICE.once - cents };
    expect(await booksOf(orderId)).toEqual(cents === PRICE.once ? {} : books);
    expect(await daysLeft()).toEqual([GIFT_DAYS]);
    expect(await workOf(orderId)).toEqual(['not_taken_back', 'unasked_refund']);
  },
);

it.each([8_267, PRICE.once])(
  'takes a chargeback of %i cents from what is still to be earned, and books no loss of it',
  async (cents) => {
    const orderId = await giveAndRedeem();
    await providerSays(orderId, 'chargeback', cents);
    const books = { 'clearing:mpgs': cents - PRICE.once, 'deferred:gift': PRICE.once - cents };
    expect(await booksOf(orderId)).toEqual(cents === PRICE.once ? {} : books);
    expect(await daysLeft()).toEqual([GIFT_DAYS]);
    expect(await workOf(orderId)).toEqual(['chargeback', 'not_taken_back']);
  },
);

it.each(['refunded', 'chargeback'] as const)(
  'books what was earned of the gift as a loss, and nothing stays unapplied: %s',
  async (kind) => {
    const orderId = await giveAndRedeem();
    shop.at(new Date(now.getTime() + EARNED_DAYS * DAY_MS));
    await closeDays({ db: database.db, ledgerKey: LEDGER_KEY }, shop.now());
    await providerSays(orderId, kind, PRICE.once);
    // Income is booked in one row a day for all orders, so this order's own rows still show it as deferred.
    const earned = (PRICE.once * EARNED_DAYS) / GIFT_DAYS;
    expect(await booksOf(orderId)).toEqual({
      'deferred:gift': earned,
      [kind === 'refunded' ? 'refunds:gift' : 'chargebacks']: -earned,
    });
    const { rows } = await database.db.execute<{ held: number }>(
      sql`select (sum(case when credit = 'unapplied' then cents else 0 end)
        - sum(case when debit = 'unapplied' then cents else 0 end))::int as held from ledger_transfers`,
    );
    expect(rows).toEqual([{ held: 0 }]);
  },
);

it('offers nothing of it to refund and says why, until then all of it', async () => {
  const { payments } = shop.services;
  const asked = { planId: PLAN.once, isAutopay: false, isGift: true };
  const { orderId } = await buyPlan(shop.services, { memberId: giver }, asked, comingAt(shop.now()));
  await shop.pay(giver, orderId);
  expect(await refundLimits(payments, orderId)).toMatchObject({ refundable: { mostCents: PRICE.once }, kept: null });
  await refundOrder(payments, { orderId, cents: 1_000, reason: 'a delay', who: 'staff' });
  expect(await refundLimits(payments, orderId)).toMatchObject({ refundable: { mostCents: PRICE.once - 1_000 } });

  const { code } = (await findGift(database.db, orderId))!;
  await redeem(shop.services, { memberId: friend }, code, comingAt(shop.now()));
  expect(await refundLimits(payments, orderId)).toEqual({ refundable: null, kept: 'gift-redeemed' });
  for (const cents of ['all', 'unused', 100] as const)
    await expect(refundOrder(payments, { orderId, cents, reason: 'a delay', who: 'staff' })).rejects.toMatchObject({
      detail: { why: 'gift-redeemed' },
    });
});
