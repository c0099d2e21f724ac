import { describe, expect, it } from 'vitest';
import { errorNameOf } from '#tests/factories/accounts/accounts.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { looksOf } from '#tests/factories/money/payment-looks.ts';
import { beforePaymentTests } from '#tests/factories/money/payment-tests.ts';
import { attemptFor, orderFor, seen, type PaymentHouse } from '#tests/factories/money/payments.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { queryOrder, queryNow, recordFacts, sendDueRefunds } from '#domain/payments/payments.ts';

// What is reported of an order whose payer was sent to a provider: nothing that the provider did not just confirm, and
// nobody is asked to pay while the outcome is unknown.

let database: TestDatabase;
let house: PaymentHouse;
let me = 0;
let n = 0;
beforePaymentTests((test) => ({ database, house, me } = test));

const { later, rowOf } = looksOf(() => house);
const outcome = async (orderId: number) => (await queryOrder(house.services, orderId)).outcome;

/** Counts the queries to a provider. */
function countQueries(of: 'mpgs' | 'payme'): () => number {
  const gateway = house.gateways[of];
  const query = gateway.query!;
  let asked = 0;
  gateway.query = (attempt) => {
    asked++;
    return query(attempt);
  };
  return () => asked;
}

describe.each(['paydollar', 'mpgs', 'payme', 'eft'] as const)('of an order that was left at %s', (gateway) => {
  it('is said to be unpaid once its provider says so, unknown while it says nothing, and paid once it was', async () => {
    const order = await orderFor(house, me);
    const number = await attemptFor(house, order, gateway);
    house.gateways[gateway].mood = 'away';
    expect(await queryOrder(house.services, order.id)).toMatchObject({
      outcome: 'unknown',
      waitsFor: { number, gateway },
    });
    house.gateways[gateway].mood = 'well';
    later(1);
    expect(await queryOrder(house.services, order.id)).toEqual({ outcome: 'unpaid', waitsFor: null });
    house.gateways[gateway].pay(number);
    later(2);
    expect(await outcome(order.id)).toBe('paid');
    expect(await rowOf(order.id)).toMatchObject({ state: 'paid' });
  });

  it('is unpaid after a refusal, unless its provider is silent while its payer may try again there', async () => {
    const order = await orderFor(house, me);
    const number = await attemptFor(house, order, gateway);
    await recordFacts(house.services, [seen(house.gateways[gateway].pay(number, { kind: 'failed' }))]);
    expect(await queryNow(house.services, number)).toBe('unpaid');
    house.gateways[gateway].mood = 'away';
    later(1);
    expect(await queryNow(house.services, number)).toBe('unknown');
    // Nobody can pay there any more.
    later(16);
    expect(await queryNow(house.services, number)).toBe('unpaid');
  });
});

it('does not know of JETCO, which cannot be asked, before its browser comes back', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order, 'jetco');
  expect(await outcome(order.id)).toBe('unknown');
  later(16);
  expect(await outcome(order.id)).toBe('unknown');
  await recordFacts(house.services, [seen(house.gateways.jetco.pay(number, { kind: 'failed' }), 'return')]);
  expect(await outcome(order.id)).toBe('unpaid');
});

it('knows that an attempt whose payer was never sent to the provider is unpaid: its start got no answer, or was refused', async () => {
  for (const mood of ['lost', 'refuses'] as const) {
    const order = await orderFor(house, await insertMember(database.db, `${mood}${++n}@member.example`));
    house.gateways.mpgs.mood = mood;
    expect(await errorNameOf(attemptFor(house, order))).toBe('unavailable');
    house.gateways.mpgs.mood = 'away';
    expect(await outcome(order.id)).toBe('unpaid');
  }
});

it('begins no other payment while it is not known whether the one before was made, and does once it is', async () => {
  const order = await orderFor(house, me);
  const first = await attemptFor(house, order, 'mpgs');
  house.gateways.mpgs.mood = 'away';
  later(1);
  expect(await errorNameOf(attemptFor(house, order, 'paydollar'))).toBe('transactionProcessing');
  expect([...house.gateways.paydollar.begun.keys()]).toEqual([]);
  house.gateways.mpgs.mood = 'well';
  later(2);
  const second = await attemptFor(house, order, 'paydollar');
  // An attempt that could not be cancelled is paid after all: the second capture is refunded automatically.
  await recordFacts(house.services, [seen(house.gateways.paydollar.pay(second)), seen(house.gateways.mpgs.pay(first))]);
  await sendDueRefunds(house.services);
  expect(house.gateways.mpgs.book.map(({ kind }) => kind)).toEqual(['paid', 'refunded']);
});

it('finds what was paid at the provider that was left, in place of beginning another payment', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order, 'mpgs');
  house.gateways.mpgs.pay(number);
  expect(await errorNameOf(attemptFor(house, order, 'paydollar'))).toBe('transactionProcessing');
  expect([...house.gateways.paydollar.begun.keys()]).toEqual([]);
  expect(await rowOf(order.id)).toMatchObject({ state: 'paid' });
});

it('believes a provider that gives up no payment because it was made, though it does not tell of it yet', async () => {
  const order = await orderFor(house, me);
  house.gateways.payme.pay(await attemptFor(house, order, 'payme'));
  house.gateways.payme.query = async () => [];
  expect(await errorNameOf(attemptFor(house, order, 'mpgs'))).toBe('transactionProcessing');
  expect([...house.gateways.mpgs.begun.keys()]).toEqual([]);
});

it('asks a provider once for pages that are loaded again and again', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  const asked = countQueries('mpgs');
  await Promise.all(Array.from({ length: 20 }, () => queryNow(house.services, number)));
  await queryOrder(house.services, order.id);
  expect(asked()).toBe(1);
  later(1);
  await queryNow(house.services, number);
  expect(asked()).toBe(2);
});
