import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articles } from '#db/tables/articles.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { allHiddenIds, article, insertSmallNewsroom } from '#tests/factories/newsroom.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { getArticle, listArticles, listRelatedArticles } from './articles.ts';
import { articleReplySchema, contentItemSchema } from './articles.wire.schema.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  await insertSmallNewsroom(database.db);
  app = await createApiApp({ db: database.db, clock: () => new Date() });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

interface Listed {
  [list: string]: { article_id: number }[];
}
const get = async (url: string) => {
  const reply = await app.inject({ url });
  return {
    status: reply.statusCode,
    cache: reply.headers['cache-control'],
    body: reply.json<{ response_code: number; response: Listed & { has_more?: boolean } }>(),
  };
};
const idsOf = async (url: string) => {
  const { status, body } = await get(url);
  expect(status, url).toBe(200);
  return Object.values(body.response)
    .filter(Array.isArray)
    .flat()
    .map((item) => item.article_id);
};

const LISTS: readonly (readonly [url: string, ids: number[]])[] = [
  ['/api/articles', [1, 2]],
  ['/api/articles?content_type=301', [1, 2]],
  ['/api/articles?content_type=302', [3]],
  ['/api/articles?content_type=303', [4]],
  ['/api/articles?content_type=307', [10]],
  ['/api/articles?category_id=1', [1]],
  ['/api/articles?content_type=301&category_id=2', []],
  ['/api/articles/mostviewed', [2, 1]],
  ['/api/articles/mostviewed?content_type=304', []],
  ['/api/news', [5, 6, 7, 8, 9]],
  ['/api/news?section=hot', [5]],
  ['/api/news?section=local', [5]],
  ['/api/news?section=editorial&category_id=2', [7]],
  ['/api/news?section=traffic', [8, 9]],
  ['/api/news?category_id=2', [7]],
  ['/api/news?section=sports&category_id=2', []],
  ['/api/news?category_id=1', []],
  ['/api/traffic/info', [8]],
  ['/api/traffic/phonograph', [11]],
  ['/api/programs/highlights?program_id=1', [4]],
  ['/api/programs/highlights?program_id=2', []],
];

describe('lists', () => {
  it.each(LISTS)('%s gives what is published, newest first, and nothing else', async (url, ids) => {
    expect(await idsOf(url)).toEqual(ids);
  });

  it('give every field of ContentItem, and where it is', async () => {
    const { body, cache } = await get('/api/articles?count=1');
    const [item] = body.response['articles'] ?? [];
    expect(contentItemSchema.strict().parse(item)).toMatchObject({
      content_type: 301,
      article_id: 1,
      caption: '一句',
      preview_content: '頭幾句',
      program_name: '的士高峰',
      keyart_url: { aspect_ratio: '16:9' },
      article_column: { article_column_id: 1, name: '夜航', host_name: '區柏言', program_host_id: 1, uri_code: '夜航' },
      has_audio: true,
      url: `/article/1/${encodeURIComponent('城中')}/${encodeURIComponent('題目1')}`,
      type: 'article',
    });
    expect(body.response.has_more).toBe(true);
    expect(cache).toBe('public, max-age=3, s-maxage=3');
  });

  it('go on where the caller stopped, and are empty behind their end', async () => {
    expect(await idsOf('/api/articles?count=1&offset=1')).toEqual([2]);
    expect((await get('/api/articles?count=1&offset=1')).body.response.has_more).toBe(false);
    expect(await idsOf('/api/articles?offset=1000000')).toEqual([]);
    expect(await idsOf('/api/articles?category_id=99999999999999999999')).toEqual([]);
    expect(await idsOf('/api/news?category_id=2147483648')).toEqual([]);
  });

  it('allow most viewed up to 500, others up to 60', async () => {
    expect((await get('/api/articles/mostviewed?count=500')).status).toBe(200);
    expect((await get('/api/articles?count=60')).status).toBe(200);
  });

  it.each([
    '/api/articles?content_type=300',
    '/api/articles?content_type=309',
    '/api/articles?content_type=x',
    '/api/articles?content_type=',
    '/api/articles?content_type=301&content_type=302',
    '/api/articles?category_id=-1',
    '/api/articles?category_id=1e3',
    '/api/articles?category_id=%00',
    '/api/articles?count=0',
    '/api/articles?count=61',
    '/api/articles?count=1.5',
    '/api/articles?offset=-1',
    '/api/articles?offset=1000001',
    '/api/articles?offset=99999999999999999999',
    '/api/articles?offset=x',
    '/api/articles/mostviewed?count=501',
    '/api/articles/mostviewed?content_type=200',
    '/api/news?section=weather',
    '/api/news?section=Local',
    '/api/news?section=__proto__',
    '/api/traffic/info?count=x',
    '/api/traffic/phonograph?offset=x',
    '/api/programs/highlights',
    '/api/programs/highlights?program_id=x',
    '/api/programs/highlights?program_id=1&limit=61',
    '/api/articles/x',
    '/api/articles/1a',
    '/api/articles/-1',
    '/api/articles/1.0',
    '/api/news/%20',
    '/api/news/%EF%BC%91',
  ])('refuse %s with code 1', async (url) => {
    expect(await get(url)).toMatchObject({ status: 400, body: { response_code: 1 } });
  });
});

describe('one article', () => {
  it('has what it is made of, recordings by an address of its own', async () => {
    const { body } = await get('/api/articles/1');
    const { article: wire } = articleReplySchema.parse(body.response);
    expect(wire).toMatchObject({
      article_id: 1,
      byline: '記者',
      category: { id: 1, name: '城中' },
      content_blocks: [
        { type: 1, html: '<p>內文</p>' },
        { type: 3, url: '/media/articles/1/1', duration_ms: 1_000 },
        { type: 6, video_id: 'abcdefghijk' },
      ],
    });
  });

  it.each([
    '/api/articles/404',
    '/api/articles/0',
    '/api/articles/2147483648',
    '/api/articles/99999999999999999999',
    '/api/news/1',
    '/api/news/10',
    '/api/programs/highlights?program_id=404',
    '/api/programs/highlights?program_id=7',
    ...allHiddenIds.map((id) => `/api/articles/${id}`),
  ])('is not found at %s, code 6, and no cache keeps that', async (url) => {
    const reply = await get(url);
    expect(reply).toMatchObject({ status: 404, body: { response_code: 6 } });
    expect(reply.cache ?? '').not.toContain('public');
  });

  it('is found as news by its kind', async () => {
    for (const id of [5, 6, 7, 8, 9]) expect((await get(`/api/news/${id}`)).status).toBe(200);
  });
});

describe('what is not published', () => {
  it('is in no list of the door and found by no id', async () => {
    const context = { db: database.db };
    const hidden = new Set(allHiddenIds);
    const related = await listRelatedArticles(context, await getArticle(context, 1), { limit: 60 });
    const lists = await Promise.all(
      [
        ...([301, 302, 303, 304, 305, 306, 307, 308] as const).map((type) => ({ contentTypes: [type] })),
        { contentTypes: [304, 305, 306] as const },
        { categoryId: 1 },
        { columnId: 1 },
        { section: 'local' as const },
        { programId: 1 },
        { news: true as const },
        { hot: true as const },
        { roadCoop: true },
        { roadCoop: false },
      ].map(async (filter) => (await listArticles(context, filter, { limit: 60 })).articles),
    );
    expect([related, ...lists].flat().filter((card) => hidden.has(card.id))).toEqual([]);
    for (const id of hidden) await expect(getArticle(context, id)).rejects.toMatchObject({ errorName: 'dataNotFound' });
  });

  it('comes and goes with the clock of the database', async () => {
    const { db } = database;
    await db.insert(articles).values(article(50, { contentType: 307, publishAt: new Date() }));
    /** Moves an instant of it to just after now and waits until the database clock has passed it. */
    const pass = async (column: 'publish_at' | 'withdraw_at') => {
      const name = sql.raw(column);
      await db.execute(sql`update articles set ${name} = clock_timestamp() + interval '50 ms' where id = 50`);
      for (let is = false; !is;) {
        const { rows } = await db.execute<{ is: boolean }>(
          sql`select clock_timestamp() >= ${name} as is from articles where id = 50`,
        );
        is = rows[0]!.is;
      }
    };
    const isSeen = async () => {
      const listed = await idsOf('/api/articles?content_type=307');
      expect(listed).toContain(10);
      const { status } = await get('/api/articles/50');
      expect(listed.includes(50)).toBe(status === 200);
      return status === 200;
    };
    await db.execute(sql`update articles set publish_at = clock_timestamp() + interval '1 hour' where id = 50`);
    expect(await isSeen()).toBe(false);
    await pass('publish_at');
    expect(await isSeen()).toBe(true);
    await db.execute(sql`update articles set withdraw_at = clock_timestamp() + interval '1 hour' where id = 50`);
    expect(await isSeen()).toBe(true);
    await pass('withdraw_at');
    expect(await isSeen()).toBe(false);
  });
});
