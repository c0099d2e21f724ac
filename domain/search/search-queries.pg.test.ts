import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDatabase } from '#db/seed/seed.ts';
import { searchQueries } from '#fixtures/search-queries.ts';
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
  await rebuildIndex({ db: database.db, now });
});
afterAll(() => database.close());

it('has two hundred queries and no query twice', () => {
  expect(searchQueries.length).toBeGreaterThanOrEqual(200);
  expect(new Set(searchQueries.map(({ q }) => q)).size).toBe(searchQueries.length);
});

it('shows what is meant among the first three for 195 of 200 queries', async () => {
  const missed: string[] = [];
  for (const { q, target } of searchQueries) {
    const { hits } = await search({ db: database.db, now }, { q });
    const first = hits.slice(0, FIRST).map((hit) => hit.title);
    const isFound = first.some((title) => (typeof target === 'string' ? title === target : target.test(title)));
    if (!isFound) missed.push(`${q}: ${first.join(' / ') || 'nothing'}`);
  }
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(searchQueries.length * (1 - LEAST_SHARE));
});
