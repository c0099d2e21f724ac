import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchNotifications } from '#db/listening.ts';
import { PAGE_PURGE } from '#db/notifications.ts';
import { REMOVAL_NOTICE } from '#domain/media/kept-sound.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { listenForSegments } from './segment-notices.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const earsOf = async (): Promise<unknown[]> =>
  (
    await database.pool.query(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'airwave-listen'`,
    )
  ).rows;

it('catches up after a lost connection until it succeeds, while the rest of the process goes on hearing', async () => {
  let catchUps = 0;
  let removals = 0;
  let pagesListen = 0;
  const faults: string[] = [];
  const pages = await watchNotifications(database.pool, PAGE_PURGE, {
    onMessage: () => {},
    onListening: () => pagesListen++,
  });
  const notices = await listenForSegments({
    pool: database.pool,
    onSegment: async () => {},
    onRemoval: async () => void removals++,
    onMarks: async () => {},
    async catchUp() {
      catchUps++;
      if (catchUps === 2) throw new Error('the tables cannot be read yet');
    },
    onFault: (error) => faults.push(String(error)),
  });
  expect(catchUps).toBe(1);
  expect(await earsOf()).toHaveLength(1);
  await database.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'airwave-listen'`,
  );
  await expect.poll(() => catchUps, { timeout: 10_000 }).toBe(3);
  expect(faults).toContain('Error: the tables cannot be read yet');
  expect(pagesListen).toBe(2);
  await database.db.execute(sql`select pg_notify(${REMOVAL_NOTICE}, '')`);
  await expect.poll(() => removals).toBe(1);
  await Promise.all([notices.stop(), pages.close()]);
});

it('leaves nothing behind when the first catch-up fails', async () => {
  const starting = listenForSegments({
    pool: database.pool,
    onSegment: async () => {},
    onRemoval: async () => {},
    onMarks: async () => {},
    catchUp: () => Promise.reject(new Error('no tables')),
    onFault: () => {},
  });
  await expect(starting).rejects.toThrow('no tables');
  await expect.poll(earsOf).toEqual([]);
});
