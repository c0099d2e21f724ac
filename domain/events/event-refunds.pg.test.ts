import { asc, desc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { approvals, staffJobs } from '#db/tables/actions.ts';
import { orders, refunds } from '#db/tables/payments.ts';
import { runJob } from '#domain/actions/staff-jobs.ts';
import { auditOf } from '#domain/audit/audit.ts';
import { orderActions } from '#domain/payments/operations/orders.actions.ts';
import { listWork, recordFacts, sendDueRefunds } from '#domain/payments/payments.ts';
import { findActiveStaff } from '#domain/staff/staff.ts';
import { createTestDesk } from '#tests/factories/desk.ts';
import { inMinutes, insertEvent } from '#tests/factories/events.ts';
import { createPaymentDatabase } from '#tests/factories/money/payment-looks.ts';
import {
  attemptFor,
  createPaymentHouse,
  emptyPayments,
  LINE,
  orderFor,
  seen,
} from '#tests/factories/money/payments.ts';
import { insertListener } from '#tests/factories/playback/playback.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { eventActions } from './events.actions.ts';
import { ticketFulfilment } from './tickets.ts';

const CENTS = 15_800;
const LATE = inMinutes(-24 * 60);

let database: TestDatabase;
beforeAll(async () => {
  database = await createPaymentDatabase();
});
afterAll(() => database.close());
beforeEach(() => emptyPayments(database));

/** A desk, an event, and orders paid by some providers. */
async function openHouse(gateways: readonly ('mpgs' | 'payme')[], { refundLimit }: { refundLimit: number }) {
  const { db } = database;
  const house = createPaymentHouse(db);
  house.clock.now = LATE;
  const fulfilments = { livestream: ticketFulfilment({ siteUrl: 'https://radio.example' }) };
  const services = { ...house.services, fulfilments };
  const event = await insertEvent(db);
  const orders: number[] = [];
  for (const gateway of gateways) {
    const { memberId } = await insertListener(db, `buyer${event.id}-${orders.length}@member.example`, LATE);
    const lines = [{ ...LINE, kind: 'livestream', productId: event.id, unitCents: CENTS }];
    const order = await orderFor({ ...house, services }, memberId, { kind: 'livestream', lines });
    const number = await attemptFor({ ...house, services }, order, gateway);
    await recordFacts(services, [seen(house.gateways[gateway].pay(number))]);
    orders.push(order.id);
  }
  const actions = [...eventActions(), ...orderActions(services, { refundLimit })];
  const desk = await createTestDesk(database, { actions, runtime: { payments: services, plans: {} } });
  desk.clock.now = LATE;
  /** Works on a job, at most on so many rows. */
  const work = (job: number, rows: number) => {
    let begun = 0;
    const signal = {
      throwIfAborted() {
        if ((begun += 1) > rows) throw new Error('killed');
      },
    } as AbortSignal;
    const onFault = (error: unknown) => expect(error).toBeUndefined();
    return runJob({ db, clock: () => desk.clock.now, actions, findActor: findActiveStaff, onFault }, job, { signal });
  };
  return { db, house, services, event, orders, desk, work };
}

it('refunds the orders of a cancelled event once each by two persons, though the worker is killed and the requester leaves', async () => {
  const gateways = ['mpgs', 'mpgs', 'payme', 'payme'] as const;
  const { db, house, services, event, orders, desk, work } = await openHouse(gateways, { refundLimit: 30_000 });
  const [finance, chief, producer, editor] = [
    await desk.enter('finance'),
    await desk.enter('finance-chief'),
    await desk.enter('producer'),
    await desk.enter('chief-editor'),
  ];
  const approve = async (reply: { response: unknown }, cookie: string) => {
    const { approval_id: id } = reply.response as { approval_id: number };
    return desk.approve(id, { cookie });
  };
  const act = (name: string, input: object, { cookie }: { cookie: string }) => desk.act(name, input, { cookie });
  const input = { event_id: event.id };
  const left = async () =>
    (await desk.call('/api/staff/money/cancelled-events', { cookie: finance.cookie })).response as { items: object[] };

  expect((await act('events.refund-orders', input, finance)).status).toBe(409);
  expect((await approve(await act('events.cancel', input, producer), editor.cookie)).status).toBe(200);
  expect(await left()).toMatchObject({
    items: [
      {
        orders: 4,
        cents: 4 * CENTS,
        providers: [
          { gateway: 'mpgs', orders: 2, cents: 2 * CENTS },
          { gateway: 'payme', orders: 2 },
        ],
      },
    ],
  });
  const asked = await act('events.refund-orders', input, finance);
  expect(asked.response).toMatchObject({
    outcome: 'asked',
    rows: [{ after: { orders: 4, cents: 4 * CENTS, providers: ['mpgs: 2, HK$316.00', 'payme: 2, HK$316.00'] } }],
  });
  expect(await db.select().from(staffJobs)).toEqual([]);
  expect((await approve(asked, chief.cookie)).status).toBe(200);

  const [job] = await db.select().from(staffJobs);
  expect(job).toMatchObject({ accountId: finance.id, action: 'orders.refund', rowCount: 4, state: 'running' });
  await expect(work(job!.id, 2)).rejects.toThrow('killed');
  // A refund of the third meanwhile, by hand, and then its requester leaves: the fourth is nobody's to do.
  expect((await act('orders.refund', { order_id: orders[2], cents: 'all' }, chief)).response).toMatchObject({
    outcome: 'done',
  });
  await desk.leave(finance.id);
  await work(job!.id, 9);
  const whole = await desk.call(`/api/staff/bulk-jobs/${job!.id}`, { cookie: chief.cookie });
  expect(whole.response).toMatchObject({ state: 'done', counts: { done: 2, refused: 2 } });
  expect(await listWork(db, 10)).toMatchObject([
    { kind: 'failed_return', orderId: orders[3], detail: { cents: CENTS, why: expect.stringContaining('forbidden') } },
  ]);
  // A small refund does not settle the debt.
  for (const [cents, left] of [
    [100, 1],
    ['all', 0],
  ] as const) {
    const reply = await act('orders.refund', { order_id: orders[3], cents }, chief);
    expect(reply.response).toMatchObject({ outcome: 'done' });
    expect(await listWork(db, 10)).toHaveLength(left);
  }

  await sendDueRefunds(services);
  await sendDueRefunds(services);
  expect(
    await db
      .select({ orderId: refunds.orderId, cents: refunds.cents, state: refunds.state })
      .from(refunds)
      .orderBy(asc(refunds.orderId), asc(refunds.cents)),
  ).toEqual(
    [...orders.slice(0, 3).map((orderId) => [orderId, CENTS]), [orders[3], 100], [orders[3], CENTS - 100]].map(
      ([orderId, cents]) => ({ orderId, cents, state: 'confirmed' }),
    ),
  );
  const returned = [...house.gateways.mpgs.book, ...house.gateways.payme.book].filter(
    ({ kind }) => kind === 'refunded',
  );
  expect(returned).toHaveLength(5);
  await desk.app.close();
});

it('includes a part of an order that waits for a second person, which is closed with the reason of the whole', async () => {
  const { db, services, event, orders, desk, work } = await openHouse(['mpgs', 'mpgs'], { refundLimit: 1_000 });
  const [finance, chief, support, producer, editor] = [
    await desk.enter('finance'),
    await desk.enter('finance-chief'),
    await desk.enter('support'),
    await desk.enter('producer'),
    await desk.enter('chief-editor'),
  ];
  const ask = async (name: string, input: object, { cookie }: { cookie: string }, reason = 'a test') => {
    const { response } = await desk.act(name, input, { cookie, reason });
    expect(response).toMatchObject({ outcome: 'asked' });
    return (response as { approval_id: number }).approval_id;
  };
  const parts = [
    await ask('orders.refund', { order_id: orders[0], cents: 2_000 }, support),
    await ask('orders.refund', { order_id: orders[1], cents: 2_000 }, finance),
  ] as const;
  expect((await desk.approve(await ask('events.cancel', { event_id: event.id }, producer), editor)).status).toBe(200);
  const whole = await ask('events.refund-orders', { event_id: event.id }, finance, 'the event is off');
  expect((await desk.approve(whole, chief)).status).toBe(200);
  const [job] = await db.select().from(staffJobs).where(eq(staffJobs.approvalId, whole));
  await work(job!.id, 9);

  const closed = await db.select().from(approvals).where(inArray(approvals.id, parts)).orderBy(asc(approvals.id));
  expect(closed).toMatchObject([
    { state: 'refused', decidedBy: finance.id, decidedAt: LATE },
    { state: 'withdrawn', decidedBy: finance.id },
  ]);
  expect(await auditOf(db, ['approval', parts[0]])).toMatchObject([
    { action: 'approvals.refuse', who: finance.name, reason: 'the event is off', approvalId: whole },
  ]);
  expect(await auditOf(db, ['approval', parts[1]])).toMatchObject([{ action: 'approvals.withdraw' }]);
  expect((await desk.approve(parts[0], chief)).response).toMatchObject({ detail: { why: 'decided-already' } });
  await sendDueRefunds(services);
  const made = await db.select().from(refunds).where(inArray(refunds.orderId, orders)).orderBy(asc(refunds.orderId));
  expect(made.map(({ orderId, cents, state }) => [orderId, cents, state])).toEqual(
    orders.map((orderId) => [orderId, CENTS, 'confirmed']),
  );
  await desk.app.close();
});

it.each([
  ['the order is refunded first: who approves the part is told that it is decided', 'refused', 'part'],
  ['the order is refunded first, and waits before it has closed the part', 'refused', 'order'],
  ['the part is approved first: the order is refunded by the rest', 'approved', 'order'],
] as const)('leaves no part open that is approved while its order is refunded; %s', async (_, first, held) => {
  const house = await openHouse(['mpgs'], { refundLimit: 1_000 });
  const { db, services, event, desk, work } = house;
  const [orderId] = house.orders;
  const [finance, chief, support, producer, editor] = [
    await desk.enter('finance'),
    await desk.enter('finance-chief'),
    await desk.enter('support'),
    await desk.enter('producer'),
    await desk.enter('chief-editor'),
  ];
  const ask = async (name: string, input: object, { cookie }: { cookie: string }) =>
    ((await desk.act(name, input, { cookie })).response as { approval_id: number }).approval_id;
  const part = await ask('orders.refund', { order_id: orderId, cents: 2_000 }, support);
  await desk.approve(await ask('events.cancel', { event_id: event.id }, producer), editor);
  await desk.approve(await ask('events.refund-orders', { event_id: event.id }, finance), chief);
  const [job] = await db.select().from(staffJobs).orderBy(desc(staffJobs.id)).limit(1);

  const areWaiting = (many: number) =>
    vi.waitUntil(
      async () => {
        const query = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return (await database.pool.query(query)).rowCount === many;
      },
      { timeout: 60_000 },
    );
  const approving = () => desk.approve(part, chief);
  const refunding = () => work(job!.id, 9);
  // Who is first has some of what both need, and waits for the rest when the other comes.
  const begun = await db.transaction(async (tx) => {
    if (held === 'part') await tx.select().from(approvals).where(eq(approvals.id, part)).for('update');
    else await tx.select().from(orders).where(eq(orders.id, orderId!)).for('update');
    const one = first === 'refused' ? refunding() : approving();
    await areWaiting(1);
    const other = first === 'refused' ? approving() : refunding();
    await areWaiting(2);
    return [one, other];
  });
  const reply = (await Promise.all(begun)).find((one) => one !== undefined);
  expect(reply).toMatchObject(
    first === 'approved' ? { status: 200 } : { status: 409, response: { detail: { why: 'decided-already' } } },
  );
  expect(await db.select().from(approvals).where(eq(approvals.id, part))).toMatchObject([{ state: first }]);
  await sendDueRefunds(services);
  const made = await db.select().from(refunds).orderBy(asc(refunds.id));
  expect(made.map(({ cents }) => cents)).toEqual(first === 'approved' ? [2_000, CENTS - 2_000] : [CENTS]);
  await desk.app.close();
});
