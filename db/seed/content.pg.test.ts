import { count, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tables } from '#db/database.ts';
import manifest from '#fixtures/art/manifest.json' with { type: 'json' };
import { CHART_WEEKS } from '#fixtures/content/chart.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { scaleArticles } from './scale.ts';
import { seedDatabase } from './seed.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const lines: string[] = [];
const log = (line: string) => void lines.push(line);

beforeAll(async () => {
  database = await createTestDatabase();
  // Two at once, like two processes that start together.
  await Promise.all([seedDatabase(database.db, { log }), seedDatabase(database.db, { log })]);
});
afterAll(() => database.close());

const rows = async <T extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await database.db.execute<T>(query)).rows;

it('writes everything once, however many start together, and nothing on a later start', async () => {
  expect(lines.filter((line) => line.includes('articles'))).toHaveLength(1);
  const before = await database.db.select({ rows: count() }).from(tables.articles);
  await seedDatabase(database.db, { log });
  expect(await database.db.select({ rows: count() }).from(tables.articles)).toEqual(before);
  expect(lines.filter((line) => line.includes('articles'))).toHaveLength(1);
});

it('has published pieces of every kind, and four that nobody may see', async () => {
  const kinds = await rows<{ kind: number; pieces: number }>(
    sql`select content_type as kind, count(*)::int as pieces from published_articles group by 1 order by 1`,
  );
  expect(kinds.map(({ kind }) => kind)).toEqual([301, 302, 303, 304, 305, 306, 307, 308]);
  for (const { pieces } of kinds) expect(pieces).toBeGreaterThanOrEqual(40);
  const hidden = await rows(sql`select id from articles except select id from published_articles order by id`);
  expect(hidden).toEqual([{ id: 9001 }, { id: 9002 }, { id: 9003 }, { id: 9004 }]);
});

it('has most-viewed lists of every kind, of what is published, best first', async () => {
  const ranked = await rows<{ kinds: number; wrong: number }>(sql`
    select count(distinct content_type)::int as kinds,
      count(*) filter (where article_id not in (select id from published_articles))::int as wrong
    from article_rankings`);
  expect(ranked).toEqual([{ kinds: 8, wrong: 0 }]);
  const unsorted = await rows(sql`
    select 1 from article_rankings a join article_rankings b on a.content_type = b.content_type and a.rank < b.rank
    where a.views < b.views`);
  expect(unsorted).toEqual([]);
});

it('has twelve weeks of the chart, the newest a Saturday that has come', async () => {
  const weeks = await rows<{ week_hk: string; dow: number; songs: number; told: boolean }>(sql`
    select week_hk::text, extract(dow from week_hk)::int as dow, count(position)::int as songs, publish_at <= now() as told
    from chart_weeks join chart_entries on week_id = id group by id order by week_hk`);
  expect(weeks).toHaveLength(CHART_WEEKS);
  for (const week of weeks) expect(week).toMatchObject({ dow: 6, songs: 20, told: true });
});

it('has forty and more rows of each directory over all three areas', async () => {
  const locations = await rows<{ type: number; locations: number; areas: number }>(
    sql`select type, count(*)::int as locations, count(distinct area)::int as areas from traffic_locations group by 1 order by 1`,
  );
  expect(locations.map(({ type }) => type)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  for (const each of locations) {
    expect(each.locations).toBeGreaterThanOrEqual(40);
    expect(each.areas).toBe(3);
  }
});

it('refers to pictures by what they show now, in every table that shows them', async () => {
  for (const [table, column] of [
    ['articles', 'keyart'],
    ['article_columns', 'picture'],
    ['songs', 'picture'],
    ['stroke_fund_years', 'picture'],
  ] as const) {
    const found = await rows<{ picture: string }>(
      sql`select distinct ${sql.identifier(column)} as picture from ${sql.identifier(table)}`,
    );
    const known = new Set(Object.entries(manifest).map(([name, hash]) => `${name}@${hash}`));
    expect(found.filter(({ picture }) => !known.has(picture))).toEqual([]);
  }
});

it('leaves room for what staff write next', async () => {
  const [written] = await database.db
    .insert(tables.articles)
    .values({ contentType: 301, title: '新一篇', slug: '新一篇', publishAt: new Date() })
    .returning();
  expect(written!.id).toBeGreaterThan(10_000);
});

it('multiplies what the public sees, once, with no two alike and none in the future', async () => {
  const [before] = await rows<{ pieces: number }>(
    sql`select count(*)::int as pieces from published_articles where id < 9001`,
  );
  expect(await scaleArticles(database.db, 3, log)).toBe(before!.pieces * 2);
  expect(await scaleArticles(database.db, 3, log)).toBe(0);
  const [after] = await rows(sql`
    select (count(*) filter (where publish_at > now()))::int as early, count(*)::int - count(distinct title)::int as alike
    from articles where id > 10001`);
  expect(after).toEqual({ early: 0, alike: 0 });
});
