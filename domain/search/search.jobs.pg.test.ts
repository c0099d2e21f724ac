import { and, eq } from 'drizzle-orm';
import { Logger, run, type Runner } from 'graphile-worker';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { queueJob, SEARCH_INDEX, workerPreset } from '#db/outbox.ts';
import { articles } from '#db/tables/articles.ts';
import { searchDocuments } from '#db/tables/search.ts';
import { insertSmallStation, SATURDAY_1426 as now } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { queueRebuildIfStale, searchTasks } from './search.jobs.ts';
import { search } from './search.ts';

let database: TestDatabase;
let worker: Runner;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  worker = await run({
    pgPool: database.pool,
    preset: workerPreset,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    // Effectively no polling in this test: a job is found by notification or not at all.
    pollInterval: 600_000,
    taskList: searchTasks({ db: database.db, clock: () => now }),
  });
});
afterAll(async () => {
  await worker.stop();
  await database.close();
});

const titles = async (q: string) => (await search({ db: database.db, now }, { q })).hits.map((hit) => hit.title);

it('makes the index at a start that finds none, and not at one that finds it whole', async () => {
  const { db, pool } = database;
  await queueRebuildIfStale({ db });
  await vi.waitFor(async () => expect(await titles('的士高峰')).toContain('的士高峰'), 10_000);
  const waiting = async () =>
    (await pool.query("select 1 from graphile_worker.jobs where task_identifier = 'search-rebuild'")).rowCount;
  await vi.waitFor(async () => expect(await waiting()).toBe(0), 10_000);
  await queueRebuildIfStale({ db });
  expect(await waiting()).toBe(0);
});

it('hears at once of a change that was committed, and never of one that was not', async () => {
  const { db } = database;
  const insert = (id: number, title: string, fails: boolean) =>
    db.transaction(async (tx) => {
      await tx.insert(articles).values({
        id,
        contentType: 301,
        title,
        slug: title,
        state: 'published',
        publishAt: new Date(now.getTime() - 60_000),
      });
      await queueJob(tx, SEARCH_INDEX, { contentType: 301, itemId: id });
      if (fails) throw new Error('taken back');
    });
  await expect(insert(1, '未曾發生嘅事', true)).rejects.toThrow('taken back');
  await insert(2, '啱啱發生嘅事', false);
  await vi.waitFor(async () => expect(await titles('發生')).toEqual(['啱啱發生嘅事']), 10_000);
});

it('finds a piece from its instant on, though nobody tells it of the instant', async () => {
  const { db } = database;
  const publishAt = new Date(now.getTime() + 60_000);
  await db
    .insert(articles)
    .values({ id: 3, contentType: 301, title: '預告嘅一篇', slug: 'a', state: 'published', publishAt });
  await db.transaction((tx) => queueJob(tx, SEARCH_INDEX, { contentType: 301, itemId: 3 }));
  const indexed = () =>
    db
      .select()
      .from(searchDocuments)
      .where(and(eq(searchDocuments.itemId, 3), eq(searchDocuments.contentType, 301)));
  await vi.waitFor(async () => expect(await indexed()).toHaveLength(1), 10_000);
  expect(await titles('預告')).toEqual([]);
  // Article visibility is decided by the database clock, which is past this instant.
  const later = new Date(publishAt.getTime() + 1_000);
  expect((await search({ db, now: later }, { q: '預告' })).total).toBe(1);
});

it('is not stopped by a job that says nothing it knows', async () => {
  const { db } = database;
  await db.transaction((tx) => queueJob(tx, SEARCH_INDEX, { contentType: 'x' }, { maxAttempts: 1 }));
  await db.transaction((tx) => queueJob(tx, SEARCH_INDEX, { contentType: 999, itemId: 5 }));
  await db.update(articles).set({ title: '改咗嘅事' }).where(eq(articles.id, 2));
  await db.transaction((tx) => queueJob(tx, SEARCH_INDEX, { contentType: 301, itemId: 2 }));
  await vi.waitFor(async () => expect(await titles('改咗')).toEqual(['改咗嘅事']), 10_000);
});
