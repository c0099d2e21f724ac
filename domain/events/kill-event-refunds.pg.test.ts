import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { staffJobRows, staffJobs } from '#db/tables/actions.ts';
import { refunds } from '#db/tables/payments.ts';
import { orderActions } from '#domain/payments/operations/orders.actions.ts';
import { listWork, recordFacts, sendDueRefunds, startAttempt } from '#domain/payments/payments.ts';
import { createTestDesk } from '#tests/factories/desk.ts';
import { inMinutes, insertEvent } from '#tests/factories/events.ts';
import { killsOf, tellKills, timeForKills } from '#tests/factories/kill-count.ts';
import { createPaymentDatabase } from '#tests/factories/money/payment-looks.ts';
import { LINE, orderFor, seen } from '#tests/factories/money/payments.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { openRefundBook } from '#tests/factories/money/refund-book.ts';
import { insertListener } from '#tests/factories/playback/playback.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { TEST_IP } from '#tests/factories/visitor.ts';
import { eventActions } from './events.actions.ts';

const CENTS = 15_800;
const BOUGHT = inMinutes(-24 * 60);
const METHODS = [
  ['card', 'mpgs'],
  ['card', 'paydollar'],
  ['payme', 'payme'],
  ['alipay', 'eft'],
  ['wechat', 'eft'],
  // Its provider has no call for refunds.
  ['jetco', 'jetco'],
] as const;
/** The provider refuses, or it may never have been called: such a refund is not sent again where a repeated call would be another. */
const REASONS = ['closed', 'nobody says what became of it'];
const KILLS = killsOf(5);
/** A few in the suite, five hundred by `npm run kills`. */
const ORDERS = process.env.KILLS === undefined ? 60 : 500;

let database: TestDatabase;
beforeAll(async () => {
  database = await createPaymentDatabase();
});
afterAll(() => database.close());

/** Works in its own process. Returns whether it was killed. */
async function work(job: number, now: Date, killAt: number): Promise<boolean> {
  const child = spawn(process.execPath, ['tests/factories/money/event-refunds.process.ts'], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      NOW: now.toISOString(),
      JOB: String(job),
      KILL_AT: String(killAt),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  expect([code, signal]).toEqual(signal === 'SIGKILL' ? [null, signal] : [0, null]);
  return signal === 'SIGKILL';
}

it(
  'refunds each order of a cancelled event once, or leaves it to a person with its reason, wherever the worker is killed',
  async () => {
    const { db } = database;
    const house = await openRefundBook(db, database.url, { now: BOUGHT });
    const { services, gateways } = house;
    const event = await insertEvent(db, { tickets: ORDERS });
    const methods = new Map<number, string>();
    for (let at = 0; at < ORDERS; at++) {
      const [method, gateway] = METHODS[at % METHODS.length]!;
      const { memberId } = await insertListener(db, `buyer${at}@member.example`, BOUGHT);
      const lines = [{ ...LINE, kind: 'livestream', productId: event.id, unitCents: CENTS }];
      const order = await orderFor(house, memberId, { kind: 'livestream', lines });
      const by = { orderId: order.id, gateway, method, remoteIp: TEST_IP };
      const { attempt } = await startAttempt(services, memberActor(memberId), by);
      await recordFacts(services, [seen(gateways[gateway].pay(attempt.number))]);
      methods.set(order.id, method);
    }
    await house.save();

    const actions = [...eventActions(), ...orderActions(services, { refundLimit: Number.MAX_SAFE_INTEGER })];
    const desk = await createTestDesk(database, { actions, runtime: { payments: services, plans: {} } });
    desk.clock.now = BOUGHT;
    const approved = async (
      name: string,
      requester: 'finance' | 'producer',
      approver: 'finance-chief' | 'chief-editor',
    ) => {
      const [{ cookie }, other] = [await desk.enter(requester), await desk.enter(approver)];
      const asked = await desk.act(name, { event_id: event.id }, { cookie });
      const { approval_id: id } = asked.response as { approval_id: number };
      const reply = await desk.approve(id, other);
      expect(reply.status).toBe(200);
    };
    await approved('events.cancel', 'producer', 'chief-editor');
    await approved('events.refund-orders', 'finance', 'finance-chief');
    const [job] = await db.select().from(staffJobs);
    expect(job).toMatchObject({ rowCount: ORDERS });

    // The first kills are among the rows, the others among what is sent.
    let now = BOUGHT;
    let killed = 0;
    const points: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const point = 1 + Math.floor(Math.random() * ((2 * ORDERS) / KILLS));
      points.push(point);
      if (await work(job!.id, now, point)) killed += 1;
      // What a killed process has claimed is due again.
      now = new Date(now.getTime() + 60 * 60_000);
    }
    expect([points, killed]).toEqual([points, KILLS]);
    expect(await work(job!.id, now, 0)).toBe(false);
    await desk.app.close();
    await house.close();

    // What became of refunds whose reply was lost is asked later, for a day at most.
    const last = await openRefundBook(db, database.url, { now });
    for (let hour = 0; hour < 80; hour++) {
      last.clock.now = new Date(now.getTime() + hour * 60 * 60_000);
      while ((await sendDueRefunds(last.services)) > 0);
    }

    expect(await db.select({ state: staffJobs.state }).from(staffJobs)).toEqual([{ state: 'done' }]);
    const done = await db.select({ id: staffJobRows.rowNo }).from(staffJobRows).where(eq(staffJobRows.state, 'done'));
    expect(done).toHaveLength(ORDERS);
    const rows = await db.select().from(refunds);
    expect(new Set(rows.map(({ orderId, cents }) => `${orderId}: ${cents}`))).toEqual(
      new Set([...methods.keys()].map((orderId) => `${orderId}: ${CENTS}`)),
    );
    expect(rows).toHaveLength(ORDERS);
    const returned = Map.groupBy(
      Object.values(last.gateways).flatMap(({ book }) => book.filter(({ kind }) => kind === 'refunded')),
      ({ refund }) => refund,
    );
    const left = Map.groupBy(await listWork(db, ORDERS), ({ orderId }) => orderId);
    for (const { orderId, number, state } of rows) {
      const sent = returned.get(number)?.map(({ cents }) => cents) ?? [];
      const story = {
        method: methods.get(orderId),
        state,
        sent,
        left: left.get(orderId)?.map(({ kind }) => kind) ?? [],
      };
      if (state === 'confirmed') expect(story).toMatchObject({ sent: [CENTS], left: [] });
      else expect(story).toMatchObject({ sent: [], left: ['failed_refund'] });
      if (methods.get(orderId) === 'jetco') expect(state).toBe('by_hand');
      else if (state !== 'confirmed') expect(REASONS).toContain((left.get(orderId)![0]!.detail as { why: string }).why);
    }
    expect(returned.size).toBeGreaterThan(ORDERS / 2);
    await last.close();
    tellKills('refunds of a cancelled event', killed, ORDERS);
  },
  timeForKills(KILLS) + ORDERS * 1_000,
);
