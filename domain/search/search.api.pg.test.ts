import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiApp } from '#tests/factories/api-app.ts';
import { insertSmallNewsroom } from '#tests/factories/newsroom.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { contentItemSchema } from '#domain/articles/articles.wire.schema.ts';
import { rebuildIndex } from './search-index.ts';
import { searchReplySchema, suggestReplySchema } from './search-wire.schema.ts';

let database: TestDatabase;
let app: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  await insertSmallNewsroom(database.db);
  await rebuildIndex({ db: database.db, now: new Date() });
  app = await createApiApp({ db: database.db, clock: () => new Date() });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const get = (path: string, query: Record<string, string>) =>
  app.inject({ url: `${path}?${new URLSearchParams(query).toString()}` });

it('answers wrapped, as its schema says, and so that no cache keeps it long', async () => {
  const reply = await get('/api/search', { q: '的士' });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['cache-control']).toBe('public, max-age=0, s-maxage=4');
  const body = reply.json<{ response_code: number; response: unknown }>();
  expect(body.response_code).toBe(200);
  const { items, total, has_more } = searchReplySchema.parse(body.response);
  expect(items.slice(0, 2).map((item) => item.title)).toEqual(['的士高峰', '的士高峰：乘客信箱']);
  expect(items[0]).toMatchObject({ content_type: 200, item_id: 1, program_id: 1, article_id: null, highlight: '的士' });
  expect(items[0]?.url).toBe(`/program/1/${encodeURIComponent('的士高峰')}`);
  expect({ total: total === items.length, has_more }).toEqual({ total: true, has_more: false });
});

it('gives of every result the fields an item of any list has, null where it has none', async () => {
  const itemOf = async (q: string, type: string) => {
    const reply = await get('/api/search', { q, type });
    const { response } = reply.json<{ response: { items: unknown[] } }>();
    expect(contentItemSchema.keyof().options.filter((field) => !Object.hasOwn(response.items[0] ?? {}, field))).toEqual(
      [],
    );
    return response.items[0];
  };
  expect(await itemOf('題目1', 'article')).toMatchObject({
    type: 'article',
    content_type: 301,
    article_column: { article_column_id: 1, name: '夜航', host_name: '區柏言', program_host_id: 1, uri_code: '夜航' },
    display_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as unknown,
    last_update_datetime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as unknown,
  });
  expect(await itemOf('的士', 'program')).toMatchObject({
    type: 'program',
    program_id: 1,
    article_id: null,
    display_ts: null,
    article_column: null,
    has_audio: false,
  });
});

it('suggests names while they are typed', async () => {
  const titles = async (q: string) => {
    const reply = await get('/api/search/suggest', { q });
    const { response } = reply.json<{ response: unknown }>();
    return suggestReplySchema.parse(response).suggestions.map((each) => each.title);
  };
  expect((await titles('的'))[0]).toBe('的士高峰');
  expect(await titles('peak h')).toContain('Peak Hour Jazz');
  expect((await titles('區'))[0]).toBe('區柏言');
  expect(await titles('')).toEqual([]);
});

it.each<Record<string, string>>([
  { q: 'a', sort: 'best' },
  { q: 'a', type: 'everything' },
  { q: 'a', offset: '-1' },
  { q: 'a', offset: '1e9' },
])('refuses %j', async (query) => {
  const reply = await get('/api/search', query);
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({ response_code: 1 });
});

it('answers a query of any content', async () => {
  const dangerous = fc.string({
    unit: fc.constantFrom(...Array.from(`'"\\\0&|!<->:*()%_;\n😀海士A~\u202e${'\ud800'}`)),
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(dangerous, fc.string({ unit: 'binary', maxLength: 200 })),
      fc.constantFrom('latest', 'relevant'),
      async (q, sort) => {
        expect((await get('/api/search', { q, sort })).statusCode).toBe(200);
        expect((await get('/api/search/suggest', { q })).statusCode).toBe(200);
      },
    ),
    { numRuns: 150 },
  );
  expect((await get('/api/search', { q: '海'.repeat(10_000) })).statusCode).toBe(200);
});

it('takes a kind by the ContentType of what it finds, and refuses a number that is none', async () => {
  const itemsOf = async (query: Record<string, string>) => {
    const reply = await get('/api/search', { q: '的士', ...query });
    return reply.json<{ response: { items?: { content_type: number }[] } }>().response.items;
  };
  const programmes = await itemsOf({ type: 'program' });
  expect(programmes).not.toEqual([]);
  for (const name of ['type', 'content_type']) expect(await itemsOf({ [name]: '200' })).toEqual(programmes);
  for (const type of ['202', '301']) expect((await get('/api/search', { q: '的士', type })).statusCode).toBe(200);
  for (const type of ['100', '400', '999'])
    expect((await get('/api/search', { q: '的士', type })).statusCode).toBe(400);
});
