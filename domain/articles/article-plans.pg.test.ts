import { drizzle } from 'drizzle-orm/node-postgres';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tables, type Db } from '#db/database.ts';
import { insertSmallNewsroom } from '#tests/factories/newsroom.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { rankMostViewed } from './article-views.ts';
import {
  getArticle,
  getColumn,
  listArticleAddresses,
  listArticles,
  listMostViewed,
  listRecentNewsAddresses,
  listRelatedArticles,
} from './articles.ts';
import { getMediaFileOf } from './media-files.ts';

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
  await db.execute(sql`
    insert into article_views (article_id, day_hk, views)
    select 1000 + i, (now() at time zone 'Asia/Hong_Kong')::date - (i % 7), 1 + i % 300 from generate_series(1, 5000) as i`);
  await rankMostViewed({ db, now: new Date() });
  await db.execute(sql`vacuum analyze`);
}, 60_000);
afterAll(() => database.close());

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The plans, made once for all values as in production, of every query a door makes. */
async function plansOf(ask: (db: Db) => Promise<unknown>): Promise<PlanNode[][]> {
  const queries: string[] = [];
  const db = drizzle(database.pool, { schema: tables, logger: { logQuery: (query) => queries.push(query) } });
  await ask(db);
  expect(queries.length).toBeGreaterThan(0);
  return Promise.all(
    queries.map(async (query) => {
      const { rows } = await database.pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (generic_plan, format json) ${query}`,
      );
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      return plan ? nodesOf(plan) : [];
    }),
  );
}

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
      const [ids = [], ...rest] = await plansOf((db) => listArticles({ db }, filter, { limit: 12, page }));
      expect(ids.map((node) => node['Node Type'])).toEqual(expect.arrayContaining(['Limit']));
      // A sort would read the whole list for a page of it.
      expect(ids.map((node) => node['Node Type']).filter((type) => /Seq Scan|Sort|Bitmap/.test(type))).toEqual([]);
      expect(
        rest.flat().filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'articles'),
      ).toEqual([]);
    }
  });

  const asked: [string, (db: Db) => Promise<unknown>][] = [
    ['one article', (db) => getArticle({ db }, 1001)],
    [
      'what is near a column’s article',
      async (db) => listRelatedArticles({ db }, await getArticle({ db }, 3), { limit: 6 }),
    ],
    ['what is near a hot topic', async (db) => listRelatedArticles({ db }, await getArticle({ db }, 1), { limit: 6 })],
    ['what is near news', async (db) => listRelatedArticles({ db }, await getArticle({ db }, 5), { limit: 6 })],
    [
      'what is near a phonograph',
      async (db) => listRelatedArticles({ db }, await getArticle({ db }, 11), { limit: 6 }),
    ],
    ['the most viewed', (db) => listMostViewed({ db }, { contentTypes: [301, 304], limit: 500 })],
    ['a column', (db) => getColumn({ db }, 1)],
    ['a recording', (db) => getMediaFileOf({ db }, { articleId: 1, fileId: 1 })],
    ['a part of a sitemap', (db) => listArticleAddresses({ db }, 304, 1)],
    ['news of two days', (db) => listRecentNewsAddresses({ db, now: new Date() })],
  ];
  it.each(asked)('read no table of articles from end to end for %s', async (_name, ask) => {
    const plans = await plansOf(ask);
    expect(
      plans.flat().filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'articles'),
    ).toEqual([]);
  });
});
