import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { recordFacts, refundOrder, sendDueRefunds, type Order } from '#domain/payments/payments.ts';
import { openCampaignShop, openNew, pledge, type CampaignShop } from '#tests/factories/money/campaign-shop.ts';
import { createPaymentDatabase } from '#tests/factories/money/payment-looks.ts';
import { emptyPayments, seen } from '#tests/factories/money/payments.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { tellOrder } from './campaigns.ts';
import { orderTokenOf } from './order-links.ts';
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
