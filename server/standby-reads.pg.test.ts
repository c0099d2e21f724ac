import { setTimeout as delay } from 'node:timers/promises';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { createLog } from '#server/operations/log.ts';
import { watchWhatPagesShow } from '#server/purges.ts';
import { onServer, startPair, until, type Pair } from '#tests/setup/postgres/pair.ts';
import { openDoor, type TcpDoor } from '#tests/setup/tcp-door.ts';

const shown = pgTable('shown', { value: integer().notNull() });

let pair: Pair;
/** The way to the standby, which a test may block. */
let way: TcpDoor;
/** A process of the site, and another that makes changes. */
let site: Database;
let desk: Database;
let watch: { stop(): Promise<void> } | undefined;
/** What a page made anew after each purge shows, in order. */
let made: Promise<number>[] = [];

const render = () =>
  cachedQuery(site.readDb, { key: 'shown', tags: ['home'] }, async () => {
    const [row] = await site.readDb.select().from(shown);
    return row!.value;
  });

const change = (value: number) =>
  desk.db.transaction(async (tx) => {
    await tx.update(shown).set({ value });
    await purgePages(tx, ['home']);
  });

const figures = () => site.standby!.figures()!;
const inUse = () => until(async () => figures().isInUse);

/** Until the standby answers; on a busy machine it may be late for a moment. */
function standbyAnswers(): Promise<void> {
  const before = figures().byStandby;
  return until(async () => {
    await site.readDb.select().from(shown);
    return figures().byStandby > before;
  });
}

beforeAll(async () => {
  pair = await startPair();
  const { port } = new URL(pair.standby.url);
  way = await openDoor(() => Number(port));
  desk = openDatabase(pair.primary.url, { max: 2 });
  await desk.pool.query('create table shown (value int not null); insert into shown values (0)');
  const readUrl = pair.standby.url.replace(`:${port}/`, `:${way.port}/`);
  site = openDatabase(pair.primary.url, { max: 4, readUrl });
  watch = await watchWhatPagesShow(
    { database: site, log: createLog('silent') },
    { purge: (tags) => tags.includes('home') && made.push(render()), purgeAll() {} },
  );
  await inUse();
});
afterAll(async () => {
  await watch?.stop();
  await site?.close();
  await desk?.close();
  way?.close();
  await pair?.stop();
});

async function changeTo(values: readonly number[]): Promise<void> {
  made = [];
  for (const value of values) await change(value);
  await until(async () => made.length === values.length);
  const read = await Promise.all(made);
  // Later changes may be seen already, and earlier ones never are the answer.
  expect(read.map((value, i) => Math.max(value, values[i]!))).toEqual(read);
  expect(await render()).toBe(values.at(-1));
}

it('reads a page made anew after a purge from the standby, and never the former content', async () => {
  await changeTo(Array.from({ length: 30 }, (_, i) => i + 1));
  await standbyAnswers();
});

it('reads from the primary while the standby does not replay, and from the standby once it has caught up', async () => {
  await onServer(pair.standby.url, 'select pg_wal_replay_pause()');
  await changeTo([101, 102, 103]);
  await until(async () => !figures().isInUse);
  const before = figures().byStandby;
  await changeTo([104]);
  expect(figures().byStandby).toBe(before);
  await onServer(pair.standby.url, 'select pg_wal_replay_resume()');
  await standbyAnswers();
  await changeTo([105]);
});

it.each(['shut', 'hush'] as const)('fails no read while the standby is gone (%s), and uses it again', async (how) => {
  let isDone = false;
  let reads = 0;
  const readers = Array.from({ length: 4 }, async () => {
    while (!isDone) {
      await site.readDb.select().from(shown);
      reads += 1;
    }
  });
  await until(async () => reads > 20);
  way[how]();
  await until(async () => !figures().isInUse);
  await changeTo([how === 'shut' ? 201 : 202]);
  way.open();
  await inUse();
  isDone = true;
  await Promise.all(readers);
});

it('reads from the primary while notifications are not heard', async () => {
  await desk.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'airwave-listen'`,
  );
  await until(async () => !figures().isInUse);
  await change(301);
  const [row] = await site.readDb.select().from(shown);
  expect(row?.value).toBe(301);
  await inUse();
});

/** A process whose ways to both servers a test may block. */
async function openApart() {
  const doorTo = async (url: string) => {
    const { port } = new URL(url);
    const door = await openDoor(() => Number(port));
    return { door, url: url.replace(`:${port}/`, `:${door.port}/`) };
  };
  const [primary, standby] = [await doorTo(pair.primary.url), await doorTo(pair.standby.url)];
  const own = openDatabase(primary.url, { max: 4, readUrl: standby.url });
  const watched = await watchWhatPagesShow({ database: own, log: createLog('silent') }, { purge() {}, purgeAll() {} });
  const isInUse = () => own.standby!.figures()!.isInUse;
  await until(async () => isInUse());
  return {
    own,
    isInUse,
    read: async () => (await own.readDb.select().from(shown))[0]!.value,
    primary: primary.door,
    standby: standby.door,
    async close() {
      await watched.stop();
      await own.close();
      primary.door.close();
      standby.door.close();
    },
  };
}

it.each(['shut', 'hush'] as const)(
  'fails no read while nobody is the primary, and reads what it was then (%s)',
  async (how) => {
    const apart = await openApart();
    const before = await apart.read();
    let isDone = false;
    const values = new Set<number>();
    const readers = Array.from({ length: 4 }, async () => {
      while (!isDone) values.add(await apart.read());
    });
    const { byStandby } = apart.own.standby!.figures()!;
    apart.primary[how]();
    // The primary's own connections know.
    await expect(apart.own.db.select().from(shown)).rejects.toThrow();
    await until(async () => apart.isInUse() && apart.own.standby!.figures()!.byStandby > byStandby);
    isDone = true;
    await Promise.all(readers);
    expect([...values]).toEqual([before]);
    apart.primary.open();
    // What was committed behind its back is read once it hears again.
    await change(before + 1);
    await until(async () => (await apart.read()) === before + 1 && apart.isInUse());
    await apart.close();
  },
);

it('fails no read where the primary is gone before the standby has received what it said it has', async () => {
  const apart = await openApart();
  const [receiver] = await onServer(pair.standby.url, 'select pid from pg_stat_wal_receiver');
  const pid = Number(receiver!.pid);
  let isDone = false;
  const failures: unknown[] = [];
  const readers = Array.from({ length: 4 }, async () => {
    while (!isDone) await apart.read().catch((error: unknown) => failures.push(error));
  });
  process.kill(pid, 'SIGSTOP');
  try {
    await change((await apart.read()) + 1);
    // The next look has been told the position by now, and waits for the standby to reach it.
    await delay(150);
    const { byStandby } = apart.own.standby!.figures()!;
    apart.primary.shut();
    await until(async () => apart.isInUse() && apart.own.standby!.figures()!.byStandby > byStandby + 20);
    expect(failures).toEqual([]);
  } finally {
    isDone = true;
    process.kill(pid, 'SIGCONT');
    await Promise.all(readers);
    await apart.close();
  }
});

it('never reads the former content from a standby that has yet to replay what was notified before the primary was gone', async () => {
  const apart = await openApart();
  const before = await apart.read();
  await onServer(pair.standby.url, 'select pg_wal_replay_pause()');
  await change(before + 1);
  await until(async () => !apart.isInUse());
  apart.primary.shut();
  expect([before + 1, 'refused']).toContain(await apart.read().catch(() => 'refused'));
  await onServer(pair.standby.url, 'select pg_wal_replay_resume()');
  await until(async () => apart.isInUse());
  expect(await apart.read()).toBe(before + 1);
  await apart.close();
});

it('refuses reads in one word once neither a primary nor a standby has been there for a while, and no more once one is', async () => {
  const apart = await openApart();
  apart.primary.shut();
  apart.standby.shut();
  const reason = () =>
    apart.read().then(
      () => 'none',
      (error: { cause?: { code?: string } }) => error.cause?.code,
    );
  await until(async () => (await reason()) === 'NO_PRIMARY');
  apart.primary.open();
  await until(async () => (await reason()) === 'none');
  await apart.close();
});

it('asks the primary again at once when the standby that was read without it is promoted', async () => {
  const apart = await openApart();
  apart.primary.shut();
  await until(async () => apart.isInUse());
  // Reads that nobody answers are refused at once by now.
  await delay(2_500);
  await until(async () => apart.isInUse());
  await onServer(pair.standby.url, 'select pg_promote()');
  await until(async () => !apart.isInUse());
  apart.primary.open();
  expect(await apart.read()).toBeGreaterThan(0);
  await apart.close();
});

it('reads nothing from a standby that became a primary of its own', async () => {
  await onServer(pair.standby.url, 'update shown set value = -1');
  await until(async () => !figures().isInUse);
  await changeTo([401, 402]);
});

it('has one way to read where no standby is named', () => {
  expect(desk.readDb).toBe(desk.db);
  expect(desk.standby).toBeNull();
});
