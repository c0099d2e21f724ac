import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { makeDocument } from './search-document.ts';
import { saveDocuments } from './search-index.store.ts';
import { search } from './search.ts';

// Frequent words are searched in the last months first. No newer match may be missed because of that.

const DOCUMENTS = 14_000;
const EVERY = 40;
const DAY_MS = 86_400_000;
const now = new Date('2026-11-21T04:00:00Z');
/** Three a day, one in forty with the word, and ids unrelated to time. */
const atMs = (n: number) => now.getTime() - n * (DAY_MS / 3);
const idOf = (n: number) => 1 + ((n * 7919) % DOCUMENTS);
const holds = (n: number) => n % EVERY === 7;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const all = Array.from({ length: DOCUMENTS }, (_, n) => {
    const at = new Date(atMs(n));
    return makeDocument({
      contentType: 301,
      itemId: idOf(n),
      title: `第${idOf(n)}號`,
      otherNames: [],
      body: holds(n) ? '海濱單車徑' : '山頂纜車站',
      keywords: [],
      slug: 'terms',
      picture: '',
      channelBitwise: 0,
      displayAt: at,
      visibleFrom: at,
      visibleUntil: null,
      popularity: 0,
    });
  });
  for (let from = 0; from < DOCUMENTS; from += 1_000)
    await saveDocuments(database.db, all.slice(from, from + 1_000), 1);
  // Results show the public version of an article.
  await database.db.execute(sql`insert into articles (id, content_type, title, slug, state, publish_at)
    select item_id, content_type, title, slug, 'published', display_at from search_documents`);
}, 120_000);
afterAll(() => database.close());

const expected = Array.from({ length: DOCUMENTS }, (_, n) => n)
  .filter(holds)
  .map(idOf);

it.each([1, 2, 8, 30])('gives the newest of an archive in order, page %i', async (page) => {
  const { hits, total, totalIsFloor } = await search({ db: database.db, now }, { q: '海濱', sort: 'latest', page });
  expect(hits.map((hit) => hit.itemId)).toEqual(expected.slice((page - 1) * 10, page * 10));
  expect({ total, totalIsFloor }).toEqual({ total: 300, totalIsFloor: true });
});

it('weighs the newest of an archive among the most relevant, however many older ones there are', async () => {
  const { hits } = await search({ db: database.db, now }, { q: '海濱' });
  // All match equally, so newer ones come first.
  expect(hits.map((hit) => hit.itemId)).toEqual(expected.slice(0, 10));
});
