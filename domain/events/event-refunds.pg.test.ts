import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { staffJobs } from '#db/tables/actions.ts';
import { refunds } from '#db/tables/payments.ts';
import { runJob } from '#domain/actions/staff-jobs.ts';
import { orderActions } from '#domain/payments/operations/orders.actions.ts';
import { listWork, recordFacts, sendDueRefunds } from '#domain/payments/payments.ts';
import { findActiveStaff } from '#domain/staff/staff.ts';
import { createTestDesk } from '#tests/factories/desk.ts';
import { inMinutes, insertEvent } from '#tests/factories/events.ts';
import { createPaymentDatabase } from '#tests/factories/money/payment-looks.ts';
import { attemptFor, createPaymentHouse, LINE, orderFor, seen } from '#tests/factories/money/payments.ts';
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

it('refunds the orders of a cancelled event once each by two persons, though the worker is killed and the requester leaves', async () => {
  const { db } = database;
  const house = createPaymentHouse(db);
  house.clock.now = LATE;
  const fulfilments = { livestream: ticketFulfilment({ siteUrl: 'https://radio.example' }) };
  const services = { ...house.services, fulfilments };
  const event = await insertEvent(db);
  const orders: number[] = [];
  for (const gateway of ['mpgs', 'mpgs', 'payme', 'payme'] as const) {
    const { memberId } = await insertListener(db, `buyer${orders.length}@member.example`, LATE);
    const lines = [{ ...LINE, kind: 'livestream', productId: event.id, unitCents: CENTS }];
    const order = await orderFor({ ...house, services }, memberId, { kind: 'livestream', lines });
    const number = await attemptFor({ ...house, services }, order, gateway);
    await recordFacts(services, [seen(house.gateways[gateway].pay(number))]);
    orders.push(order.id);
  }
  const actions = [...eventActions(), ...orderActions(services, { refundLimit: 30_000 })];
  const desk = await createTestDesk(database, { actions, runtime: { payments: services, plans: {} } });
  desk.clock.now = LATE;
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
  const work = (rows: number) => {
    let begun = 0;
    const signal = {
      throwIfAborted() {
        if ((begun += 1) > rows) throw new Error('killed');
      },
    } as AbortSignal;
    const onFault = (error: unknown) => expect(error).toBeUndefined();
    const running = { db, clock: () => desk.clock.now, actions, findActor: findActiveStaff, onFault };
    return runJob(running, job!.id, { signal });
  };
  await expect(work(2)).rejects.toThrow('killed');
  // A refund of the third meanwhile, by hand, and then its requester leaves: the fourth is nobody's to do.
  expect((await act('orders.refund', { order_id: orders[2], cents: 'all' }, chief)).response).toMatchObject({
    outcome: 'done',
  });
  await desk.leave(finance.id);
  await work(9);
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
