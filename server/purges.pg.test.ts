import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { hearPurges } from './purges.ts';
import { createPageCache } from './web/cache/page-cache.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** A process with its own page cache. */
async function startProcess() {
  const own = openDatabase(database.url, { max: 2 });
  const pages = createPageCache({ maxBytes: 1_000_000 });
  const watch = await hearPurges(own, pages);
  const keep = async (key: string, tags: string) => {
    const headers = new Headers({
      'cache-control': 'public',
      'x-page-cache': 'fresh=600;stale=600',
      'cache-tag': tags,
    });
    await pages.get(key, async () => ({ status: 200, headers, body: Buffer.from(key) }));
  };
  const kept = (...keys: string[]) => keys.filter((key) => pages.fresh(key, null));
  return { keep, kept, stop: async () => (await watch.close(), own.close()) };
}

const KEYS = ['/article/1', '/article/2', '/'];
async function startTwo() {
  const both = await Promise.all([startProcess(), startProcess()]);
  for (const { keep } of both) {
    await keep('/article/1', 'article:1,articles');
    await keep('/article/2', 'article:2,articles');
    await keep('/', 'home');
  }
  return { both, all: () => both.map(({ kept }) => kept(...KEYS)), stop: () => Promise.all(both.map((p) => p.stop())) };
}

it('drops in every process what a transaction names, when it commits and not when it is taken back', async () => {
  const { all, stop } = await startTwo();
  await database.db
    .transaction(async (tx) => {
      await purgePages(tx, ['home']);
      throw new Error('taken back');
    })
    .catch(() => {});
  await database.db.transaction(async (tx) => {
    await purgePages(tx, ['article:1', 'nobody']);
    expect(all()).toEqual([KEYS, KEYS]);
  });
  await expect.poll(all, { timeout: 10_000 }).toEqual([
    ['/article/2', '/'],
    ['/article/2', '/'],
  ]);
  await stop();
});

it('drops everything when its connection was cut, and hears again after that', async () => {
  const { both, all, stop } = await startTwo();
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%airwave_page_purge%' and pid <> pg_backend_pid()`,
  );
  await expect.poll(all, { timeout: 10_000 }).toEqual([[], []]);
  for (const { keep } of both) await keep('/', 'home');
  await database.db.transaction((tx) => purgePages(tx, ['home']));
  await expect.poll(all, { timeout: 10_000 }).toEqual([[], []]);
  const { rows } = await database.pool.query<{ ears: number }>(
    `select count(*)::int as ears from pg_stat_activity where query ilike 'listen%airwave_page_purge%' and pid <> pg_backend_pid()`,
  );
  expect(rows[0]?.ears).toBe(2);
  await stop();
});

it('forgets the answers that pages are made from, too', async () => {
  const own = openDatabase(database.url, { max: 2 });
  const watch = await hearPurges(own, createPageCache({ maxBytes: 1_000_000 }));
  let times = 0;
  const ask = () => cachedQuery(own.db, { key: 'list', tags: ['programs'] }, async () => (times += 1));
  expect([await ask(), await ask()]).toEqual([1, 1]);
  await database.db.transaction((tx) => purgePages(tx, ['programs']));
  await expect.poll(ask, { timeout: 10_000 }).toBe(2);
  await watch.close();
  await own.close();
});
