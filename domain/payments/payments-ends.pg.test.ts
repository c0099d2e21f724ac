import { expect, it } from 'vitest';
import { balances } from '#domain/ledger/ledger.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { looksOf } from '#tests/factories/money/payment-looks.ts';
import { beforePaymentTests } from '#tests/factories/money/payment-tests.ts';
import { attemptFor, LINE, orderFor, PRICE_CENTS, seen, type PaymentHouse } from '#tests/factories/money/payments.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { fulfilmentDelay } from './orders/fulfilment-delay.ts';
import {
  queryDueAttempts,
  expireOrders,
  listWork,
  orderStory,
  reconcile,
  recordFacts,
  refundedByHand,
  refundOrder,
  retryUnfulfilled,
  sendDueRefunds,
  startAttempt,
  storyTokenOf,
  publicStory,
} from './payments.ts';
import { closeWork } from './operations/work.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { TEST_IP } from '#tests/factories/visitor.ts';

// Orders that end abnormally: reservations are released, refunds counted once, and the story lists every step.

const KEY = 'a key for tests of thirty-two letters';
const TODAY = '2026-11-21';
let database: TestDatabase;
let house: PaymentHouse;
let me = 0;
let n = 0;
beforePaymentTests((test) => ({ database, house, me } = test));

const { later, rowOf, work } = looksOf(() => house);
const holding = async (account: string) =>
  (await balances(database.db)).find((one) => one.account === account)?.cents ?? 0;

it('counts once what a person gave back by a portal and its settlement tells of the day after', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order, 'jetco');
  const { jetco } = house.gateways;
  const paid = jetco.pay(number);
  await recordFacts(house.services, [seen(paid, 'return')]);
  const asked = { orderId: order.id, cents: 'all', reason: 'sorry', who: 'staff' } as const;
  const { number: refund } = await refundOrder(house.services, asked);
  await sendDueRefunds(house.services);
  await refundedByHand(house.services, { number: refund, who: 'staff', why: 'by the portal' });
  const line = { attempt: number, cents: PRICE_CENTS, feeCents: 0, day: TODAY };
  const text = JSON.stringify([
    { ...line, gatewayTxn: paid.gatewayTxn, kind: 'paid' },
    { ...line, gatewayTxn: 'portal-1', kind: 'refunded' },
  ]);
  const file = { gateway: 'jetco', dayHk: TODAY, file: 'a.json', text } as const;
  for (let times = 0; times < 2; times++)
    expect(await reconcile(house.services, file)).toMatchObject({ differing: 0, missing: 0 });
  expect(await rowOf(order.id)).toMatchObject({ state: 'refunded', refundedCents: PRICE_CENTS });
  expect(await holding('clearing:jetco')).toBe(0);
  expect(await work()).toEqual([]);
});

it('misses after a week what a person says they gave back and no settlement tells of', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order, 'jetco');
  await recordFacts(house.services, [seen(house.gateways.jetco.pay(number), 'return')]);
  const asked = { orderId: order.id, cents: 'all', reason: 'sorry', who: 'staff' } as const;
  const { number: refund } = await refundOrder(house.services, asked);
  await refundedByHand(house.services, { number: refund, who: 'staff', why: 'by the portal' });
  const file = { gateway: 'jetco', file: 'a.json', text: '[]' } as const;
  expect(await reconcile(house.services, { ...file, dayHk: TODAY })).toMatchObject({ missing: 1 });
  expect(await reconcile(house.services, { ...file, dayHk: '2026-11-28' })).toMatchObject({ missing: 1 });
  expect(await work()).toEqual(['not_settled', 'not_settled']);
});

it('lets go of what was held for an order under review once its money is back', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(number, { cents: 100 }))]);
  expect(await rowOf(order.id)).toMatchObject({ state: 'review' });
  expect(house.shop.released).toEqual([]);
  await refundOrder(house.services, { orderId: order.id, cents: 'all', reason: 'wrong amount', who: 'staff' });
  await sendDueRefunds(house.services);
  expect(await rowOf(order.id)).toMatchObject({ state: 'refunded' });
  expect(house.shop.released).toEqual([order.id]);
});

it('ends an order of nought that cannot be given, when others would be paid back', async () => {
  const order = await orderFor(house, me, { lines: [{ ...LINE, discountCents: PRICE_CENTS }] });
  house.shop.isSoldOut = true;
  await startAttempt(house.services, memberActor(me), {
    orderId: order.id,
    gateway: 'free',
    method: 'none',
    remoteIp: TEST_IP,
  });
  expect(await rowOf(order.id)).toMatchObject({ state: 'paid', fulfilledAt: null });
  later(31);
  await retryUnfulfilled(house.services);
  expect(await rowOf(order.id)).toMatchObject({ state: 'cancelled', fulfilledAt: null });
  expect(house.shop.released).toEqual([order.id]);
  expect(await work()).toEqual(['unapplied_money']);
});

it('ends a card check whose card cannot be stored, and leaves nothing of it to a person once its dollar is let go', async () => {
  const order = await orderFor(house, me, { kind: 'card_check', lines: [{ ...LINE, unitCents: 0 }] });
  const number = await attemptFor(house, order);
  house.shop.isSoldOut = true;
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(number, { kind: 'authorised' }))]);
  await sendDueRefunds(house.services);
  expect(await work()).toEqual(['unapplied_money']);
  later(31);
  await retryUnfulfilled(house.services);
  expect(await rowOf(order.id)).toMatchObject({ state: 'cancelled', fulfilledAt: null });
  expect(await work()).toEqual([]);
});

it('ends every other order whose time is up when one of them fails', async () => {
  const first = await orderFor(house, me);
  const second = await orderFor(house, await insertMember(database.db, `other${++n}@member.example`));
  const { thing } = house.services.fulfilments;
  const services = {
    ...house.services,
    fulfilments: {
      thing: {
        ...thing!,
        release: async (...given: Parameters<NonNullable<typeof thing>['release']>) => {
          if (given[1].id === first.id) throw new Error('it is broken');
        },
      },
    },
  };
  later(40);
  await expect(expireOrders(services)).rejects.toThrow('it is broken');
  expect(await rowOf(first.id)).toMatchObject({ state: 'open' });
  expect(await rowOf(second.id)).toMatchObject({ state: 'expired' });
});

it('takes what is in no settlement of JETCO for unpaid, and troubles nobody with it', async () => {
  const order = await orderFor(house, me);
  await attemptFor(house, order, 'jetco');
  later(25 * 60);
  await queryDueAttempts(house.services);
  await queryDueAttempts(house.services);
  expect(await work()).toEqual(['unknown_attempt']);
  await reconcile(house.services, { gateway: 'jetco', dayHk: '2026-11-22', file: 'a.json', text: '[]' });
  expect(await work()).toEqual([]);
  const { steps } = await orderStory(database.db, order.id);
  expect(steps.find(({ what }) => what === 'attempt')?.detail['state']).toBe('expired');
});

it('calls unpaid what JETCO settled with another amount only once a person has dealt with it', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order, 'jetco');
  const stateOf = async () =>
    (await orderStory(database.db, order.id)).steps.find(({ what }) => what === 'attempt')?.detail['state'];
  const fileOf = (dayHk: string, lines: unknown[] = []) =>
    reconcile(house.services, { gateway: 'jetco', dayHk, file: `${dayHk}.json`, text: JSON.stringify(lines) });
  later(25 * 60);
  const line = { gatewayTxn: number, attempt: number, kind: 'paid', cents: 38_900, feeCents: 0, day: TODAY };
  expect(await fileOf(TODAY, [line])).toMatchObject({ unclear: 1 });
  await fileOf('2026-11-22');
  expect(await stateOf()).toBe('redirected');
  const [item] = await listWork(database.db, 9);
  expect(item).toMatchObject({ kind: 'settlement_unclear', orderId: order.id });
  await database.db.transaction((tx) =>
    closeWork(tx, { who: 'staff', why: 'refunded in the portal' }, item!.id, house.clock.now),
  );
  await fileOf('2026-11-23');
  expect(await stateOf()).toBe('expired');
});

it('tells the steps of an order to who has its link, without a name or a number of a provider', async () => {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(number))]);
  const story = await publicStory(database.db, KEY, storyTokenOf(KEY, order.id));
  expect(story).toMatchObject({
    orderId: order.id,
    totalCents: PRICE_CENTS,
    keptCents: PRICE_CENTS,
    isReturning: false,
  });
  expect(story?.steps.map(({ what }) => what)).toEqual(['ordered', 'begun', 'paid', 'given']);
  await refundOrder(house.services, { orderId: order.id, cents: 1_000, reason: 'asked', who: 'staff' });
  for (const isReturning of [true, false]) {
    expect(await publicStory(database.db, KEY, storyTokenOf(KEY, order.id))).toMatchObject({ isReturning });
    await sendDueRefunds(house.services);
  }
  expect(JSON.stringify(story)).not.toContain(number);
  expect(JSON.stringify(story)).not.toContain('mpgs-1');
  for (const token of ['', `${order.id}`, storyTokenOf('another key', order.id), storyTokenOf(KEY, order.id + 1)])
    expect(await publicStory(database.db, KEY, token)).toBeNull();
  expect(
    await publicStory(database.db, KEY, storyTokenOf(KEY, order.id).replace(/^\d+/, String(order.id + 1))),
  ).toBeNull();
});

it('says how soon what was paid was open, by the provider’s moment of the payment', async () => {
  const taken = house.clock.now;
  for (const minutes of [0, 1, 4]) {
    const member = await insertMember(database.db, `soon${++n}@member.example`);
    const order = await orderFor(house, member);
    const fact = house.gateways.mpgs.pay(await attemptFor(house, order), { at: taken });
    later(minutes);
    await recordFacts(house.services, [seen(fact)]);
  }
  expect(await fulfilmentDelay({ db: database.db, now: house.clock.now })).toEqual({
    orders: 3,
    p50Seconds: 60,
    p95Seconds: 240,
    maxSeconds: 240,
  });
});
