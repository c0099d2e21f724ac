import { expect, it } from 'vitest';
import { DomainError } from '#shared/domain-error.ts';
import { looksOf } from '#tests/factories/money/payment-looks.ts';
import { beforePaymentTests } from '#tests/factories/money/payment-tests.ts';
import {
  attemptFor,
  givenTo,
  orderFor,
  PRICE_CENTS,
  seen,
  type PaymentHouse,
} from '#tests/factories/money/payments.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import {
  keptCents,
  recordFacts,
  refundOrder,
  retryUnfulfilled,
  sendDueRefunds,
  type Fact,
} from '#domain/payments/payments.ts';

// A bank may take a payment back at any time: before it paid for anything, after it was refunded, or beside another
// that pays.

let database: TestDatabase;
let house: PaymentHouse;
let me = 0;
beforePaymentTests((test) => ({ database, house, me } = test));
const { rowOf, work, booked } = looksOf(() => house);
const hear = (...facts: Fact[]) =>
  recordFacts(
    house.services,
    facts.map((fact) => seen(fact)),
  );

it('keeps a refund that a provider tells after a chargeback of the same payment, and puts it before a person', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  const bank = house.gateways.mpgs;
  await hear(bank.pay(number));
  await hear(bank.pay(number, { kind: 'chargeback' }));
  await hear(bank.pay(number, { kind: 'refunded', cents: 1_000 }));
  expect(await rowOf(order.id)).toMatchObject({ capturedCents: PRICE_CENTS, refundedCents: 1_000 });
  expect(await work()).toEqual(['chargeback', 'refund_differs']);
  expect(await keptCents(database.db, order.id)).toBe(0);
  // All of it was charged back already: a refund on top is a loss, and nothing stays unapplied.
  expect(await booked()).toEqual({ chargebacks: 1_000, 'clearing:mpgs': -1_000 });
});

it('leaves what the first of two payments bought when the second is charged back, and books no loss', async () => {
  const order = await orderFor(house, me);
  const [first, second] = [await attemptFor(house, order), await attemptFor(house, order, 'payme')];
  await hear(house.gateways.mpgs.pay(first));
  const { payme } = house.gateways;
  await hear(payme.pay(second), payme.pay(second, { kind: 'chargeback' }));
  expect(await givenTo(database.db)).toEqual(new Map([[order.id, PRICE_CENTS]]));
  expect(await keptCents(database.db, order.id)).toBe(PRICE_CENTS);
  expect(await booked()).toEqual({ 'clearing:mpgs': PRICE_CENTS, 'deferred:thing': -PRICE_CENTS });
});

it('gives nothing for a payment that was charged back before it could be given, and ends its order', async () => {
  house.shop.isSoldOut = true;
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  const bank = house.gateways.mpgs;
  await hear(bank.pay(number));
  await hear(bank.pay(number, { kind: 'chargeback' }));
  house.shop.isSoldOut = false;
  await retryUnfulfilled(house.services);
  expect(await givenTo(database.db)).toEqual(new Map());
  expect(await rowOf(order.id)).toMatchObject({ state: 'cancelled', fulfilledAt: null });
  expect(house.shop.released).toEqual([order.id]);
  expect(await booked()).toEqual({});
  expect(await work()).toEqual(['chargeback']);
  await sendDueRefunds(house.services);
  expect(bank.book.filter(({ kind }) => kind === 'refunded')).toEqual([]);
});

it('charges no more, and tells the buyer, where what was paid for cannot be taken back', async () => {
  const told: { endsAccess: boolean }[] = [];
  const stopped: number[] = [];
  const services: PaymentHouse['services'] = {
    ...house.services,
    fulfilments: {
      thing: {
        ...house.services.fulfilments['thing']!,
        reverse: () => Promise.reject(new Error('it was given away')),
        async chargedBack(_tx, { id }) {
          stopped.push(id);
        },
      },
    },
    async tellChargeback(_tx, { endsAccess }) {
      told.push({ endsAccess });
    },
  };
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  const bank = house.gateways.mpgs;
  await recordFacts(services, [seen(bank.pay(number))]);
  await recordFacts(services, [seen(bank.pay(number, { kind: 'chargeback' }))]);
  expect(stopped).toEqual([order.id]);
  expect(told).toEqual([{ endsAccess: false }]);
  expect(await work()).toEqual(['chargeback', 'not_taken_back']);
  // None of it is earned: neither income nor a loss.
  expect(await booked()).toEqual({});
});

it('books a refund that a provider made of what cannot be taken back, and refuses staff one', async () => {
  const services: PaymentHouse['services'] = {
    ...house.services,
    fulfilments: {
      thing: {
        ...house.services.fulfilments['thing']!,
        reverse: () => Promise.reject(new DomainError('conflict', 'it was begun')),
      },
    },
  };
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  const bank = house.gateways.mpgs;
  await recordFacts(services, [seen(bank.pay(number))]);
  const asked = { orderId: order.id, cents: 1_000, reason: 'asked', who: 'a test' };
  await expect(refundOrder(services, asked)).rejects.toMatchObject({ errorName: 'conflict' });
  await recordFacts(services, [seen(bank.pay(number, { kind: 'refunded', cents: 1_000 }))]);
  expect(await booked()).toEqual({
    'clearing:mpgs': PRICE_CENTS - 1_000,
    'deferred:thing': 1_000 - PRICE_CENTS,
  });
  expect(await work()).toEqual(['not_taken_back', 'unasked_refund']);
});
