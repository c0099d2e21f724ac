import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { paymentFacts, refunds } from '#db/tables/payments.ts';
import { errorNameOf } from '#tests/factories/accounts/accounts.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { looksOf } from '#tests/factories/money/payment-looks.ts';
import { beforePaymentTests } from '#tests/factories/money/payment-tests.ts';
import {
  attemptFor,
  givenTo,
  LINE,
  orderFor,
  PAY_START,
  PRICE_CENTS,
  seen,
  type PaymentHouse,
} from '#tests/factories/money/payments.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { TEST_IP } from '#tests/factories/visitor.ts';
import {
  queryDueAttempts,
  cancelOrder,
  expireOrders,
  lockAccount,
  recordFacts,
  refundedByHand,
  refundOrder,
  resultOf,
  retryUnfulfilled,
  sendDueRefunds,
  startAttempt,
} from './payments.ts';

// Duplicate, late, concurrent and wrong payments: each ends in fulfilment or a refund, and the books agree.

let database: TestDatabase;
let house: PaymentHouse;
let me = 0;
let n = 0;
beforePaymentTests((test) => ({ database, house, me } = test));

const { later, rowOf, work, booked } = looksOf(() => house);
const refundsOf = async () => database.db.select().from(refunds).orderBy(refunds.id);

it('holds the account of a member by one statement that writes nothing where its row is there', async () => {
  const { db, pool } = database;
  const row = async () =>
    (await pool.query('select xmin::text, created_at from billing_accounts where member_id = $1', [me])).rows;
  await db.transaction((tx) => lockAccount(tx, me));
  const before = await row();
  expect(before).toHaveLength(1);
  await db.transaction(async (tx) => {
    await lockAccount(tx, me);
    const other = pool.query('select 1 from billing_accounts where member_id = $1 for no key update nowait', [me]);
    await expect(other).rejects.toMatchObject({ code: '55P03' });
    // Foreign key references to the member are not blocked.
    await pool.query('select 1 from billing_accounts where member_id = $1 for key share nowait', [me]);
  });
  expect(await row()).toEqual(before);
});

it('gives once what notice, query and return tell of at the same moment, and books it once', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  const paid = house.gateways.mpgs.pay(number);
  await Promise.all(
    (['notice', 'query', 'return', 'notice', 'settlement', 'query'] as const).map((source) =>
      recordFacts(house.services, [seen(paid, source)]),
    ),
  );
  expect(await rowOf(order.id)).toMatchObject({ state: 'paid', capturedCents: PRICE_CENTS, fulfilledAt: PAY_START });
  expect(await givenTo(database.db)).toEqual(new Map([[order.id, PRICE_CENTS]]));
  expect(house.papers).toEqual([{ kind: 'receipt', orderId: order.id, cents: PRICE_CENTS }]);
  expect(await booked()).toEqual({ 'clearing:mpgs': PRICE_CENTS, 'deferred:thing': -PRICE_CENTS });
  expect(await work()).toEqual([]);
});

it('records a second capture by another provider and gives it back, whichever comes first', async () => {
  const order = await orderFor(house, me);
  const first = await attemptFor(house, order, 'paydollar');
  const second = await attemptFor(house, order, 'mpgs');
  const facts = [house.gateways.paydollar.pay(first), house.gateways.mpgs.pay(second)];
  await Promise.all(facts.map((fact) => recordFacts(house.services, [seen(fact)])));
  expect(await refundsOf()).toMatchObject([{ reason: 'second_capture', cents: PRICE_CENTS, state: 'intended' }]);
  await sendDueRefunds(house.services);
  expect(await refundsOf()).toMatchObject([{ state: 'confirmed' }]);
  expect(await rowOf(order.id)).toMatchObject({
    state: 'paid',
    capturedCents: 2 * PRICE_CENTS,
    refundedCents: PRICE_CENTS,
  });
  expect(Object.values(await booked()).toSorted((a, b) => a - b)).toEqual([-PRICE_CENTS, PRICE_CENTS]);
  const books = house.gateways.paydollar.book.concat(house.gateways.mpgs.book);
  expect(books.filter(({ kind }) => kind === 'refunded')).toHaveLength(1);
});

it('gives back the right one of two captures of one attempt', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order, 'paydollar');
  await recordFacts(house.services, [seen(house.gateways.paydollar.pay(number))]);
  const again = house.gateways.paydollar.pay(number);
  await recordFacts(house.services, [seen(again)]);
  const [fact] = await database.db
    .select()
    .from(paymentFacts)
    .where(sql`gateway_txn = ${again.gatewayTxn}`);
  expect(await refundsOf()).toMatchObject([{ paidFactId: fact?.id, reason: 'second_capture' }]);
});

it('gives back what is paid after its buyer cancelled, and what is paid after it ran out where another was bought', async () => {
  const cancelled = await orderFor(house, me);
  const first = await attemptFor(house, cancelled);
  await cancelOrder(house.services, memberActor(me), cancelled.id);
  expect(house.shop.released).toEqual([cancelled.id]);
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(first))]);
  expect(await refundsOf()).toMatchObject([{ reason: 'paid_after_cancel' }]);
  // While it is being refunded it is not reported as failed.
  expect((await resultOf(house.services, memberActor(me), { number: first })).status).toBe('pending');

  const lapsed = await orderFor(house, me);
  const second = await attemptFor(house, lapsed);
  later(60);
  await expireOrders(house.services);
  expect(await rowOf(lapsed.id)).toMatchObject({ state: 'expired' });
  const next = await orderFor(house, me);
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(second))]);
  expect((await refundsOf()).map(({ reason }) => reason)).toEqual(['paid_after_cancel', 'paid_after_expiry']);
  await sendDueRefunds(house.services);
  expect(await booked()).toEqual({});
  expect(await givenTo(database.db)).toEqual(new Map());
  expect(await rowOf(next.id)).toMatchObject({ state: 'open' });
});

it('gives what was paid after its order ran out, where its buyer bought nothing else', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  later(60);
  await expireOrders(house.services);
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(number))]);
  expect(await rowOf(order.id)).toMatchObject({ state: 'paid' });
  expect((await givenTo(database.db)).get(order.id)).toBe(PRICE_CENTS);
});

it('lets one of a cancellation and a payment at the same moment win, and keeps no money for nothing', async () => {
  for (let round = 0; round < 6; round++) {
    const order = await orderFor(house, me);
    const number = await attemptFor(house, order);
    const paid = house.gateways.mpgs.pay(number);
    await Promise.all([
      recordFacts(house.services, [seen(paid)]),
      cancelOrder(house.services, memberActor(me), order.id).catch(() => null),
    ]);
    await sendDueRefunds(house.services);
    const { state, capturedCents, refundedCents } = await rowOf(order.id);
    const given = (await givenTo(database.db)).get(order.id) ?? 0;
    expect([state, capturedCents - refundedCents, given]).toEqual(
      state === 'paid' ? ['paid', PRICE_CENTS, PRICE_CENTS] : ['cancelled', 0, 0],
    );
  }
});

it('never gives back more than was paid, however often and at once it is asked for', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(number))]);
  const ask = { orderId: order.id, cents: 20_000, reason: 'sorry', who: 'staff' };
  const outcomes = await Promise.all([1, 2, 3].map(() => errorNameOf(refundOrder(house.services, ask))));
  expect(outcomes.filter((name) => name === 'conflict')).toHaveLength(2);
  expect(outcomes).toContain(null);
  await refundOrder(house.services, { ...ask, cents: 'all' });
  expect(await errorNameOf(refundOrder(house.services, { ...ask, cents: 1 }))).toBe('conflict');
  await Promise.all([sendDueRefunds(house.services), sendDueRefunds(house.services)]);
  expect(await rowOf(order.id)).toMatchObject({ state: 'refunded', refundedCents: PRICE_CENTS });
  const back = house.gateways.mpgs.book.filter(({ kind }) => kind === 'refunded').map(({ cents }) => cents);
  expect(back.toSorted((a, b) => a - b)).toEqual([PRICE_CENTS - 20_000, 20_000]);
  expect((await givenTo(database.db)).get(order.id)).toBe(0);
  expect(await booked()).toEqual({});
  expect(house.papers.map(({ kind }) => kind)).toEqual(['receipt', 'refund_note', 'refund_note']);
});

it('never sends a refund twice to a provider that would do it twice, when its answer was lost', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order, 'paydollar');
  const { paydollar } = house.gateways;
  await recordFacts(house.services, [seen(paydollar.pay(number))]);
  await refundOrder(house.services, { orderId: order.id, cents: 'all', reason: 'sorry', who: 'staff' });
  paydollar.mood = 'lost';
  await sendDueRefunds(house.services);
  expect(await refundsOf()).toMatchObject([{ state: 'sent' }]);
  paydollar.mood = 'well';
  later(1);
  await sendDueRefunds(house.services);
  expect(paydollar.book.filter(({ kind }) => kind === 'refunded')).toHaveLength(1);
  expect(await refundsOf()).toMatchObject([{ state: 'confirmed' }]);
});

it('leaves a refund to a person that its provider refuses or cannot do, and takes their word that it went back', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order, 'jetco');
  const { jetco } = house.gateways;
  await recordFacts(house.services, [seen(jetco.pay(number), 'return')]);
  const { number: refund } = await refundOrder(house.services, {
    orderId: order.id,
    cents: 'all',
    reason: 'sorry',
    who: 'staff',
  });
  await sendDueRefunds(house.services);
  expect(await refundsOf()).toMatchObject([{ state: 'by_hand' }]);
  expect(await work()).toEqual(['failed_refund']);
  await refundedByHand(house.services, { number: refund, who: 'staff', why: 'by the portal' });
  expect(await rowOf(order.id)).toMatchObject({ state: 'refunded' });
  expect(await work()).toEqual([]);
});

it('takes back what a provider gave back unasked, and tells a person', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  const paid = house.gateways.mpgs.pay(number);
  const back = house.gateways.mpgs.pay(number, { kind: 'refunded' });
  // Also in the wrong order.
  await recordFacts(house.services, [seen(back)]);
  await recordFacts(house.services, [seen(paid)]);
  expect(await rowOf(order.id)).toMatchObject({ state: 'refunded', refundedCents: PRICE_CENTS });
  expect((await givenTo(database.db)).get(order.id)).toBe(0);
  expect(await work()).toEqual(['unasked_refund']);
  expect(await booked()).toEqual({});
});

it('takes another amount and another currency for no payment: they wait for a person', async () => {
  for (const wrong of [{ cents: PRICE_CENTS - 1 }, { currency: 'USD' }]) {
    const member = await insertMember(database.db, `wrong${++n}@member.example`);
    const order = await orderFor(house, member);
    const number = await attemptFor(house, order);
    await recordFacts(house.services, [seen(house.gateways.mpgs.pay(number, wrong))]);
    expect(await rowOf(order.id)).toMatchObject({ state: 'review', fulfilledAt: null });
    expect((await resultOf(house.services, memberActor(member), { number })).status).toBe('pending');
  }
  expect(await work()).toEqual(['wrong_amount', 'wrong_amount']);
  expect(await givenTo(database.db)).toEqual(new Map());
});

it('keeps money that pays for nothing we know, in the books and before a person', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order, 'paydollar');
  // Another provider reports an attempt that is not its own.
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(number, { cents: PRICE_CENTS }))]);
  expect(await rowOf(order.id)).toMatchObject({ state: 'open' });
  expect(await work()).toEqual(['unknown_money']);
  expect(await booked()).toEqual({ 'clearing:mpgs': PRICE_CENTS, unapplied: -PRICE_CENTS });
});

it('keeps money that cannot buy what it was for, tries again, and gives it back after half an hour', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  house.shop.isSoldOut = true;
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(number))]);
  expect(await rowOf(order.id)).toMatchObject({ state: 'paid', fulfilledAt: null });
  expect(await work()).toEqual(['unapplied_money']);
  expect(await booked()).toEqual({ 'clearing:mpgs': PRICE_CENTS, unapplied: -PRICE_CENTS });
  later(29);
  await retryUnfulfilled(house.services);
  expect(await refundsOf()).toEqual([]);
  later(30);
  await retryUnfulfilled(house.services);
  await retryUnfulfilled(house.services);
  expect(await refundsOf()).toMatchObject([{ reason: 'not_fulfilled', cents: PRICE_CENTS }]);
  // In stock again, but already being refunded.
  house.shop.isSoldOut = false;
  await retryUnfulfilled(house.services);
  await sendDueRefunds(house.services);
  expect(await rowOf(order.id)).toMatchObject({ state: 'refunded', fulfilledAt: null });
  expect(await givenTo(database.db)).toEqual(new Map());
  expect(await booked()).toEqual({});
  expect(await work()).toEqual([]);
});

it('gives after all what could not be given at first', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  house.shop.isSoldOut = true;
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(number))]);
  house.shop.isSoldOut = false;
  later(5);
  await Promise.all([retryUnfulfilled(house.services), retryUnfulfilled(house.services)]);
  expect((await givenTo(database.db)).get(order.id)).toBe(PRICE_CENTS);
  expect(await work()).toEqual([]);
});

it('has one open order of a member and kind, however many tabs ask at once', async () => {
  const asked = await Promise.all([1, 2, 3, 4, 5].map(() => orderFor(house, me)));
  expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
  const keyed = await Promise.all([1, 2, 3].map(() => orderFor(house, me, { kind: 'gift', idempotencyKey: 'k' })));
  expect(new Set(keyed.map(({ id }) => id)).size).toBe(1);
  expect(await errorNameOf(orderFor(house, me, { idempotencyKey: 'k' }))).toBe('conflict');
});

it('makes room for another order unless a provider may still take money for the one that is open', async () => {
  const other = { lines: [{ ...LINE, productId: 2 }] };
  const first = await orderFor(house, me);
  const second = await orderFor(house, me, other);
  expect(second.id).not.toBe(first.id);
  expect(await rowOf(first.id)).toMatchObject({ state: 'cancelled' });
  expect(house.shop.released).toEqual([first.id]);
  await attemptFor(house, second, 'jetco');
  expect(await errorNameOf(orderFor(house, me))).toBe('transactionProcessing');
  // JETCO may not report for a day; new orders do not wait for it.
  later(16);
  expect((await orderFor(house, me)).state).toBe('open');
});

it('answers a page that is loaded again with what was begun, and ends a wallet before another way is begun', async () => {
  const order = await orderFor(house, me);
  const asked = { orderId: order.id, gateway: 'payme', method: 'payme', remoteIp: TEST_IP } as const;
  const first = await startAttempt(house.services, memberActor(me), asked);
  const again = await startAttempt(house.services, memberActor(me), asked);
  expect(again).toMatchObject({ attempt: { number: first.attempt.number }, start: first.start });
  expect(JSON.stringify(again)).not.toContain('secret of');
  await attemptFor(house, order, 'mpgs');
  expect(() => house.gateways.payme.pay(first.attempt.number)).toThrow('cancelled at the provider');
});

it('begins one attempt at one provider however many presses come at once, by whichever ways', async () => {
  const order = await orderFor(house, me);
  // Time advances during the requests.
  let ticks = 0;
  const services = { ...house.services, clock: () => new Date(PAY_START.getTime() + ticks++) };
  const ways = [
    { gateway: 'mpgs', method: 'card' },
    { gateway: 'paydollar', method: 'alipay' },
    { gateway: 'payme', method: 'payme' },
    { gateway: 'jetco', method: 'jetco' },
  ] as const;
  const presses = await Promise.allSettled(
    [...ways, ...ways, ...ways].map((way) =>
      startAttempt(services, memberActor(me), { orderId: order.id, ...way, remoteIp: TEST_IP }),
    ),
  );
  const query = `select number, method from payment_attempts where order_id = ${order.id}`;
  const { rows } = await database.pool.query(query);
  expect(rows).toHaveLength(1);
  const begun = ways.flatMap(({ gateway }) => [...house.gateways[gateway].begun.keys()]);
  expect(begun).toEqual([rows[0].number]);
  const answered = presses.flatMap((press) => (press.status === 'fulfilled' ? [press.value] : []));
  expect(answered.map(({ attempt }) => attempt.number)).toEqual([begun[0], begun[0], begun[0]]);
  const refused = presses.flatMap((press) => (press.status === 'rejected' ? [press.reason.errorName] : []));
  expect(new Set(refused)).toEqual(new Set(['transactionProcessing']));
  // A buyer who then chooses another method gets it, once the provider of the first reports it as unpaid.
  later(1);
  if (rows[0].method === 'jetco')
    await recordFacts(house.services, [seen(house.gateways.jetco.pay(begun[0]!, { kind: 'cancelled' }), 'return')]);
  await attemptFor(house, order, ways.find(({ method }) => method !== rows[0].method)!.gateway);
});

it('does not let a press that was held up on its way cancel what another press began meanwhile', async () => {
  const order = await orderFor(house, me);
  const readings = [house.clock.now];
  later(1);
  const number = await attemptFor(house, order, 'payme');
  const heldUp = { ...house, services: { ...house.services, clock: () => readings.shift() ?? house.clock.now } };
  expect(await errorNameOf(attemptFor(heldUp, order, 'jetco'))).toBe('transactionProcessing');
  house.gateways.payme.pay(number);
});

it('starts anew what died with its process before its provider answered', async () => {
  const order = await orderFor(house, me);
  house.gateways.mpgs.mood = 'lost';
  expect(await errorNameOf(attemptFor(house, order))).toBe('unavailable');
  expect(await errorNameOf(attemptFor(house, order, 'paydollar'))).toBe('transactionProcessing');
  house.gateways.mpgs.mood = 'well';
  later(1);
  const number = await attemptFor(house, order);
  expect([...house.gateways.mpgs.begun.keys()].at(-1)).toBe(number);
});

it('finds that it was paid when it goes to end a wallet', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order, 'payme');
  house.gateways.payme.pay(number);
  expect(await errorNameOf(attemptFor(house, order, 'mpgs'))).toBe('transactionProcessing');
  expect(await rowOf(order.id)).toMatchObject({ state: 'paid' });
});

it('asks a provider for what it does not tell, and a person about a provider that cannot be asked', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  house.gateways.mpgs.pay(number);
  house.gateways.mpgs.mood = 'away';
  house.clock.now = new Date(PAY_START.getTime() + 3_000);
  expect(await queryDueAttempts(house.services)).toBe(1);
  expect(await queryDueAttempts(house.services)).toBe(0);
  house.gateways.mpgs.mood = 'well';
  house.clock.now = new Date(PAY_START.getTime() + 10_000);
  await Promise.all([queryDueAttempts(house.services), queryDueAttempts(house.services)]);
  expect(await rowOf(order.id)).toMatchObject({ state: 'paid' });
  const silent = await orderFor(house, await insertMember(database.db, `jetco${++n}@member.example`));
  await attemptFor(house, silent, 'jetco');
  later(60);
  await queryDueAttempts(house.services);
  expect(await work()).toEqual([]);
  later(25 * 60);
  await queryDueAttempts(house.services);
  expect(await work()).toEqual(['unknown_attempt']);
});

it('ends after a day what its provider knows nothing of, and leaves to a person whom nobody answers', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  const other = await insertMember(database.db, `other${++n}@member.example`);
  const unanswered = await orderFor(house, other);
  await attemptFor(house, unanswered, 'paydollar');
  house.gateways.paydollar.mood = 'away';
  later(24 * 60 + 1);
  await expireOrders(house.services);
  await queryDueAttempts(house.services);
  expect((await resultOf(house.services, memberActor(me), { number })).status).toBe('failure');
  expect(await work()).toEqual(['unknown_attempt']);
});
