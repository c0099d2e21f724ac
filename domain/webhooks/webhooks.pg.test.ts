import { Logger, runOnce } from 'graphile-worker';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { webhooks } from '#db/tables/webhooks.ts';
import { jobBacklog, workerPreset } from '#db/outbox.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { webhookTasks } from './webhooks.jobs.ts';
import {
  forgetHandledWebhooks,
  handleWebhook,
  webhookBacklog,
  receiveWebhook,
  waitingWebhooks,
  type WebhookHandlers,
} from './webhooks.ts';

const NOW = new Date('2026-11-21T08:00:00.000Z');
const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const PAID = { provider: 'bank', eventId: 'evt_1', kind: 'paid', payload: '{"order":7}' };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(webhooks);
  await database.db.execute(sql`delete from graphile_worker._private_jobs`);
});

/** A handler that records its webhooks and fails the given number of times. */
function listener(failures = 0) {
  const told: string[] = [];
  const handlers: WebhookHandlers = {
    bank: {
      paid: async (_tx, payload) => {
        if (failures-- > 0) throw new Error('the ledger is closed');
        told.push(payload);
      },
    },
  };
  return { told, handlers };
}
const work = (handlers: WebhookHandlers) =>
  runOnce({
    pgPool: database.pool,
    taskList: webhookTasks({ db: database.db, clock: () => NOW, handlers }),
    preset: workerPreset,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
  });

it('tells a module once what a provider told twice, also when both came together', async () => {
  const { db } = database;
  const { told, handlers } = listener();
  const taken = await Promise.all([PAID, PAID, PAID].map((notice) => receiveWebhook({ db, now: NOW }, notice)));
  expect(taken.filter(Boolean)).toHaveLength(1);
  await work(handlers);
  expect(await receiveWebhook({ db, now: NOW }, PAID)).toBe(false);
  await work(handlers);
  const [row] = await db.select().from(webhooks);
  // A job may run more than once.
  await handleWebhook({ db, now: NOW, handlers }, row?.id ?? 0);
  expect(told).toEqual(['{"order":7}']);
  expect(row).toMatchObject({ handledAt: NOW, error: null });
});

it('takes the same id of another provider as another event', async () => {
  const { db } = database;
  await receiveWebhook({ db, now: NOW }, PAID);
  expect(await receiveWebhook({ db, now: NOW }, { ...PAID, provider: 'carrier' })).toBe(true);
});

it('tries again what failed, and tells the operator of it until it is handled', async () => {
  const { db } = database;
  const { told, handlers } = listener(1);
  await receiveWebhook({ db, now: NOW }, PAID);
  await work(handlers);
  expect(told).toEqual([]);
  expect(await webhookBacklog({ db, now: later(1) })).toEqual([
    { provider: 'bank', kind: 'paid', webhooks: 1, failed: 1, oldestSeconds: 86_400 },
  ]);
  expect(await waitingWebhooks({ db })).toMatchObject([
    { provider: 'bank', kind: 'paid', error: 'the ledger is closed' },
  ]);
  expect((await jobBacklog(db)).failing).toEqual([{ task: 'handle-hook-notice', isGivenUp: false, jobs: 1 }]);
  await db.execute(sql`update graphile_worker._private_jobs set run_at = now()`);
  await work(handlers);
  expect(told).toEqual(['{"order":7}']);
  expect(await webhookBacklog({ db, now: NOW })).toEqual([]);
});

it('undoes what a module wrote where it then failed', async () => {
  const { db } = database;
  await receiveWebhook({ db, now: NOW }, PAID);
  const [row] = await db.select().from(webhooks);
  const handlers: WebhookHandlers = {
    bank: {
      paid: async (tx) => {
        await tx.delete(webhooks);
        throw new Error('half way');
      },
    },
  };
  await expect(handleWebhook({ db, now: NOW, handlers }, row?.id ?? 0)).rejects.toThrow('half way');
  await expect(handleWebhook({ db, now: NOW, handlers: {} }, row?.id ?? 0)).rejects.toThrow(
    'no handler for webhook "paid" of provider "bank"',
  );
  expect(await db.select().from(webhooks)).toHaveLength(1);
});

it('forgets what was handled 30 days ago, and never what still waits', async () => {
  const { db } = database;
  const { handlers } = listener();
  await receiveWebhook({ db, now: NOW }, PAID);
  await work(handlers);
  await receiveWebhook({ db, now: NOW }, { ...PAID, eventId: 'evt_2' });
  await forgetHandledWebhooks({ db, now: later(29) });
  expect(await db.select().from(webhooks)).toHaveLength(2);
  await forgetHandledWebhooks({ db, now: later(31) });
  expect(await db.select().from(webhooks)).toMatchObject([{ eventId: 'evt_2', handledAt: null }]);
});
