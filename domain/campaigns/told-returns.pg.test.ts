import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  listWork,
  recordFacts,
  refundedByHand,
  refundOrder,
  sendDueRefunds,
  type Order,
} from '#domain/payments/payments.ts';
import { openCampaignShop, openNew, pledge, type CampaignShop } from '#tests/factories/money/campaign-shop.ts';
import { createPaymentDatabase } from '#tests/factories/money/payment-looks.ts';
import { emptyPayments, seen } from '#tests/factories/money/payments.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { tellOrder } from './campaigns.ts';
import { orderTokenOf } from './order-links.ts';
import { giveBackDue } from './returns.ts';
import { failCampaign } from './station.ts';

// What the link of an order says of its refund: never that money is back which is not.

let database: TestDatabase;
let shop: CampaignShop;
beforeAll(async () => {
  database = await createPaymentDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  // Providers of a new shop restart their transaction ids.
  await emptyPayments(database);
  shop = openCampaignShop(database.db);
});

const told = async ({ id }: Order) =>
  (await tellOrder(shop.services, orderTokenOf(shop.services.secretKey, id)))?.returned;

it('tells its buyer of an order that somebody of the station gives back', async () => {
  const campaign = pledge(shop.now());
  const { open = 0 } = await openNew(database.db, campaign);
  const order = await shop.buy(await shop.member(), [{ id: open }]);
  await shop.pay(order);
  expect(await told(order)).toBeNull();
  await refundOrder(shop.services.payments, {
    orderId: order.id,
    cents: order.totalCents,
    reason: 'asked',
    who: 'test',
  });
  expect(await told(order)).toEqual({ cents: order.totalCents, state: 'asked' });
  await sendDueRefunds(shop.services.payments);
  expect(await told(order)).toEqual({ cents: order.totalCents, state: 'done' });
});

it('does not leave to a bank what staff make by hand', async () => {
  const campaign = pledge(shop.now());
  const { open = 0 } = await openNew(database.db, campaign);
  const order = await shop.buy(await shop.member(), [{ id: open }]);
  await shop.pay(order);
  const asked = { orderId: order.id, cents: order.totalCents, reason: 'asked', who: 'test', byHand: 'too old' };
  const { number } = await refundOrder(shop.services.payments, asked);
  expect(await told(order)).toEqual({ cents: order.totalCents, state: 'by_hand' });
  await refundedByHand(shop.services.payments, { number, who: 'test', why: 'by a transfer' });
  expect(await told(order)).toEqual({ cents: order.totalCents, state: 'done' });
});

it('leaves to staff what the provider refused to refund', async () => {
  const campaign = pledge(shop.now());
  const { open = 0 } = await openNew(database.db, campaign);
  const order = await shop.buy(await shop.member(), [{ id: open }]);
  await shop.pay(order);
  const { payments } = shop.services;
  await refundOrder(payments, { orderId: order.id, cents: order.totalCents, reason: 'asked', who: 'test' });
  shop.house.gateways.mpgs.mood = 'refuses';
  await sendDueRefunds(payments);
  expect(await told(order)).toEqual({ cents: order.totalCents, state: 'by_hand' });
});

it('does not leave to a bank what it turns out that the provider cannot refund, of a campaign that failed', async () => {
  const campaign = pledge(shop.now());
  const { open = 0 } = await openNew(database.db, campaign);
  const order = await shop.buy(await shop.member(), [{ id: open }]);
  await shop.pay(order);
  await database.db.transaction((tx) => failCampaign(tx, { who: 'a test', why: 'to see' }, campaign.name, shop.now()));
  await giveBackDue(shop.services, shop.now());
  expect((await told(order))?.state).toBe('asked');
  await sendDueRefunds({ ...shop.services.payments, gateways: {} });
  expect((await told(order))?.state).toBe('by_hand');
});

it('does not call returned what a failed campaign owes, though staff gave back a part before', async () => {
  const campaign = pledge(shop.now());
  const { open = 0 } = await openNew(database.db, campaign);
  const order = await shop.buy(await shop.member(), [{ id: open }]);
  await shop.pay(order);
  const { payments } = shop.services;
  await refundOrder(payments, { orderId: order.id, cents: 200, reason: 'asked', who: 'test' });
  await sendDueRefunds(payments);
  shop.after(60_000);
  await database.db.transaction((tx) => failCampaign(tx, { who: 'a test', why: 'to see' }, campaign.name, shop.now()));
  expect(await told(order)).toEqual({ cents: 300, state: 'waiting' });
  await giveBackDue(shop.services, shop.now());
  expect(await told(order)).toEqual({ cents: 300, state: 'asked' });
  await sendDueRefunds(payments);
  expect(await told(order)).toEqual({ cents: 300, state: 'done' });
});

it('does not call returned what waits to be returned, though its bank took a part of the payment', async () => {
  const campaign = pledge(shop.now());
  const { open = 0 } = await openNew(database.db, campaign);
  const order = await shop.buy(await shop.member(), [{ id: open }]);
  const attempt = await shop.begin(order);
  await shop.capture(attempt);
  const hand = { who: 'a test', why: 'to see' };
  await database.db.transaction((tx) => failCampaign(tx, hand, campaign.name, shop.now()));
  const { mpgs } = shop.house.gateways;
  await recordFacts(shop.services.payments, [seen(mpgs.pay(attempt, { kind: 'chargeback', cents: 200 }))]);
  expect((await told(order))?.state).toBe('waiting');
});

it.each([
  ['a part', 200, { cents: 300, state: 'asked' }, { cents: 300, state: 'done' }],
  ['all', 500, { cents: 500, state: 'nothing' }, { cents: 500, state: 'nothing' }],
] as const)('gives back what a bank left that took %s of the payment', async (_, taken, asked, done) => {
  const campaign = pledge(shop.now());
  const { open = 0 } = await openNew(database.db, campaign);
  const orders: { order: Order; attempt: string; isBefore: boolean }[] = [];
  // Once before the campaign fails, and once after it.
  for (const isBefore of [true, false]) {
    const order = await shop.buy(await shop.member(), [{ id: open }]);
    const attempt = await shop.begin(order);
    await shop.capture(attempt);
    orders.push({ order, attempt, isBefore });
  }
  const takeOf = async (isNow: boolean) => {
    for (const { attempt, isBefore } of orders)
      if (isBefore === isNow)
        await recordFacts(
          // The station leaves its buyers what they bought.
          { ...shop.services.payments, keepsAccessAfterChargeback: true },
          [seen(shop.house.gateways.mpgs.pay(attempt, { kind: 'chargeback', cents: taken }))],
        );
  };
  await takeOf(true);
  shop.after(60_000);
  await database.db.transaction((tx) => failCampaign(tx, { who: 'a test', why: 'to see' }, campaign.name, shop.now()));
  shop.after(60_000);
  await takeOf(false);
  await giveBackDue(shop.services, shop.now());
  for (const { order } of orders) expect(await told(order)).toEqual(asked);
  await sendDueRefunds(shop.services.payments);
  for (const { order } of orders) expect(await told(order)).toEqual(done);
  const returned = shop.house.gateways.mpgs.book.filter(({ kind }) => kind === 'refunded').map(({ cents }) => cents);
  expect(returned).toEqual(taken === 500 ? [] : [300, 300]);
  expect(await listWork(database.db, 10)).not.toContainEqual(expect.objectContaining({ kind: 'failed_return' }));
});

it('gives back by the method of the attempt that pays the order, of several that are in review', async () => {
  const campaign = pledge(shop.now());
  const { open = 0 } = await openNew(database.db, campaign);
  const order = await shop.buy(await shop.member(), [{ id: open }]);
  const { mpgs, payme } = shop.house.gateways;
  // The first takes another amount, the second pays, and its bank takes a part of that.
  const wrong = await shop.begin(order, 'mpgs');
  const right = await shop.begin(order, 'payme');
  await recordFacts(shop.services.payments, [seen(mpgs.pay(wrong, { cents: 700 })), seen(payme.pay(right))]);
  await recordFacts(shop.services.payments, [seen(payme.pay(right, { kind: 'chargeback', cents: 200 }))]);
  // A wallet no longer refunds then; a card would.
  shop.after(100 * 86_400_000);
  await database.db.transaction((tx) => failCampaign(tx, { who: 'a test', why: 'to see' }, campaign.name, shop.now()));
  // What a bank takes of the other attempt is none of what is owed.
  await recordFacts(shop.services.payments, [seen(mpgs.pay(wrong, { kind: 'chargeback', cents: 700 }))]);
  await giveBackDue(shop.services, shop.now());
  expect(await told(order)).toEqual({ cents: 300, state: 'by_hand' });
});
