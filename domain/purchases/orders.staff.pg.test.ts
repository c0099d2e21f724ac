import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approvals } from '#db/tables/actions.ts';
import { auditEvents } from '#db/tables/audit.ts';
import { orderActions } from '#domain/payments/operations/orders.actions.ts';
import { recordFacts, sendDueRefunds, type Order } from '#domain/payments/payments.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { openWork } from '#domain/payments/operations/work.ts';
import { createTestDesk, type TestDesk, type Person } from '#tests/factories/desk.ts';
import { createPaymentDatabase, looksOf } from '#tests/factories/money/payment-looks.ts';
import {
  attemptFor,
  createPaymentHouse,
  emptyPayments,
  orderFor,
  PRICE_CENTS,
  seen,
  type PaymentHouse,
} from '#tests/factories/money/payments.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';

// Orders at the desk: what staff read, and who may refund how much.

const LIMIT = 30_000;

let database: TestDatabase;
let house: PaymentHouse;
let desk: TestDesk;
let support: Person;
let chief: Person;
let auditor: Person;
let me = 0;
let n = 0;
beforeAll(async () => {
  database = await createPaymentDatabase();
  house = createPaymentHouse(database.db);
  desk = await createTestDesk(database, {
    actions: orderActions(house.services, { refundLimit: LIMIT }),
    runtime: { payments: house.services },
  });
  house.clock.now = desk.clock.now;
  support = await desk.enter('support');
  chief = await desk.enter('finance-chief');
  auditor = await desk.enter('auditor');
});
afterAll(async () => {
  await desk.app.close();
  await database.close();
});
beforeEach(async () => {
  await emptyPayments(database);
  me = await insertMember(database.db, `desk-money${++n}@member.example`);
});
const { rowOf, booked } = looksOf(() => house);

async function paid(): Promise<Order & { number: string }> {
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(number))]);
  return { ...order, number };
}

let keys = 0;
const refund = (
  who: Person,
  input: object,
  { key = `refund-key-${++keys}`, hash = null as string | null, reason = 'the member asked' } = {},
) =>
  desk.call('/api/staff/actions/orders.refund', {
    cookie: who.cookie,
    key,
    body: { input, reason, shown_hash: hash },
  });
const preview = async (who: Person, input: object) =>
  (await desk.preview('orders.refund', input, who)).response as unknown as {
    hash: string;
    needs_second_person: boolean;
  };
const read = (path: string, who = auditor) => desk.call(`/api/staff/money/${path}`, { cookie: who.cookie });
const approve = (who: Person, id: number) => desk.approve(id, who);

describe('a refund at the desk', () => {
  it('reaches provider, order and books, and is in the audit with its account', async () => {
    const { id } = await paid();
    const input = { order_id: id, cents: 8_800 };
    const { hash, needs_second_person: needsSecond } = await preview(support, input);
    expect(needsSecond).toBe(false);
    expect(await rowOf(id)).toMatchObject({ refundedCents: 0 });
    const done = await refund(support, input, { hash });
    expect(done.response).toMatchObject({ outcome: 'done', result: { cents: 8_800 } });
    await sendDueRefunds(house.services);
    expect(await rowOf(id)).toMatchObject({ state: 'part_refunded', refundedCents: 8_800 });
    expect(await booked()).toMatchObject({ 'clearing:mpgs': PRICE_CENTS - 8_800 });
    const events = await database.db.select().from(auditEvents);
    expect(events).toMatchObject([{ action: 'orders.refund', accountId: support.id, reason: 'the member asked' }]);
  });

  it('is made once for one idempotency key, however often it is sent', async () => {
    const { id } = await paid();
    const input = { order_id: id, cents: 8_800 };
    const replies = await Promise.all([1, 2, 3].map(() => refund(support, input, { key: 'the-same-key' })));
    const numbers = replies.map(({ response }) => (response as { result: { refund: string } }).result.refund);
    expect(new Set(numbers).size).toBe(1);
    await sendDueRefunds(house.services);
    expect(await rowOf(id)).toMatchObject({ refundedCents: 8_800 });
  });

  it('is refused if it would change something else than was shown', async () => {
    const { id } = await paid();
    const { hash } = await preview(support, { order_id: id, cents: 8_800 });
    expect((await refund(support, { order_id: id, cents: 9_900 }, { hash })).status).toBe(409);
    const all = await preview(support, { order_id: id, cents: 'unused' });
    await refund(support, { order_id: id, cents: 10_000 });
    expect((await refund(support, { order_id: id, cents: 'unused' }, { hash: all.hash })).status).toBe(409);
    await sendDueRefunds(house.services);
    expect(await rowOf(id)).toMatchObject({ refundedCents: 10_000 });
  });

  it('waits too where what its person has asked for, and another may approve, makes the day more than HK$2,000', async () => {
    const asking = await desk.enter('support');
    const outcome = async (order: number, cents: number | 'all') =>
      ((await refund(asking, { order_id: order, cents })).response as unknown as { outcome: string }).outcome;
    // Five of HK$388 wait; with what is asked for then they are more than HK$2,000.
    for (let order = 0; order < 5; order += 1) expect(await outcome((await paid()).id, 'all')).toBe('asked');
    const last = await paid();
    expect(await outcome(last.id, 6_000)).toBe('done');
    expect(await outcome(last.id, 1)).toBe('asked');
  });

  it('keeps to the limit of an order if a hundred are sent at once', async () => {
    const asking = await desk.enter('support');
    const { id } = await paid();
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => refund(asking, { order_id: id, cents: LIMIT / 20 })),
    );
    const outcomes = replies.map(({ response }) => (response as unknown as { outcome: string }).outcome);
    expect(outcomes.filter((what) => what === 'done')).toHaveLength(20);
    // The rest waits, and more than was paid is refused.
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    await sendDueRefunds(house.services);
    expect(await rowOf(id)).toMatchObject({ refundedCents: LIMIT });
  });

  it('waits above the limit for another person who may approve, and is then made once', async () => {
    const { id } = await paid();
    const input = { order_id: id, cents: 'all' };
    const mine = (await refund(chief, input)).response as unknown as { outcome: string; approval_id: number };
    expect(mine.outcome).toBe('asked');
    expect((await approve(chief, mine.approval_id)).status).toBe(403);
    expect((await approve(support, mine.approval_id)).status).toBe(403);
    expect(await rowOf(id)).toMatchObject({ refundedCents: 0 });

    // What waits is not asked for again, by anybody; its requester withdraws it.
    expect((await refund(support, input)).response).toMatchObject({ detail: { why: 'refund-waits', left_cents: 0 } });
    const withdraw = { cookie: chief.cookie, body: { reason: 'support asks for it' } };
    expect((await desk.call(`/api/staff/approvals/${mine.approval_id}/refuse`, withdraw)).status).toBe(200);
    const asked = (await refund(support, input)).response as unknown as { approval_id: number };
    const others = [chief, await desk.enter('finance-chief')];
    const replies = await Promise.all(others.map((who) => approve(who, asked.approval_id)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await sendDueRefunds(house.services);
    expect(await rowOf(id)).toMatchObject({ state: 'refunded', refundedCents: PRICE_CENTS });
  });

  it('is not asked for again while it waits: the order says what waits, and offers the rest of its money alone', async () => {
    const { id } = await paid();
    const story = async () => (await read(`orders/${id}`)).response as unknown as Record<string, unknown>;
    expect(await story()).toMatchObject({ waiting: [], refundable: { most_cents: PRICE_CENTS } });
    const reason = 'a long outage';
    const asking = await desk.enter('support');
    const asked = (await refund(asking, { order_id: id, cents: 36_000 }, { reason })).response as unknown as {
      outcome: string;
      approval_id: number;
    };
    expect(asked.outcome).toBe('asked');
    expect(await story()).toMatchObject({
      waiting: [{ approval_id: asked.approval_id, cents: 36_000, asked_by: asking.name, reason }],
      refundable: { most_cents: PRICE_CENTS - 36_000, unused_cents: 0 },
    });
    for (const cents of ['all', 36_000, PRICE_CENTS - 36_000 + 1] as const)
      expect((await refund(chief, { order_id: id, cents })).response, String(cents)).toMatchObject({
        detail: { why: 'refund-waits', left_cents: PRICE_CENTS - 36_000 },
      });
    const rest = { order_id: id, cents: PRICE_CENTS - 36_000 };
    expect((await refund(chief, rest)).response).toMatchObject({ outcome: 'done' });
    expect(await story()).toMatchObject({ refundable: null, waiting: [{ cents: 36_000 }] });
    expect((await approve(chief, asked.approval_id)).status).toBe(200);
    expect(await story()).toMatchObject({ refundable: null, waiting: [], refunds: [{}, { cents: 36_000 }] });
  });

  it('is no longer waited for once its day is over', async () => {
    const { id } = await paid();
    const input = { order_id: id, cents: 'all' };
    await refund(await desk.enter('support'), input);
    await database.db.update(approvals).set({ expiresAt: desk.clock.now });
    expect((await read(`orders/${id}`)).response).toMatchObject({
      waiting: [],
      refundable: { most_cents: PRICE_CENTS },
    });
    expect((await refund(chief, input)).response).toMatchObject({ outcome: 'asked' });
  });

  it('waits once where two people ask for the same money at once', async () => {
    const { id } = await paid();
    const people = [await desk.enter('support'), await desk.enter('support'), await desk.enter('finance-chief')];
    const replies = await Promise.all(people.map((who) => refund(who, { order_id: id, cents: 'all' })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  it('holds its order from the question whether it waits until that is written', async () => {
    const { id } = await paid();
    const action = orderActions(house.services, { refundLimit: LIMIT }).find(({ name }) => name === 'orders.refund')!;
    const hand = { who: 'support', why: 'the member asked' };
    await database.db.transaction(async (tx) => {
      const prepared = action.prepare({ order_id: id, cents: 'all' });
      expect(await prepared.needsSecondPerson(tx, { hand, now: desk.clock.now, isPreview: false })).toBe(true);
      const other = database.db.execute(sql`select 1 from orders where id = ${id} for update nowait`);
      await expect(other).rejects.toMatchObject({ cause: { code: '55P03' } });
    });
  });

  it('waits too if parts of one order come to more than the limit, or a day of one person to more than HK$2,000', async () => {
    const { id } = await paid();
    const outcome = async (order: number, cents: number) =>
      (await refund(support, { order_id: order, cents })).response as unknown as { outcome: string };
    expect((await outcome(id, 20_000)).outcome).toBe('done');
    expect((await outcome(id, 10_000)).outcome).toBe('done');
    expect((await outcome(id, 1)).outcome).toBe('asked');

    const others: number[] = [];
    for (let order = 0; order < 6; order += 1) others.push((await paid()).id);
    const outcomes = await Promise.all(others.map((order) => outcome(order, LIMIT)));
    expect(outcomes.filter(({ outcome: what }) => what === 'done')).toHaveLength(5);
  });

  it('is not for an auditor, who reads everything and changes nothing', async () => {
    const { id } = await paid();
    for (const path of ['today', 'work', 'orders', `orders/${id}`, 'batches'])
      expect((await read(path)).status, path).toBe(200);
    const reply = await refund(auditor, { order_id: id, cents: 100 });
    expect([reply.status, reply.response]).toMatchObject([403, { detail: { permission: 'money.refund' } }]);
    const engineer = await desk.enter('engineer');
    for (const path of ['today', 'work', 'orders', `orders/${id}`, 'orders/0', 'orders.csv', 'batches'])
      expect((await read(path, engineer)).status, path).toBe(403);
  });
});

describe('the list of orders', () => {
  const idsOf = async (query: string) =>
    ((await read(`orders?${query}`)).response as unknown as { items: { order_id: number }[] }).items.map(
      (order) => order.order_id,
    );

  it('is found by each filter, by numbers of payments and refunds, and names nobody', async () => {
    const { id, number } = await paid();
    const open = await orderFor(house, await insertMember(database.db, `other${++n}@member.example`));
    const refunded = (await refund(support, { order_id: id, cents: 100 })).response as unknown as {
      result: { refund: string };
    };
    expect(await idsOf('')).toEqual([open.id, id]);
    for (const query of [
      'state=paid',
      'gateway=mpgs',
      'method=card',
      `member_id=${me}`,
      `number=${id}`,
      `number=${number.toLowerCase()}`,
      `number=${refunded.result.refund}`,
      `before_id=${open.id}&from=2026-11-26&to=2026-11-26&kind=subscription`,
    ])
      expect(await idsOf(query), query).toEqual([id]);
    for (const query of ['number=R2026-000001', 'number=nothing', 'to=2026-11-25', 'from=2026-11-27', 'method=payme'])
      expect(await idsOf(query), query).toEqual([]);
    const text = JSON.stringify([(await read('orders')).response, (await read(`orders/${id}`)).response]);
    expect(text).not.toContain('member.example');
  });

  it.each([
    ['whose second payment went back', 'payme', 'refunded'],
    ['whose second payment is to go back', 'payme', 'waits'],
    ['whose second payment its provider refuses to give back', 'payme', 'refused'],
    ['whose second payment a bank took back', 'payme', 'charged back'],
    ['whose payment a bank took back, after the second went back', 'mpgs', 'refunded'],
  ] as const)('names and finds an order %s by what pays it, as its page does', async (_, taken, end) => {
    const order = await orderFor(house, me);
    const { id } = order;
    const { mpgs, payme } = house.gateways;
    const [number, second] = [await attemptFor(house, order), await attemptFor(house, order, 'payme')];
    await recordFacts(house.services, [seen(mpgs.pay(number))]);
    await recordFacts(house.services, [seen(payme.pay(second))]);
    if (end === 'refused') payme.mood = 'refuses';
    if (end === 'charged back') await recordFacts(house.services, [seen(payme.pay(second, { kind: 'chargeback' }))]);
    else if (end !== 'waits') await sendDueRefunds(house.services);
    payme.mood = 'well';
    if (taken === 'mpgs') await recordFacts(house.services, [seen(mpgs.pay(number, { kind: 'chargeback' }))]);
    const [listed] = ((await read('orders')).response as unknown as { items: object[] }).items;
    expect(listed).toMatchObject({ order_id: id, method: 'card', gateway: 'mpgs' });
    expect((await read(`orders/${id}`)).response).toMatchObject({ order: { method: 'card', gateway: 'mpgs' } });
    for (const led of ['', `&member_id=${me}`, '&kind=subscription'])
      for (const [query, ids] of [
        ['method=card', [id]],
        ['gateway=mpgs', [id]],
        ['method=card&gateway=mpgs', [id]],
        ['method=payme', []],
        ['gateway=payme', []],
      ] as const)
        expect(await idsOf(query + led), query + led).toEqual(ids);
  });

  it('names an order that nobody paid by what was tried last', async () => {
    const order = await orderFor(house, me);
    await attemptFor(house, order);
    await attemptFor(house, order, 'payme');
    expect(await idsOf('method=payme')).toEqual([order.id]);
    expect(await idsOf('method=card')).toEqual([]);
  });

  it('is a download whose cells no spreadsheet runs, and which is in the audit', async () => {
    await orderFor(house, me, { lines: [{ ...(await paid()).lines[0]!, name: '=1+1' }], kind: 'gift' });
    const reply = await desk.app.inject({
      url: '/api/staff/money/orders.csv?kind=gift',
      headers: { cookie: auditor.cookie },
    });
    expect(reply.headers['content-disposition']).toBe('attachment; filename="orders.csv"');
    const [head, row] = reply.body.split('\r\n');
    expect(head).toMatch(/^order_id,kind,state,member_id/);
    expect(row).toContain(",'=1+1,");
    const events = await database.db.select().from(auditEvents);
    expect(events).toMatchObject([{ action: 'orders.export', accountId: auditor.id, after: { kind: 'gift' } }]);
  });
});

it('says of one order what can be refunded, where its money is, and what waits', async () => {
  const { id } = await paid();
  const story = async () => (await read(`orders/${id}`)).response as unknown as Record<string, unknown>;
  expect(await story()).toMatchObject({
    order: { state: 'paid', member_id: me },
    lines: [{ name: '250日計劃', unit_cents: PRICE_CENTS }],
    refundable: { most_cents: PRICE_CENTS, is_all_or_nothing: false },
    money: expect.arrayContaining([{ account: 'clearing:mpgs', cents: PRICE_CENTS }]),
  });
  await refund(support, { order_id: id, cents: 8_800 });
  expect(await story()).toMatchObject({
    refundable: { most_cents: PRICE_CENTS - 8_800 },
    refunds: [{ cents: 8_800, asked_by: support.name, state: 'intended' }],
  });
  expect((await read('today')).response).toMatchObject({ received_cents: PRICE_CENTS, received: 1, refunds: 0 });
  expect((await read('orders/999999')).status).toBe(404);
});

it('reconciles a dropped file without a call to the provider, which the worker makes', async () => {
  const finance = await desk.enter('finance');
  const order = await orderFor(house, me);
  const number = await attemptFor(house, order);
  const told = house.gateways.mpgs.pay(number);
  house.gateways.mpgs.mood = 'away';
  const line = { attempt: number, gatewayTxn: told.gatewayTxn, kind: 'paid', cents: PRICE_CENTS, feeCents: 500 };
  const drop = (text: string) =>
    desk.call('/api/staff/actions/settlements.reconcile', {
      cookie: finance.cookie,
      key: `drop-key-${++keys}`,
      body: { input: { gateway: 'mpgs', day: '2026-11-26', file: 'mpgs.json', text } },
    });
  const text = JSON.stringify([{ ...line, day: '2026-11-26' }]);
  expect((await drop(text)).response).toMatchObject({ result: { lines: 1, unheard: 1, unclear: 1 } });
  expect((await drop('no file of this provider')).status).toBe(400);
  house.gateways.mpgs.mood = 'well';
  await recordFacts(house.services, [seen(told, 'query')]);
  expect((await drop(text)).response).toMatchObject({ result: { lines: 1, unheard: 0, unclear: 0, missing: 0 } });
  expect((await read('work', finance)).response).toMatchObject({ items: [] });
});

it('says who deals with a work item, gives it to nobody who left, and takes a take-over back only if nobody took it since', async () => {
  const [first, second, gone] = [await desk.enter('finance'), await desk.enter('finance'), await desk.enter('finance')];
  await desk.leave(gone.id);
  const item = { kind: 'wrong_amount', subject: 'a payment', now: desk.clock.now };
  await house.services.db.transaction((tx) => openWork(tx, item));
  const listed = async (query: string, { cookie } = first) =>
    (
      (await desk.call(`/api/staff/money/work?kind=wrong_amount${query}`, { cookie })).response as {
        items: { work_item_id: number; owner: string | null }[];
      }
    ).items;
  const [{ work_item_id: id, owner } = { work_item_id: 0 }] = await listed('&owner=nobody');
  expect(owner).toBe(null);
  const assign = (accountId: number | null, { cookie } = first, undoOf?: string) =>
    desk.call('/api/staff/actions/work-items.assign', {
      cookie,
      key: `assign-key-${++keys}`,
      body: { input: { work_item: id, account_id: accountId }, undo_of: undoOf ?? null },
    });
  expect((await assign(gone.id)).status).toBe(404);
  const taken = (await assign(first.id)).response as { undo: { undo_of: string } };
  expect(await listed('&owner=me')).toMatchObject([{ owner: first.name }]);
  expect(await listed('&owner=me', second)).toEqual([]);
  expect((await assign(second.id, second)).status).toBe(200);
  expect((await assign(null, first, taken.undo.undo_of)).status).toBe(409);
  expect(await listed('&owner=me', second)).toMatchObject([{ owner: second.name }]);
  expect(await listed('&owner=nobody')).toEqual([]);
});
