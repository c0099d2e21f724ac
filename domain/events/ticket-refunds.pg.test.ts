import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  expireOrders,
  recordFacts,
  refundOrder,
  retryUnfulfilled,
  sendDueRefunds,
  type Order,
} from '#domain/payments/payments.ts';
import { hold, standingOf } from '#domain/quotas/quotas.ts';
import { saleFulfilment } from '#domain/sales/sale-fulfilment.ts';
import { inMinutes, insertEvent } from '#tests/factories/events.ts';
import { createPaymentDatabase } from '#tests/factories/money/payment-looks.ts';
import { attemptFor, createPaymentHouse, LINE, orderFor, seen } from '#tests/factories/money/payments.ts';
import { insertListener } from '#tests/factories/playback/playback.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { findEvent } from './events.store.ts';
import { ticketFulfilment } from './tickets.ts';
import { countTickets } from './tickets.store.ts';

// Tickets that are refunded in parts or charged back.

const LATE = inMinutes(-24 * 60);

let database: TestDatabase;
beforeAll(async () => {
  database = await createPaymentDatabase();
});
afterAll(() => database.close());

it('takes the ticket whose price went back in halves, and leaves it after a chargeback where the station has it so', async () => {
  const { db } = database;
  const { memberId } = await insertListener(db, 'buyer@member.example', LATE);
  const event = await insertEvent(db);
  const house = createPaymentHouse(db);
  house.clock.now = LATE;
  const services = {
    ...house.services,
    fulfilments: { livestream: ticketFulfilment({ siteUrl: 'https://radio.example' }) },
  };
  const paid = async () => {
    const lines = [{ ...LINE, kind: 'livestream', productId: event.id, unitCents: 15_800 }];
    const order = await orderFor({ ...house, services }, memberId, { kind: 'livestream', lines });
    const number = await attemptFor({ ...house, services }, order);
    await recordFacts(services, [seen(house.gateways.mpgs.pay(number))]);
    return { orderId: order.id, number };
  };
  const { orderId } = await paid();
  for (const left of [1, 0]) {
    await refundOrder(services, { orderId, cents: 7_900, reason: 'asked', who: 'a test' });
    expect(await countTickets(db, event.id, memberId)).toBe(left);
  }

  const { number } = await paid();
  const chargeback = house.gateways.mpgs.pay(number, { kind: 'chargeback' });
  await recordFacts({ ...services, keepsAccessAfterChargeback: true }, [seen(chargeback)]);
  expect(await countTickets(db, event.id, memberId)).toBe(1);
});

it('counts the tickets that are somebody’s, whatever becomes of an order that was given up long ago and paid after all', async () => {
  const { db } = database;
  const { memberId } = await insertListener(db, 'late@member.example', LATE);
  const { id } = await insertEvent(db, { tickets: 3 });
  const event = (await findEvent(db, id))!;
  const house = createPaymentHouse(db);
  const services = {
    ...house.services,
    fulfilments: { livestream: saleFulfilment(ticketFulfilment({ siteUrl: 'https://radio.example' })) },
  };
  const { mpgs } = house.gateways;
  const standing = async () => (await standingOf(db, [event.quotaId])).get(event.quotaId);
  const hear = (number: string, kind: 'paid' | 'chargeback' = 'paid') =>
    recordFacts(services, [seen(mpgs.pay(number, { kind, cents: 15_800, txn: `${kind} of ${number}` }))]);
  /** An order whose payer went to the provider, three weeks ago, and came back to nothing. */
  const givenUp = async (): Promise<{ order: Order; number: string }> => {
    house.clock.now = inMinutes(-21 * 24 * 60);
    const lines = [{ ...LINE, kind: 'livestream', productId: event.id, unitCents: 15_800 }];
    const order = await orderFor({ ...house, services }, memberId, { kind: 'livestream', lines });
    const until = new Date(house.clock.now.getTime() + 600_000);
    await db.transaction((tx) => hold(tx, { quotaId: event.quotaId, orderId: order.id, quantity: 1, until }));
    const number = await attemptFor({ ...house, services }, order);
    house.clock.now = LATE;
    await expireOrders(services);
    return { order, number };
  };

  const kept = await givenUp();
  expect(await standing()).toMatchObject({ held: 0, sold: 0 });
  await hear(kept.number);
  expect(await standing()).toMatchObject({ held: 0, sold: 1 });

  const refunded = await givenUp();
  await hear(refunded.number);
  expect(await standing()).toMatchObject({ sold: 2 });
  await refundOrder(services, { orderId: refunded.order.id, cents: 'all', reason: 'asked', who: 'a test' });
  await sendDueRefunds(services);
  expect(await standing()).toMatchObject({ held: 0, sold: 1 });

  const takenBack = await givenUp();
  await hear(takenBack.number);
  await hear(takenBack.number, 'chargeback');
  expect(await standing()).toMatchObject({ held: 0, sold: 1 });

  // Its buyer had bought another one meanwhile: the late money goes back.
  const replaced = await givenUp();
  const other = await givenUp();
  await hear(other.number);
  await hear(replaced.number);
  await sendDueRefunds(services);
  expect(await standing()).toMatchObject({ held: 0, sold: 2 });

  // Nothing is left for the last one.
  const [last, full] = [await givenUp(), await givenUp()];
  await db.transaction((tx) =>
    hold(tx, { quotaId: event.quotaId, orderId: 'invitation:7', quantity: 1, until: inMinutes(0) }),
  );
  await hear(full.number);
  house.clock.now = inMinutes(-23 * 60);
  await retryUnfulfilled(services);
  await hear(last.number);
  await sendDueRefunds(services);
  expect(await standing()).toMatchObject({ held: 1, sold: 2 });
  expect(await countTickets(db, event.id, memberId)).toBe(2);
});
