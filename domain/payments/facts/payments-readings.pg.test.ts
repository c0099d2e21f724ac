import { beforeEach, describe, expect, it } from 'vitest';
import { handleWebhook, receiveWebhook } from '#domain/webhooks/webhooks.ts';
import { paymentWebhookHandlers } from '#server/services/payments.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { looksOf } from '#tests/factories/money/payment-looks.ts';
import { beforePaymentTests } from '#tests/factories/money/payment-tests.ts';
import {
  attemptFor,
  orderFor,
  PAY_START,
  PRICE_CENTS,
  seen,
  type PaymentHouse,
} from '#tests/factories/money/payments.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import type { Fact } from '#domain/payments/gateway.types.ts';
import {
  queryDueAttempts,
  listWork,
  readWebhook,
  recordFacts,
  refundOrder,
  sendDueRefunds,
} from '#domain/payments/payments.ts';

// A provider contradicts itself on one transaction: both readings are kept, one counts, staff see both, and no money
// leaves.

let database: TestDatabase;
let house: PaymentHouse;
let me = 0;
let n = 0;
beforePaymentTests((test) => ({ database, house, me } = test));
beforeEach(async () => {
  await database.pool.query('truncate hook_notices');
});

const { rowOf, work, booked } = looksOf(() => house);
const factsInAll = async () =>
  (await database.pool.query<{ reference: string; cents: number }>('select * from payment_facts order by id')).rows;
const refundsInAll = async () => (await database.pool.query('select 1 from refunds')).rowCount;

/** Delivers webhooks of one event over HTTP and processes them, as web and worker do. */
async function notify(gateway: 'paydollar' | 'mpgs' | 'payme' | 'jetco', told: readonly Fact[]): Promise<boolean[]> {
  const isNew: boolean[] = [];
  for (const fact of told) {
    const body = Buffer.from(JSON.stringify({ id: `${fact.gatewayTxn}:0`, facts: [fact] }));
    const sent = { method: 'POST', url: 'https://radio.example/', headers: { 'x-signature': 'right' }, body };
    const { eventId, payload } = readWebhook(house.services, gateway, sent);
    const notice = { provider: gateway, eventId, kind: 'payment', payload };
    isNew.push(await receiveWebhook({ db: database.db, now: house.clock.now }, notice));
  }
  const { rows } = await database.pool.query<{ id: number }>('select id from hook_notices order by id');
  const handlers = paymentWebhookHandlers(house.services);
  for (const { id } of rows) await handleWebhook({ db: database.db, now: house.clock.now, handlers }, id);
  return isNew;
}

describe.each(['paydollar', 'mpgs', 'payme', 'jetco'] as const)('of %s', (gateway) => {
  it('a second amount under a number that was told is kept and put before a person, and what was paid stays paid', async () => {
    const order = await orderFor(house, me);
    const right = house.gateways[gateway].pay(await attemptFor(house, order, gateway));
    expect(await notify(gateway, [right, right, { ...right, cents: 100 }])).toEqual([true, false, true]);
    expect(await rowOf(order.id)).toMatchObject({ state: 'paid', capturedCents: PRICE_CENTS });
    expect((await factsInAll()).map(({ cents }) => cents)).toEqual([PRICE_CENTS, 100]);
    expect(await listWork(database.db, 9)).toMatchObject([
      {
        kind: 'contradicting_readings',
        orderId: order.id,
        detail: { first: { cents: PRICE_CENTS }, second: { cents: 100 }, counting: 'first' },
      },
    ]);
    expect((await booked())[`clearing:${gateway}`]).toBe(PRICE_CENTS);
    expect(await refundsInAll()).toBe(0);
  });

  it('another order under a number that was told is paid by nothing, and both are put before a person', async () => {
    const [mine, other] = [
      await orderFor(house, me),
      await orderFor(house, await insertMember(database.db, `other${++n}@member.example`)),
    ];
    const right = house.gateways[gateway].pay(await attemptFor(house, mine, gateway));
    const second = await attemptFor(house, other, gateway);
    await notify(gateway, [right, { ...right, attempt: second }]);
    expect(await rowOf(mine.id)).toMatchObject({ state: 'paid' });
    expect(await rowOf(other.id)).toMatchObject({ state: 'open', capturedCents: 0 });
    expect(await listWork(database.db, 9)).toMatchObject([
      {
        kind: 'contradicting_readings',
        orderId: other.id,
        detail: { first: { reference: right.attempt }, second: { reference: second } },
      },
    ]);
    expect((await booked())[`clearing:${gateway}`]).toBe(PRICE_CENTS);
  });
});

it('heals a wrong first notice by what its provider says when it is asked', async () => {
  const order = await orderFor(house, me);
  const right = house.gateways.paydollar.pay(await attemptFor(house, order, 'paydollar'));
  await notify('paydollar', [{ ...right, cents: 100 }]);
  expect(await rowOf(order.id)).toMatchObject({ state: 'review', capturedCents: 100 });
  expect(await work()).toEqual(['wrong_amount']);
  expect(await queryDueAttempts(house.services)).toBe(1);
  expect(await rowOf(order.id)).toMatchObject({ state: 'paid', capturedCents: PRICE_CENTS });
  expect((await rowOf(order.id)).fulfilledAt).not.toBeNull();
  expect(await work()).toEqual(['contradicting_readings']);
  expect(await booked()).toEqual({ 'clearing:paydollar': PRICE_CENTS, 'deferred:thing': -PRICE_CENTS });
  expect(await queryDueAttempts(house.services)).toBe(0);
});

it('counts one payment that notice, question, return and a question again tell of', async () => {
  const order = await orderFor(house, me);
  const right = house.gateways.mpgs.pay(await attemptFor(house, order));
  for (const source of ['notice', 'query', 'return', 'query'] as const)
    await recordFacts(house.services, [seen(right, source)]);
  expect(await factsInAll()).toHaveLength(1);
  expect(await rowOf(order.id)).toMatchObject({ state: 'paid', capturedCents: PRICE_CENTS });
});

it('lets a number of ours take the place of money that was of no attempt, once', async () => {
  const order = await orderFor(house, me);
  const right = house.gateways.mpgs.pay(await attemptFor(house, order));
  await recordFacts(house.services, [seen({ ...right, attempt: null })]);
  expect(await work()).toEqual(['unknown_money']);
  await recordFacts(house.services, [seen(right)]);
  await recordFacts(house.services, [seen({ ...right, attempt: null }), seen(right)]);
  expect(await rowOf(order.id)).toMatchObject({ state: 'paid' });
  expect(await work()).toEqual(['contradicting_readings']);
  expect(await booked()).toEqual({ 'clearing:mpgs': PRICE_CENTS, 'deferred:thing': -PRICE_CENTS });
});

it('keeps a wrong reading that goes back already, whatever is told later', async () => {
  const order = await orderFor(house, me);
  const right = house.gateways.mpgs.pay(await attemptFor(house, order));
  await recordFacts(house.services, [seen({ ...right, cents: 100 })]);
  await refundOrder(house.services, { orderId: order.id, cents: 'all', reason: 'wrong amount', who: 'staff' });
  await recordFacts(house.services, [seen(right, 'query')]);
  await sendDueRefunds(house.services);
  expect(await rowOf(order.id)).toMatchObject({ state: 'refunded', fulfilledAt: null });
  expect(await work()).toContain('contradicting_readings');
});

it.each([
  ['2099', new Date('2099-01-01T00:00:00Z')],
  ['1998', new Date('1998-01-01T00:00:00Z')],
])(
  'dates a payment that its provider dates %s by when it was told, keeps its word, and tells a person',
  async (_year, at) => {
    const order = await orderFor(house, me);
    const paid = house.gateways.mpgs.pay(await attemptFor(house, order), { at });
    const receivedAt = new Date(PAY_START.getTime() + 60_000);
    house.clock.now = new Date(PAY_START.getTime() + 3_600_000);
    const papers: Date[] = [];
    house.services.noteReceipt = async (_tx, { paidAt }) => void papers.push(paidAt);
    await recordFacts(house.services, [{ ...seen(paid), receivedAt }]);
    expect(await factsInAll()).toMatchObject([{ at: receivedAt, detail: { saidAt: at.toISOString() } }]);
    expect(papers).toEqual([receivedAt]);
    expect(await listWork(database.db, 9)).toMatchObject([{ kind: 'impossible_time', orderId: order.id }]);
  },
);
