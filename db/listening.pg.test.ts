import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { watchNotifications } from './listening.ts';
import { AD_BLOCKS, PAGE_PURGE, purgePages, STAFF_LIVE, tellAdFrames, tellStaff } from './notifications.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((done) => setTimeout(done, 10));
};

it('tells every process which pages are old, once the change is committed and not before', async () => {
  const other = openDatabase(database.url);
  const heard: [string, string][] = [];
  const watches = await Promise.all(
    [database, other].map(({ pool }, i) =>
      watchNotifications(pool, PAGE_PURGE, {
        onMessage: (tags) => heard.push([`process ${i}`, tags]),
        onListening: () => {},
      }),
    ),
  );
  await database.db
    .transaction(async (tx) => {
      await purgePages(tx as never, ['undone']);
      throw new Error('rolled back');
    })
    .catch(() => {});
  await database.db.transaction((tx) => purgePages(tx, ['article:1', 'home', 'home']));
  await until(() => heard.length === 2);
  expect(heard.toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
    ['process 0', 'article:1,home'],
    ['process 1', 'article:1,home'],
  ]);
  await Promise.all(watches.map((watch) => watch.close()));
  await other.close();
});

it('names any number of tags', async () => {
  const tags = Array.from({ length: 3_000 }, (_, i) => `article:${i}`);
  const heard: string[] = [];
  const watch = await watchNotifications(database.pool, PAGE_PURGE, {
    onMessage: (payload) => heard.push(...payload.split(',')),
    onListening: () => {},
  });
  await database.db.transaction((tx) => purgePages(tx, tags));
  await until(() => heard.length === tags.length);
  expect(heard).toEqual(tags);
  await watch.close();
});

it('listens again after its connection was cut, and says that it cannot know what it missed', async () => {
  const heard: string[] = [];
  let listening = 0;
  const watch = await watchNotifications(database.pool, PAGE_PURGE, {
    onMessage: (payload) => heard.push(payload),
    onListening: () => listening++,
  });
  expect(listening).toBe(1);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and pid <> pg_backend_pid()`,
  );
  await until(() => listening === 2);
  await database.db.transaction((tx) => purgePages(tx, ['home']));
  await until(() => heard.length > 0);
  expect(heard).toEqual(['home']);
  await watch.close();
});

it('ends up with one connection although listening failed at first when it came back', async () => {
  const heard: string[] = [];
  let listening = 0;
  const watch = await watchNotifications(database.pool, 'refused', {
    onMessage: (payload) => heard.push(payload),
    onListening: () => listening++,
  });
  const ears = async () =>
    (
      await database.pool.query<{ pid: number }>(
        `select pid from pg_stat_activity where query ilike 'listen%refused%' and pid <> pg_backend_pid()`,
      )
    ).rows.map(({ pid }) => pid);
  const cut = async () => {
    for (const pid of await ears()) await database.pool.query('select pg_terminate_backend($1)', [pid]);
  };
  // The connection is established and then cut off during its first statement, as by a restarting server.
  const original = Reflect.get(pg.Client.prototype, 'query') as (this: pg.Client, ...given: unknown[]) => unknown;
  let failures = 0;
  Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]) {
    const fails = failures < 2 && String(given[0]).includes('"refused"');
    if (fails) failures += 1;
    return original.apply(this, fails ? ['select pg_terminate_backend(pg_backend_pid())'] : given);
  });
  try {
    await cut();
    await until(() => listening === 2);
  } finally {
    Reflect.set(pg.Client.prototype, 'query', original);
  }
  // Long enough for a second loop to come round.
  await new Promise((done) => setTimeout(done, 3_000));
  expect(failures).toBe(2);
  expect(listening).toBe(2);
  expect(await ears()).toHaveLength(1);
  await database.pool.query(`select pg_notify('refused', 'once')`);
  await until(() => heard.length > 0);
  expect(heard).toEqual(['once']);
  await watch.close();
});

const earsOf = async (): Promise<number[]> =>
  (
    await database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'airwave-listen'`,
    )
  ).rows.map(({ pid }) => pid);

it('takes one connection of the server for a process, whatever it watches, and none when it watches no more', async () => {
  const heard: string[] = [];
  const watch = (name: string, channel: string) =>
    watchNotifications(database.pool, channel, {
      onMessage: (payload) => heard.push(`${name}:${payload}`),
      onListening: () => heard.push(`${name} listens`),
    });
  // At once, and one after another.
  const watches = await Promise.all([watch('pages', PAGE_PURGE), watch('ads', AD_BLOCKS)]);
  watches.push(await watch('desk', STAFF_LIVE), await watch('blogs', PAGE_PURGE));
  expect(await earsOf()).toHaveLength(1);
  expect(heard.splice(0).toSorted()).toEqual(['ads listens', 'blogs listens', 'desk listens', 'pages listens']);

  await database.db.transaction(async (tx) => {
    await purgePages(tx, ['home']);
    await tellAdFrames(tx);
    await tellStaff(tx, 'incidents');
  });
  await until(() => heard.length === 4);
  expect(heard.splice(0).toSorted()).toEqual(['ads:', 'blogs:home', 'desk:incidents', 'pages:home']);

  // Whoever stops watching takes nothing from the others.
  await watches.pop()?.close();
  const [lost] = await earsOf();
  await database.pool.query('select pg_terminate_backend($1)', [lost]);
  await until(() => heard.length === 3);
  expect(heard.splice(0).toSorted()).toEqual(['ads listens', 'desk listens', 'pages listens']);
  await database.db.transaction((tx) => purgePages(tx, ['home']));
  await until(() => heard.length > 0);
  expect(heard).toEqual(['pages:home']);
  expect(await earsOf()).toHaveLength(1);

  await Promise.all(watches.map((each) => each.close()));
  await expect.poll(earsOf).toEqual([]);
});
