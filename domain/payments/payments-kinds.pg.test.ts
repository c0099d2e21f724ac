import { expect, it } from 'vitest';
import { billingAccounts, orders, refunds } from '#db/tables/payments.ts';
import { handleWebhook, receiveWebhook } from '#domain/webhooks/webhooks.ts';
import { paymentWebhookHandlers } from '#server/services/payments.ts';
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
  toldOf,
  type PaymentHouse,
} from '#tests/factories/money/payments.ts';
import { ASKED_FOR_MS } from './payments.rules.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { TEST_IP } from '#tests/factories/visitor.ts';
import {
  queryDueAttempts,
  cancelOrder,
  chargeProfile,
  findOpenPayment,
  findPayment,
  listOrders,
  listPayments,
  reconcile,
  recordFacts,
  refundLimits,
  refundOrder,
  resultOf,
  sendDueRefunds,
  startAttempt,
  processWebhook,
  publicStory,
  refundedByHand,
  storyTokenOf,
  type Fact,
} from './payments.ts';

// Orders other than price and payer: card check, zero total, stored card, chargeback, stranger, erased member.

let database: TestDatabase;
let house: PaymentHouse;
let me = 0;
let n = 0;
beforePaymentTests((test) => ({ database, house, me } = test));
const { rowOf, work, booked } = looksOf(() => house);

it('gives back the dollar that proves a card, whether it was held or taken, and calls it no income', async () => {
  for (const kind of ['paid', 'authorised'] as const) {
    const member = await insertMember(database.db, `card${++n}@member.example`);
    const order = await orderFor(house, member, { kind: 'card_check', lines: [{ ...LINE, unitCents: 0 }] });
    const number = await attemptFor(house, order);
    expect(house.gateways.mpgs.begun.get(number)).toBe(100);
    await recordFacts(house.services, [seen(house.gateways.mpgs.pay(number, { kind }))]);
    await sendDueRefunds(house.services);
    expect(house.gateways.mpgs.book.at(-1)).toMatchObject({
      kind: kind === 'paid' ? 'refunded' : 'voided',
      cents: 100,
    });
    expect(await rowOf(order.id)).toMatchObject({ state: 'paid', fulfilledAt: house.clock.now });
  }
  expect(await booked()).toEqual({});
  expect(house.papers).toEqual([]);
});

it('lets go of another amount that a card was authorised for to prove it, stores no card, and puts it before a person', async () => {
  const order = await orderFor(house, me, { kind: 'card_check', lines: [{ ...LINE, unitCents: 0 }] });
  const bank = house.gateways.mpgs;
  const number = await attemptFor(house, order);
  await recordFacts(house.services, [seen(bank.pay(number, { kind: 'authorised', cents: 200 }))]);
  await sendDueRefunds(house.services);
  expect(bank.book.map(({ kind }) => kind)).toEqual(['authorised', 'voided']);
  expect(await rowOf(order.id)).toMatchObject({ state: 'refunded', fulfilledAt: null });
  expect(await work()).toEqual(['wrong_amount']);
  expect(house.shop.released).toEqual([order.id]);
  // A repeated report voids nothing a second time.
  await recordFacts(house.services, [seen(bank.pay(number, { kind: 'failed', txn: 'told late' }))]);
  await sendDueRefunds(house.services);
  expect(bank.book.filter(({ kind }) => kind === 'voided')).toHaveLength(1);
});

it('needs no provider where nothing is to be paid, and takes no free way where something is', async () => {
  const free = await orderFor(house, me, { lines: [{ ...LINE, discountCents: PRICE_CENTS }] });
  const way = { gateway: 'free', method: 'none', remoteIp: TEST_IP } as const;
  await startAttempt(house.services, memberActor(me), { orderId: free.id, ...way });
  expect(await rowOf(free.id)).toMatchObject({ state: 'paid', capturedCents: 0, fulfilledAt: PAY_START });
  expect(await booked()).toEqual({});
  const dear = await orderFor(house, me);
  expect(await errorNameOf(startAttempt(house.services, memberActor(me), { orderId: dear.id, ...way }))).toBe(
    'invalidParam',
  );
});

it('charges a stored card once for an order, though the run that asked was killed and comes again', async () => {
  const order = await orderFor(house, me, { kind: 'renewal' });
  const card = { token: 't', agreement: 'a' };
  const charge = { orderId: order.id, profileId: 7, gateway: 'mpgs', card } as const;
  house.gateways.mpgs.mood = 'lost';
  expect(await chargeProfile(house.services, charge)).toBe('unknown');
  house.gateways.mpgs.mood = 'well';
  expect(await chargeProfile(house.services, charge)).toBe('paid');
  expect(await chargeProfile(house.services, charge)).toBe('paid');
  expect(house.gateways.mpgs.book).toHaveLength(1);
});

it('charges a stored card once for an order that two runs charge at the same moment', async () => {
  const order = await orderFor(house, me, { kind: 'renewal' });
  const charge = { orderId: order.id, profileId: 7, gateway: 'mpgs', card: { token: 't', agreement: 'a' } } as const;
  await Promise.all([1, 2, 3].map(() => chargeProfile(house.services, charge)));
  expect(house.gateways.mpgs.book).toHaveLength(1);
  expect(await rowOf(order.id)).toMatchObject({ state: 'paid' });
});

it('gives what a provider charged by its own calendar as an order of its own, once, and never as a second capture', async () => {
  house.services.orderOfSchedule = async (_tx, { agreement, gatewayTxn }) => {
    if (agreement !== 'schedule-7') return null;
    return (await orderFor(house, me, { kind: 'renewal', idempotencyKey: `schedule:${gatewayTxn}` })).id;
  };
  const charge = (schedule: string, txn: string) => ({
    ...seen(
      toldOf('paydollar', { txn, attempt: '', kind: 'paid', cents: PRICE_CENTS, currency: 'HKD', at: PAY_START }),
    ),
    attempt: null,
    detail: { schedule },
  });
  for (let times = 0; times < 2; times++) await recordFacts(house.services, [charge('schedule-7', 't1')]);
  await recordFacts(house.services, [charge('schedule-7', 't2')]);
  await recordFacts(house.services, [charge('nobody’s', 't3')]);
  const paid = (await listOrders(database.db, me)).filter(({ state }) => state === 'paid');
  expect(paid).toHaveLength(2);
  expect(await work()).toEqual(['unknown_money']);
});

it('shows a payment to its buyer with how to go on, to the ticket of a return without, and to a stranger not at all', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  const guest = { kind: 'guest' } as const;
  const stranger = memberActor(await insertMember(database.db, `stranger${++n}@member.example`));
  expect(await findPayment(house.services, memberActor(me), { orderId: order.id })).toMatchObject({
    order: { id: order.id },
    attempt: { number, start: { kind: 'redirect' } },
  });
  expect(await findPayment(house.services, guest, { number, hasTicket: true })).toMatchObject({
    attempt: { start: null },
  });
  expect(await findPayment(house.services, guest, { number })).toBeNull();
  expect(await findPayment(house.services, stranger, { number })).toBeNull();
  expect(await findPayment(house.services, stranger, { orderId: order.id })).toBeNull();
  expect((await findOpenPayment(house.services, memberActor(me)))?.order.id).toBe(order.id);
});

it('takes back what a charged-back payment bought, refunds nothing of it, and loses in the books only what was earned', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(number))]);
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(number, { kind: 'chargeback' }), 'settlement')]);
  expect(await work()).toEqual(['chargeback']);
  expect(await booked()).toEqual({});
  expect(await givenTo(database.db)).toEqual(new Map([[order.id, 0]]));
  for (const cents of ['all', 1] as const)
    expect(
      await errorNameOf(refundOrder(house.services, { orderId: order.id, cents, reason: 'asked', who: 'staff' })),
    ).toBe('conflict');
  expect(await database.db.select().from(refunds)).toEqual([]);
});

it('leaves what a charged-back payment bought where the station has it so, and books the loss', async () => {
  const services = { ...house.services, keepsAccessAfterChargeback: true };
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  await recordFacts(services, [seen(house.gateways.mpgs.pay(number))]);
  await recordFacts(services, [seen(house.gateways.mpgs.pay(number, { kind: 'chargeback' }), 'settlement')]);
  expect(await booked()).toEqual({ chargebacks: PRICE_CENTS, 'deferred:thing': -PRICE_CENTS });
  expect(await givenTo(database.db)).toEqual(new Map([[order.id, PRICE_CENTS]]));
});

it('shows an order, its result and its payment page to nobody but its buyer, and a result to the ticket of its return', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  const stranger = memberActor(await insertMember(database.db, `stranger${++n}@member.example`));
  expect(await errorNameOf(resultOf(house.services, stranger, { number }))).toBe('dataNotFound');
  expect(await errorNameOf(resultOf(house.services, { kind: 'guest' }, { number }))).toBe('dataNotFound');
  expect(await errorNameOf(cancelOrder(house.services, stranger, order.id))).toBe('dataNotFound');
  const asked = { orderId: order.id, gateway: 'mpgs', method: 'card', remoteIp: TEST_IP } as const;
  expect(await errorNameOf(startAttempt(house.services, stranger, asked))).toBe('dataNotFound');
  expect((await resultOf(house.services, { kind: 'guest' }, { number, hasTicket: true })).status).toBe('pending');
  expect(await rowOf(order.id)).toMatchObject({ state: 'open' });
});

it('lists what a member ordered as each order says of itself, the newest first, and nothing of others', async () => {
  const paid = await orderFor(house, me);
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(await attemptFor(house, paid)))]);
  const refused = await orderFor(house, me);
  await attemptFor(house, refused);
  const newest = await attemptFor(house, refused, 'payme');
  await recordFacts(house.services, [
    seen({ ...house.gateways.payme.pay(newest, { kind: 'failed' }), detail: { code: '51' } }),
  ]);
  await orderFor(house, await insertMember(database.db, `other${++n}@member.example`));
  const listed = await listPayments(house.services, memberActor(me), 10);
  expect(listed.map(({ order }) => order.id)).toEqual([refused.id, paid.id]);
  expect(listed[0]?.attempt).toMatchObject({ number: newest, state: 'failed', refusal: { code: '51' } });
  for (const one of listed)
    expect(one).toEqual(await findPayment(house.services, memberActor(me), { orderId: one.order.id }));
});

it('says of an order what of it is on its way back, until its provider gave it', async () => {
  const order = await orderFor(house, me);
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(await attemptFor(house, order)))]);
  await refundOrder(house.services, { orderId: order.id, cents: 100, reason: 'sorry', who: 'staff' });
  const seenNow = async () => {
    const [view] = await listPayments(house.services, memberActor(me), 10);
    return [view?.returningCents, view?.withStaffCents, view?.order.refundedCents];
  };
  expect(await seenNow()).toEqual([100, 0, 0]);
  await sendDueRefunds(house.services);
  expect(await seenNow()).toEqual([0, 0, 100]);
});

it.each([
  ['refused', 'refuses', 0],
  ['without an answer for a day', 'away', ASKED_FOR_MS],
] as const)('says of a refund %s that staff have it, until it is made by hand', async (_, mood, ms) => {
  const order = await orderFor(house, me);
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(await attemptFor(house, order)))]);
  const asked = { orderId: order.id, cents: 100, reason: 'sorry', who: 'staff' };
  const { number } = await refundOrder(house.services, asked);
  const seenNow = async () => {
    const view = await findPayment(house.services, memberActor(me), { orderId: order.id });
    const { secretKey } = house.services;
    const story = await publicStory(database.db, secretKey, storyTokenOf(secretKey, order.id));
    expect([story?.isReturning, story?.withStaffCents]).toEqual([view!.returningCents > 0, view!.withStaffCents]);
    return [view?.returningCents, view?.withStaffCents, view?.order.refundedCents];
  };
  house.gateways.mpgs.mood = mood;
  house.clock.now = new Date(house.clock.now.getTime() + ms);
  await sendDueRefunds(house.services);
  expect(await seenNow()).toEqual([0, 100, 0]);
  await refundedByHand(house.services, { number, who: 'staff', why: 'in the portal' });
  expect(await seenNow()).toEqual([0, 0, 100]);
});

it('cancels no period that is due: its card would be tried no more, and nothing stopped', async () => {
  const due = await orderFor(house, me, { kind: 'renewal' });
  expect(await errorNameOf(cancelOrder(house.services, memberActor(me), due.id))).toBe('conflict');
  expect(await rowOf(due.id)).toMatchObject({ state: 'open' });
});

it('keeps an order whose buyer was erased, and its money can still go back', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(number))]);
  await database.db.update(orders).set({ memberId: null });
  await database.db.delete(billingAccounts);
  await refundOrder(house.services, { orderId: order.id, cents: 'all', reason: 'sorry', who: 'staff' });
  await sendDueRefunds(house.services);
  expect(await rowOf(order.id)).toMatchObject({ state: 'refunded' });
});

it('hears from a settlement what nobody told, and puts before a person what differs, the same when it is read again', async () => {
  const members = [
    me,
    await insertMember(database.db, `a${++n}@member.example`),
    await insertMember(database.db, `b${++n}@member.example`),
  ];
  const paid = [];
  for (const member of members) {
    const order = await orderFor(house, member);
    paid.push({ order, fact: house.gateways.mpgs.pay(await attemptFor(house, order)) });
  }
  const [unheard, differing, missing] = paid;
  await recordFacts(house.services, [seen(differing!.fact), seen(missing!.fact)]);
  const lineOf = ({ gatewayTxn, attempt, kind, cents }: Fact, feeCents = 0) => ({
    gatewayTxn,
    attempt,
    kind,
    cents,
    feeCents,
    day: '2026-11-21',
  });
  const text = JSON.stringify([lineOf(unheard!.fact, 970), lineOf({ ...differing!.fact, cents: PRICE_CENTS - 5 })]);
  const asked = { gateway: 'mpgs', dayHk: '2026-11-21', file: 'a.json', text } as const;
  expect(await reconcile(house.services, asked)).toEqual({
    lines: 2,
    unheard: 1,
    unclear: 0,
    differing: 1,
    missing: 1,
  });
  expect(await rowOf(unheard!.order.id)).toMatchObject({ state: 'paid' });
  expect(await reconcile(house.services, asked)).toEqual({
    lines: 2,
    unheard: 0,
    unclear: 0,
    differing: 1,
    missing: 1,
  });
  expect((await work()).toSorted()).toEqual(['not_settled', 'settlement_difference']);
  expect((await booked())['fees:mpgs']).toBe(970);
});

it('takes a kept notice off the inbox as the worker does: the order is paid and the notice is done, or neither', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  const payload = JSON.stringify({ facts: [house.gateways.mpgs.pay(number)], asks: [] });
  await database.pool.query('delete from hook_notices');
  await receiveWebhook(
    { db: database.db, now: PAY_START },
    { provider: 'mpgs', eventId: 'e1', kind: 'payment', payload },
  );
  const { rows } = await database.pool.query<{ id: number }>('select id from hook_notices');
  const handlers = paymentWebhookHandlers(house.services);
  for (let times = 0; times < 2; times++)
    await handleWebhook({ db: database.db, now: PAY_START, handlers }, rows[0]?.id ?? 0);
  expect(await rowOf(order.id)).toMatchObject({ state: 'paid', capturedCents: PRICE_CENTS });
  expect((await database.pool.query('select 1 from hook_notices where handled_at is null')).rowCount).toBe(0);
});

it('asks a provider at once whose notice says only that there is news', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  house.gateways.mpgs.pay(number);
  const payload = JSON.stringify({ facts: [], asks: [number] });
  await database.db.transaction((tx) => processWebhook(tx, house.services, 'mpgs', payload));
  expect(await queryDueAttempts(house.services)).toBe(1);
  expect(await rowOf(order.id)).toMatchObject({ state: 'paid' });
});

it('offers no more of an order than its product lets staff refund, says why, and refuses more', async () => {
  const order = await orderFor(house, me);
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(await attemptFor(house, order)))]);
  const limit = { cents: PRICE_CENTS / 2, why: 'rental-started' as const };
  const thing = { ...house.services.fulfilments['thing']!, unused: async () => ({ cents: 0, limit }) };
  const services = { ...house.services, fulfilments: { thing } };
  expect(await refundLimits(services, order.id)).toEqual({
    refundable: { mostCents: PRICE_CENTS / 2, unusedCents: 0, isAllOrNothing: false },
    kept: 'rental-started',
  });
  const refund = (cents: 'all' | number) =>
    refundOrder(services, { orderId: order.id, cents, reason: 'a complaint', who: 'staff' });
  for (const cents of ['all', PRICE_CENTS / 2 + 1, PRICE_CENTS + 1] as const)
    await expect(refund(cents)).rejects.toMatchObject({
      detail: { why: 'rental-started', left_cents: PRICE_CENTS / 2 },
    });
  expect(await refund(PRICE_CENTS / 2)).toMatchObject({ cents: PRICE_CENTS / 2 });
});
