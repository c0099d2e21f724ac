import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { looksOf } from '#tests/factories/money/payment-looks.ts';
import { beforePaymentTests } from '#tests/factories/money/payment-tests.ts';
import {
  attemptFor,
  givenTo,
  orderFor,
  PRICE_CENTS,
  seen,
  type FakeGateway,
  type PaymentHouse,
} from '#tests/factories/money/payments.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import {
  GatewayRefusedError,
  GatewayTimeoutError,
  publicStory,
  recordFacts,
  refundedByHand,
  refundOrder,
  retryUnfulfilled,
  sendDueRefunds,
  storyTokenOf,
  withdrawByHand,
  type Fact,
} from '#domain/payments/payments.ts';

// A bank takes a payment back while its refund is recorded. Whatever the order of the two, each movement of money is in
// the books once: a loss is what left us twice, and nothing waits in `unapplied` that nobody will be sent.

let database: TestDatabase;
let house: PaymentHouse;
let me = 0;
beforePaymentTests((test) => ({ database, house, me } = test));
const { rowOf, work, booked, later } = looksOf(() => house);
const hear = (...facts: Fact[]) =>
  recordFacts(
    house.services,
    facts.map((fact) => seen(fact)),
  );
const HAND = { who: 'a test', why: 'the portal shows none' };

async function refundsOf(): Promise<{ number: string; state: string; cents: number }[]> {
  const { rows } = await database.db.execute<{ number: string; state: string; cents: number }>(
    sql`select number, state, cents from refunds order by id`,
  );
  return rows;
}
const states = async () => (await refundsOf()).map(({ state, cents }) => `${state} ${cents}`);

/** A paid order, and a refund of it that nobody has sent yet. */
async function asked(gateway: 'mpgs' | 'payme' | 'jetco' = 'mpgs', cents: number | 'all' = 'all') {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order, gateway);
  const bank: FakeGateway = house.gateways[gateway];
  await hear(bank.pay(number));
  const refund = await refundOrder(house.services, { orderId: order.id, cents, reason: 'asked', who: 'a test' });
  const takeBack = (taken = PRICE_CENTS) => hear(bank.pay(number, { kind: 'chargeback', cents: taken }));
  return { order, number, bank, refund: refund.number, takeBack };
}
const madeBy = (bank: FakeGateway) => bank.book.filter(({ kind }) => kind === 'refunded').map(({ cents }) => cents);

it('withdraws a refund that was not sent when a bank takes the payment back, and books no loss', async () => {
  const { order, bank, takeBack } = await asked();
  await takeBack();
  expect(await states()).toEqual([`withdrawn ${PRICE_CENTS}`]);
  await sendDueRefunds(house.services);
  expect(madeBy(bank)).toEqual([]);
  expect(await booked()).toEqual({});
  expect(await work()).toEqual(['chargeback']);
  expect(await rowOf(order.id)).toMatchObject({ refundedCents: 0, capturedCents: PRICE_CENTS });
  expect(house.papers.map(({ kind }) => kind)).toEqual(['receipt']);
  // Its buyer is told that the money went back, and of no refund that never comes.
  const { secretKey } = house.services;
  const told = await publicStory(database.db, secretKey, storyTokenOf(secretKey, order.id));
  expect(told?.isReturning).toBe(false);
  const steps = told?.steps.map(({ what }) => what);
  expect(steps?.toSorted()).toEqual(['begun', 'chargeback', 'given', 'ordered', 'paid']);
});

it('refunds what a bank left of a payment of which it took a part', async () => {
  const { bank, takeBack } = await asked('mpgs', 30_000);
  await takeBack(20_000);
  // 8,800 were neither refunded nor to be: the bank took these and 11,200 of the refund.
  expect(await states()).toEqual(['withdrawn 30000', 'intended 18800']);
  await sendDueRefunds(house.services);
  expect(madeBy(bank)).toEqual([18_800]);
  expect(await states()).toEqual(['withdrawn 30000', 'confirmed 18800']);
  expect(await booked()).toEqual({});
});

it('keeps a refund beside a chargeback of other money of the payment', async () => {
  const { bank, takeBack } = await asked('mpgs', 8_800);
  await takeBack(30_000);
  await sendDueRefunds(house.services);
  expect(madeBy(bank)).toEqual([8_800]);
  expect(await states()).toEqual(['confirmed 8800']);
  expect(await booked()).toEqual({});
});

it('withdraws a refund without an answer once its provider refuses it', async () => {
  const { bank, takeBack } = await asked();
  bank.mood = 'away';
  await sendDueRefunds(house.services);
  await takeBack();
  // Nobody knows whether the money went back twice.
  expect(await states()).toEqual([`sent ${PRICE_CENTS}`]);
  bank.mood = 'refuses';
  later(1);
  await sendDueRefunds(house.services);
  expect(await states()).toEqual([`withdrawn ${PRICE_CENTS}`]);
  expect(await booked()).toEqual({});
  expect(await work()).toEqual(['chargeback']);
});

it('has a loss of what was refunded and then taken back, also if the answer came later', async () => {
  const { bank, takeBack } = await asked();
  bank.mood = 'lost';
  await sendDueRefunds(house.services);
  await takeBack();
  bank.mood = 'well';
  later(1);
  await sendDueRefunds(house.services);
  expect(madeBy(bank)).toEqual([PRICE_CENTS]);
  expect(await states()).toEqual([`confirmed ${PRICE_CENTS}`]);
  expect(await booked()).toEqual({ chargebacks: PRICE_CENTS, 'clearing:mpgs': -PRICE_CENTS });

  const told = await asked('payme');
  await sendDueRefunds(house.services);
  await told.takeBack();
  expect(await booked()).toEqual({
    chargebacks: 2 * PRICE_CENTS,
    'clearing:mpgs': -PRICE_CENTS,
    'clearing:payme': -PRICE_CENTS,
  });
});

it('withdraws a refund that its provider refuses while the chargeback is reported', async () => {
  const { bank, takeBack } = await asked();
  bank.refund = async () => {
    await takeBack();
    throw new GatewayRefusedError('too-much', 'its bank took it');
  };
  await sendDueRefunds(house.services);
  expect(await states()).toEqual([`withdrawn ${PRICE_CENTS}`]);
  expect(await booked()).toEqual({});
  expect(await work()).toEqual(['chargeback']);
});

it('lets staff withdraw a refund of which nobody said what became of it, named in the audit', async () => {
  const { order, bank, refund, takeBack } = await asked('payme');
  bank.mood = 'away';
  await sendDueRefunds(house.services);
  await expect(withdrawByHand(house.services, { number: refund, ...HAND })).rejects.toMatchObject({
    message: expect.stringContaining('under way'),
  });
  bank.mood = 'well';
  later(25 * 60);
  await sendDueRefunds(house.services);
  expect(await work()).toEqual(['failed_refund']);
  // It is owed as long as no bank took the money.
  await expect(withdrawByHand(house.services, { number: refund, ...HAND })).rejects.toMatchObject({
    message: expect.stringContaining('still owed'),
  });
  await takeBack();
  expect(await states()).toEqual([`failed ${PRICE_CENTS}`]);
  expect(await withdrawByHand(house.services, { number: refund, ...HAND })).toEqual({ rest: null });
  expect(await states()).toEqual([`withdrawn ${PRICE_CENTS}`]);
  expect(await booked()).toEqual({});
  expect(await work()).toEqual(['chargeback']);
  const { rows: audit } = await database.db.execute(sql`select who, reason, subject_id, after from audit_events
    where action = 'refunds.withdraw'`);
  expect(audit).toEqual([
    { who: HAND.who, reason: HAND.why, subject_id: String(order.id), after: { refund, cents: PRICE_CENTS } },
  ]);
  for (const again of [withdrawByHand, refundedByHand])
    await expect(again(house.services, { number: refund, ...HAND })).rejects.toMatchObject({
      message: expect.stringContaining('withdrawn'),
    });
});

it('has a loss, and tells staff, if a refund was made that they withdrew', async () => {
  const { number, bank, refund, takeBack } = await asked();
  bank.mood = 'refuses';
  await sendDueRefunds(house.services);
  await takeBack();
  await withdrawByHand(house.services, { number: refund, ...HAND });
  await hear(bank.pay(number, { kind: 'refunded' }));
  expect(await booked()).toEqual({ chargebacks: PRICE_CENTS, 'clearing:mpgs': -PRICE_CENTS });
  expect(await work()).toEqual(['chargeback', 'refund_differs']);
});

it('sends what a bank left of a refund that staff withdrew', async () => {
  const { bank, refund, takeBack } = await asked();
  bank.mood = 'refuses';
  await sendDueRefunds(house.services);
  await takeBack(30_000);
  bank.mood = 'well';
  const { rest } = await withdrawByHand(house.services, { number: refund, ...HAND });
  expect((await refundsOf()).map(({ number }) => number)).toEqual([refund, rest]);
  await sendDueRefunds(house.services);
  expect(madeBy(bank)).toEqual([PRICE_CENTS - 30_000]);
  expect(await booked()).toEqual({});
});

it('withdraws the refund of a second payment, and the first keeps what it bought', async () => {
  const order = await orderFor(house, me);
  const [first, second] = [await attemptFor(house, order), await attemptFor(house, order, 'payme')];
  const { mpgs, payme } = house.gateways;
  await hear(mpgs.pay(first));
  await hear(payme.pay(second));
  expect(await states()).toEqual([`intended ${PRICE_CENTS}`]);
  await hear(payme.pay(second, { kind: 'chargeback' }));
  await sendDueRefunds(house.services);
  expect(await states()).toEqual([`withdrawn ${PRICE_CENTS}`]);
  expect(madeBy(payme)).toEqual([]);
  expect(await givenTo(database.db)).toEqual(new Map([[order.id, PRICE_CENTS]]));
  expect(await booked()).toEqual({ 'clearing:mpgs': PRICE_CENTS, 'deferred:thing': -PRICE_CENTS });
});

it('ends an order whose payment was to be refunded undelivered and was taken back by its bank', async () => {
  house.shop.isSoldOut = true;
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  const { mpgs } = house.gateways;
  await hear(mpgs.pay(number));
  later(31);
  await retryUnfulfilled(house.services);
  expect(await states()).toEqual([`intended ${PRICE_CENTS}`]);
  await hear(mpgs.pay(number, { kind: 'chargeback' }));
  house.shop.isSoldOut = false;
  await retryUnfulfilled(house.services);
  await sendDueRefunds(house.services);
  expect(await states()).toEqual([`withdrawn ${PRICE_CENTS}`]);
  expect(await rowOf(order.id)).toMatchObject({ state: 'cancelled', fulfilledAt: null });
  expect(await givenTo(database.db)).toEqual(new Map());
  expect(await booked()).toEqual({});
  expect(await work()).toEqual(['chargeback']);
});

it.each([
  ['payme', 'refundStatus', 'EA011'],
  ['mpgs', 'refund', 'ACCESS'],
] as const)(
  'leaves a refund without an answer to staff if %s refuses a later call, which tells nothing of the first',
  async (name, call, code) => {
    const { bank, refund, takeBack } = await asked(name);
    bank.mood = 'lost';
    await sendDueRefunds(house.services);
    await takeBack(20_000);
    bank.mood = 'well';
    bank[call] = async () => {
      throw new GatewayRefusedError(code, 'not now');
    };
    later(1);
    await sendDueRefunds(house.services);
    expect(await states()).toEqual([`failed ${PRICE_CENTS}`]);
    expect(await work()).toEqual(['chargeback', 'failed_refund']);
    // Staff find it in the portal: the bank took its part as well.
    await refundedByHand(house.services, { number: refund, ...HAND });
    expect(madeBy(bank)).toEqual([PRICE_CENTS]);
    expect(await booked()).toEqual({ chargebacks: 20_000, [`clearing:${name}`]: -20_000 });
  },
);

it('leaves a sent refund to staff whose provider can no longer be asked', async () => {
  const { bank, takeBack } = await asked('payme');
  bank.mood = 'lost';
  await sendDueRefunds(house.services);
  await takeBack(20_000);
  later(1);
  await sendDueRefunds({ ...house.services, gateways: {} });
  expect(await states()).toEqual([`by_hand ${PRICE_CENTS}`]);
  expect(await work()).toEqual(['chargeback', 'failed_refund']);
});

it.each([new GatewayRefusedError('too-much', 'its bank took it'), new GatewayTimeoutError('nobody answers')])(
  'asks staff of no refund that was withdrawn while a worker still waited for its answer: %s',
  async (answer) => {
    const { bank, takeBack } = await asked();
    bank.refund = async () => {
      bank.mood = 'refuses';
      bank.refund = async () => {
        throw new GatewayRefusedError('too-much', 'its bank took it');
      };
      await takeBack();
      // Its claim ends, and the next worker is told.
      later(25 * 60);
      await sendDueRefunds(house.services);
      throw answer;
    };
    await sendDueRefunds(house.services);
    expect(await states()).toEqual([`withdrawn ${PRICE_CENTS}`]);
    expect(await work()).toEqual(['chargeback']);
  },
);

it('ends an order that was never delivered once its bank and its refund returned all of it', async () => {
  house.shop.isSoldOut = true;
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  const { mpgs } = house.gateways;
  await hear(mpgs.pay(number));
  later(31);
  await retryUnfulfilled(house.services);
  await hear(mpgs.pay(number, { kind: 'chargeback', cents: 20_000 }));
  expect(await states()).toEqual([`withdrawn ${PRICE_CENTS}`, 'intended 18800']);
  house.shop.isSoldOut = false;
  await retryUnfulfilled(house.services);
  expect(await rowOf(order.id)).toMatchObject({ state: 'paid', fulfilledAt: null });
  await sendDueRefunds(house.services);
  await retryUnfulfilled(house.services);
  expect(await rowOf(order.id)).toMatchObject({ state: 'refunded', fulfilledAt: null });
  expect(house.shop.released).toEqual([order.id]);
  expect(await booked()).toEqual({});
});

it('leaves to staff what a bank left of a refund that its provider must not be asked for', async () => {
  const order = await orderFor(house, me);
  const attempt = await attemptFor(house, order, 'payme');
  const { payme } = house.gateways;
  await hear(payme.pay(attempt));
  const late = { reason: 'asked', who: 'a test', byHand: 'payme does not support refunds of a payment this old' };
  const { number } = await refundOrder(house.services, { orderId: order.id, cents: 'all', ...late });
  await hear(payme.pay(attempt, { kind: 'chargeback', cents: 20_000 }));
  const { rest } = await withdrawByHand(house.services, { number, ...HAND });
  expect(await states()).toEqual([`withdrawn ${PRICE_CENTS}`, 'by_hand 18800']);
  expect(await work()).toEqual(['chargeback', 'failed_refund']);
  await sendDueRefunds(house.services);
  expect(madeBy(payme)).toEqual([]);
  await refundedByHand(house.services, { number: rest!, ...HAND });
  expect(await work()).toEqual(['chargeback']);
  expect(await booked()).toEqual({});
});
