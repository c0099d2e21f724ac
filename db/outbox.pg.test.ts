import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { queueJob, unqueueJob } from './outbox.ts';

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
  await queueJob(database.db, 'task', { id: 1 }, { jobKey: 'a:1' });
  await queueJob(database.db, 'task', { id: 2 }, { jobKey: 'a:1', runAt });
  expect((await waiting()).map(({ key, run_at }) => [key, new Date(run_at).getTime()])).toEqual([
    ['a:1', runAt.getTime()],
  ]);
  await unqueueJob(database.db, 'a:1');
  await unqueueJob(database.db, 'a:1');
  expect(await waiting()).toEqual([]);
});
