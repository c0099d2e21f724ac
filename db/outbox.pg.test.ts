import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, expectTypeOf, it } from 'vitest';
import type { Db, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { freeOldLocks, jobBacklog, queueJob, unqueueJob } from './outbox.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const waiting = async () =>
  (
    await database.db.execute<{ key: string | null; task_identifier: string; run_at: Date }>(
      sql`select key, task_identifier, run_at from graphile_worker.jobs order by id`,
    )
  ).rows;

it('queues a job with the change that causes it, and not without', async () => {
  await expect(
    database.db.transaction(async (tx) => {
      await queueJob(tx, 'task', { id: 1 });
      throw new Error('the change failed');
    }),
  ).rejects.toThrow();
  expect(await waiting()).toEqual([]);
});

it('replaces a job that waits under the same key, and takes it back', async () => {
  const runAt = new Date('2036-01-01T00:00:00Z');
  await database.db.transaction((tx) => queueJob(tx, 'task', { id: 1 }, { jobKey: 'a:1' }));
  await database.db.transaction((tx) => queueJob(tx, 'task', { id: 2 }, { jobKey: 'a:1', runAt }));
  expect((await waiting()).map(({ key, run_at }) => [key, new Date(run_at).getTime()])).toEqual([
    ['a:1', runAt.getTime()],
  ]);
  await database.db.transaction((tx) => unqueueJob(tx, 'a:1'));
  await database.db.transaction((tx) => unqueueJob(tx, 'a:1'));
  expect(await waiting()).toEqual([]);
});

it('frees what a killed worker left locked after minutes, not what a living one works on', async () => {
  const { db } = database;
  for (const task of ['old', 'new', 'each-minute', 'last-try']) await db.transaction((tx) => queueJob(tx, task, {}));
  await db.execute(sql`
    update graphile_worker._private_jobs j
    set locked_at = now() - case t.identifier when 'new' then interval '1 minute' else interval '6 minutes' end,
        locked_by = 'worker-that-was', attempts = case t.identifier when 'last-try' then 10 else 1 end,
        max_attempts = case t.identifier when 'each-minute' then 1 else 10 end
    from graphile_worker._private_tasks t where t.id = j.task_id`);
  expect(await jobBacklog(db)).toMatchObject({ locked: 4, due: 0 });
  expect((await jobBacklog(db)).oldestLockSeconds).toBeGreaterThanOrEqual(360);

  expect(await freeOldLocks(db)).toBe(3);
  const { rows } = await db.execute<{ task: string; locked: boolean }>(
    sql`select task_identifier as task, locked_at is not null as locked from graphile_worker.jobs order by id`,
  );
  expect(rows).toEqual([
    { task: 'old', locked: false },
    { task: 'new', locked: true },
    { task: 'last-try', locked: false },
  ]);
  const after = await jobBacklog(db);
  expect(after).toMatchObject({ locked: 1, due: 1 });
  expect(after.failing).toContainEqual({ task: 'last-try', isGivenUp: true, jobs: 1 });
  expect(await freeOldLocks(db)).toBe(0);
});

it('is given a transaction and no pool: what is queued or announced apart from its change does not compile', () => {
  expectTypeOf<Db>().not.toExtend<Tx>();
  expectTypeOf(queueJob).parameter(0).toEqualTypeOf<Tx>();
  expectTypeOf(purgePages).parameter(0).toEqualTypeOf<Tx>();
});
