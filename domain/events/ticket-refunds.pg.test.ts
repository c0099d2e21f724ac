import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordFacts, refundOrder } from '#domain/payments/payments.ts';
import { inMinutes, insertEvent } from '#tests/factories/events.ts';
import { createPaymentDatabase } from '#tests/factories/money/payment-looks.ts';
import { attemptFor, createPaymentHouse, LINE, orderFor, seen } from '#tests/factories/money/payments.ts';
import { insertListener } from '#tests/factories/playback/playback.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
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
