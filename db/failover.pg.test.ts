import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { Logger } from 'graphile-worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database, type Tx } from '#db/database.ts';
import type { EmbeddedPostgres } from '#db/embedded.ts';
import { runJobs, type JobRunner } from '#db/job-runner.ts';
import { watchNotifications, type Watch } from '#db/listening.ts';
import { PAGE_PURGE, purgePages } from '#db/notifications.ts';
import { queueJob, workerPreset } from '#db/outbox.ts';
import { orders } from '#db/tables/payments.ts';
import { createLog } from '#server/operations/log.ts';
import { watchWhatPagesShow } from '#server/purges.ts';
import { isDatabaseUnavailable } from '#server/web/errors.ts';
import { onServer, startPair, until, type Pair } from '#tests/setup/postgres/pair.ts';

let pair: Pair | undefined;
let primary: EmbeddedPostgres;
let standby: EmbeddedPostgres;
let database: Database;
let watch: Watch | undefined;
let worker: JobRunner | undefined;
/** Another process, which makes public pages. */
let pages: Database;
let watchOfPages: { stop(): Promise<void> } | undefined;

const ranTable = pgTable('ran', { orderId: integer('order_id') });

beforeAll(async () => {
  pair = await startPair({ synchronous_standby_names: '*' });
  ({ primary, standby } = pair);
  // The standby first: order decides nothing.
  const url = primary.url.replace('@', `@${new URL(standby.url).host},`);
  database = openDatabase(`${url}?target_session_attrs=read-write`, { isOnStandby: true });
  pages = openDatabase(`${url}?target_session_attrs=read-write`, { max: 4, readUrl: url });
  await database.pool.query('create table ran (order_id int primary key)');
  await until(async () => {
    const { rows } = await database.pool.query(`select 1 from pg_stat_replication where sync_state = 'sync'`);
    return rows.length > 0;
  });
});
afterAll(async () => {
  await worker?.stop();
  await watch?.close();
  await watchOfPages?.stop();
  await pages?.close();
  await database?.close();
  await pair?.stop();
});

const onStandby = (statement: string) => onServer(standby.url, statement);

const order = (tx: Tx) =>
  tx
    .insert(orders)
    .values({ kind: 'subscription', totalCents: 100, expiresAt: new Date('2030-01-01') })
    .returning({ id: orders.id });

it('acknowledges an order once the standby has it, and other writes at once', async () => {
  const { db } = database;
  await onStandby('select pg_wal_replay_pause()');
  let isAcknowledged = false;
  const placed = db.transaction(order).then(() => (isAcknowledged = true));
  await until(async () => {
    const { rows } = await db.execute(sql`select 1 from pg_stat_activity where wait_event = 'SyncRep'`);
    return rows.length > 0;
  });
  await db.transaction((tx) => purgePages(tx, ['home']));
  await db.execute(sql`insert into ran values (-1)`);
  await db.execute(sql`delete from ran`);
  expect(isAcknowledged).toBe(false);
  await onStandby('select pg_wal_replay_resume()');
  await placed;
});

it.each(['orders', 'payment_attempts', 'payment_facts', 'refunds', 'receipts', 'ledger_transfers', 'hook_notices'])(
  'commits a change of %s on the standby, whoever makes it',
  async (table) => {
    const seen = await database.db.transaction(async (tx) => {
      await tx.execute(sql.raw(`delete from ${table} where false`));
      return tx.execute(sql`show synchronous_commit`);
    });
    expect(seen.rows).toEqual([{ synchronous_commit: 'remote_apply' }]);
  },
);

it('continues on the standby once it is promoted: no acknowledged order is lost, jobs run, notifications are heard, and no read of a public page fails', async () => {
  const { db, pool } = database;
  const acknowledged: number[] = [];
  const strange: unknown[] = [];
  const heard: string[] = [];
  let isDone = false;
  watch = await watchNotifications(pool, PAGE_PURGE, { onMessage: (tags) => heard.push(tags), onListening() {} });
  worker = await runJobs(
    db,
    {
      pgPool: pool,
      concurrency: 2,
      pollInterval: 200,
      noHandleSignals: true,
      preset: workerPreset,
      logger: new Logger(() => () => {}),
      taskList: {
        note: async (payload) => {
          const { id } = payload as { id: number };
          await db.execute(sql`insert into ran values (${id}) on conflict do nothing`);
        },
      },
    },
    () => {},
  );
  watchOfPages = await watchWhatPagesShow({ database: pages, log: createLog('silent') }, { purge() {}, purgeAll() {} });
  const isInUse = async () => pages.standby!.figures()!.isInUse;
  await until(isInUse);
  const unread: unknown[] = [];
  async function keepReading(): Promise<void> {
    while (!isDone) {
      await pages.readDb
        .select()
        .from(ranTable)
        .catch((error: unknown) => unread.push(error));
      await delay(5);
    }
  }
  const readers = Array.from({ length: 2 }, () => keepReading());
  async function keepOrdering(): Promise<void> {
    while (!isDone) {
      try {
        const id = await db.transaction(async (tx) => {
          const [placed] = await order(tx);
          await queueJob(tx, 'note', { id: placed!.id });
          return placed!.id;
        });
        acknowledged.push(id);
      } catch (error) {
        if (!isDatabaseUnavailable(error)) strange.push(error);
      }
      await new Promise((next) => setTimeout(next, 5));
    }
  }
  const buyers = Array.from({ length: 4 }, () => keepOrdering());
  await until(async () => acknowledged.length >= 40);

  process.kill(primary.pid, 'SIGKILL');
  const before = acknowledged.length;
  // Longer than reads that nobody answers are tried for.
  await delay(2_500);
  await until(isInUse);
  await onStandby('select pg_promote()');
  const promotedAt = performance.now();
  await until(async () => acknowledged.length > before + 8);
  const seconds = (performance.now() - promotedAt) / 1_000;
  isDone = true;
  await Promise.all([...buyers, ...readers]);
  expect(unread).toEqual([]);

  const { rows } = await db.execute<{ id: number }>(sql`select id from ${orders}`);
  const kept = new Set(rows.map(({ id }) => id));
  // One was placed by another test, without a job.
  const withJobs = [...kept].toSorted((a, b) => a - b).slice(1);
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect(strange).toEqual([]);
  expect(seconds).toBeLessThan(10);

  await until(async () => (await db.execute(sql`select 1 from graphile_worker._private_jobs`)).rows.length === 0);
  const ran = await db.execute<{ id: number }>(sql`select order_id as id from ran`);
  expect(ran.rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(withJobs);

  await until(async () => {
    await db.transaction((tx) => purgePages(tx, ['home']));
    return heard.includes('home');
  });
});
