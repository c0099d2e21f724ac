import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDatabase } from '#db/seed/seed.ts';
import { searchQueries, songQueries } from '#fixtures/search-queries.ts';
import { takeMarks } from '#domain/songs/songs.ts';
import { DEMO_SONGS } from '#sandbox/stations/song-titles.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { rebuildIndex } from './search-index.ts';
import { search } from './search.ts';

/** The target must be among this many first results, for this share of the queries. */
const FIRST = 3;
const LEAST_SHARE = 195 / 200;

let database: TestDatabase;
const now = new Date('2026-11-21T12:00:00+08:00');
beforeAll(async () => {
  database = await createTestDatabase();
  await seedDatabase(database.db, { log: () => {}, now });
  // Songs are in the same index, and must not come before what is meant.
  const playedAt = (i: number) => new Date(now.getTime() - (i + 1) * 300_000);
  const marks = DEMO_SONGS.map(([title, artist], i) => ({
    reportId: `sound/${i}`,
    revision: 1,
    kind: 'song' as const,
    startsAt: playedAt(i),
    endsAt: null,
    title,
    artist,
    programId: null,
    isWithdrawn: false,
  }));
  await database.db.transaction((tx) => takeMarks(tx, 903, marks));
  await rebuildIndex({ db: database.db, now });
});
afterAll(() => database.close());

it('has two hundred queries and no query twice', () => {
  expect(searchQueries.length).toBeGreaterThanOrEqual(200);
  expect(new Set(searchQueries.map(({ q }) => q)).size).toBe(searchQueries.length);
});

it.each([
  ['195 of 200 queries', searchQueries],
  // Written before the search of songs was first run, and not adapted since.
  ['19 of 20 queries of songs and singers', songQueries],
] as const)('shows what is meant among the first three for %s', async (_, queries) => {
  const missed: string[] = [];
  for (const { q, target } of queries) {
    const { hits } = await search({ db: database.db, now }, { q });
    const first = hits.slice(0, FIRST).map((hit) => hit.title);
    const isFound = first.some((title) => (typeof target === 'string' ? title === target : target.test(title)));
    if (!isFound) missed.push(`${q}: ${first.join(' / ') || 'nothing'}`);
  }
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(Math.max(1, queries.length * (1 - LEAST_SHARE)));
});
