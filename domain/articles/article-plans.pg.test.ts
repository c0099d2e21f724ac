import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertSmallNewsroom } from '#tests/factories/newsroom.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { plansOf, scannedTables } from '#tests/setup/plans.ts';
import { listArticles } from './articles.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await insertSmallStation(db);
  await insertSmallNewsroom(db);
  await db.execute(sql`
    insert into articles (id, content_type, title, slug, blocks, state, publish_at, column_id, category_id, program_id, section, is_road_coop, is_hot)
    select 1000 + i, kind, 'title ' || i, 'slug-' || i,
      jsonb_build_array(jsonb_build_object('type', 1, 'html', repeat('字', 200))),
      (array['published', 'published', 'published', 'published', 'published', 'published', 'draft', 'withdrawn'])[1 + i % 8],
      now() - i * interval '7 minutes',
      case when kind = 302 then 1 end,
      case kind when 301 then 1 when 305 then 2 end,
      case when kind = 303 then 1 + i % 5 end,
      case kind when 304 then (array['local', 'greaterchina', 'international', 'finance', 'sports'])[1 + i % 5]
        when 305 then 'editorial' when 306 then 'traffic' end,
      kind = 306 and i % 10 < 3,
      i % 50 = 0
    from (select i, (array[301, 302, 303, 304, 304, 304, 305, 306, 307, 308])[1 + (i * 7919) % 10] as kind
      from generate_series(1, 20000) as i) as numbered`);
  await db.execute(sql`vacuum analyze`);
}, 60_000);
afterAll(() => database.close());

const lists: [string, Parameters<typeof listArticles>[1]][] = [
  ...([301, 302, 303, 304, 305, 306, 307, 308] as const).map((type): [string, Parameters<typeof listArticles>[1]] => [
    `kind ${type}`,
    { contentTypes: [type] },
  ]),
  ['a category', { categoryId: 1 }],
  ['a category of a kind', { contentTypes: [301], categoryId: 1 }],
  ['a column', { columnId: 1 }],
  ['a column of a kind', { contentTypes: [302], columnId: 1 }],
  ['a section', { section: 'sports' }],
  ['a section without the cooperative', { section: 'traffic', roadCoop: false }],
  ['a programme’s highlights', { contentTypes: [303], programId: 1 }],
  ['recent news', { news: true }],
  ['hot news', { news: true, hot: true }],
  ['road information', { roadCoop: true }],
  ['road information of its kind', { contentTypes: [306], roadCoop: true }],
];

describe('public queries over 20,000 articles', () => {
  it.each(lists)('walk an index for the list of %s, in its order, on page 1 and page 500', async (_name, filter) => {
    for (const page of [1, 500]) {
      const [ids = [], ...rest] = await plansOf(database.pool, (db) =>
        listArticles({ db }, filter, { limit: 12, page }),
      );
      expect(ids.map((node) => node['Node Type'])).toEqual(expect.arrayContaining(['Limit']));
      // A sort would read the whole list for a single page.
      expect(ids.map((node) => node['Node Type']).filter((type) => /Seq Scan|Sort|Bitmap/.test(type))).toEqual([]);
      expect(scannedTables(rest)).not.toContain('articles');
    }
  });
});
