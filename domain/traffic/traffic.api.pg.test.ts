import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chartEntries, chartWeeks, songs } from '#db/tables/chart.ts';
import { trafficLocations } from '#db/tables/traffic.ts';
import { chartReplySchema } from '#domain/chart/chart.wire.schema.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { locationsReplySchema } from './traffic.wire.schema.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await db.insert(trafficLocations).values(
    Array.from({ length: 17 }, (_, i) => ({
      type: 1,
      area: i < 16 ? ('HK' as const) : ('NT' as const),
      district: '灣仔',
      name: `油站${i}`,
      lastCheckedHk: '2026-11-01',
    })),
  );
  await db.insert(songs).values({ id: 1, title: '歌', artist: '歌手', picture: 'song-1' });
  await db.insert(chartWeeks).values([
    { id: 1, channelId: 903, weekHk: '2026-11-21', publishAt: new Date('2026-11-21T17:00:00+08:00') },
    { id: 2, channelId: 903, weekHk: '2026-11-28', publishAt: new Date('2026-11-28T17:00:00+08:00') },
  ]);
  await db.insert(chartEntries).values([
    { weekId: 1, position: 1, songId: 1 },
    { weekId: 2, position: 1, songId: 1 },
  ]);
  app = await createApiApp({ db, clock: () => new Date('2026-11-22T12:00:00+08:00') });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const get = async (url: string) => {
  const reply = await app.inject({ url });
  return { status: reply.statusCode, body: reply.json<{ response_code: number; response: unknown }>() };
};

it('gives the directory 15 rows at a time, by area, and pages as other calls do', async () => {
  const first = locationsReplySchema.parse((await get('/api/traffic/data/1')).body.response);
  expect([first.rows.length, first.has_more]).toEqual([15, true]);
  expect(first.rows[0]).toMatchObject({
    type: 1,
    district: 'HK',
    district_name: '灣仔',
    last_checked_date: '2026-11-01',
  });
  const rest = locationsReplySchema.parse((await get('/api/traffic/data/1?offset=15')).body.response);
  expect(rest.rows.map((row) => row.district)).toEqual(['HK', 'NT']);
  const two = locationsReplySchema.parse((await get('/api/traffic/data/1?count=2&offset=1')).body.response);
  expect([two.rows.map((row) => row.name), two.has_more]).toEqual([['油站1', '油站2'], true]);
  const area = locationsReplySchema.parse((await get('/api/traffic/data/1?area=NT')).body.response);
  expect(area.rows).toHaveLength(1);
});

it('gives the chart of the newest told week, and of one that is named', async () => {
  const chart = chartReplySchema.parse((await get('/api/chart')).body.response);
  expect(chart).toMatchObject({ channel: 903, week: '2026-11-21', weeks: ['2026-11-21'] });
  expect(chart.entries).toMatchObject([
    { position: 1, title: '歌', artist: '歌手', last_position: null, channel_bitwise: 2 },
  ]);
  expect((await get('/api/chart?channel=903&week=2026-11-21')).status).toBe(200);
});

it.each([
  '/api/traffic/data/0',
  '/api/traffic/data/8',
  '/api/traffic/data/99999999999999999999',
  '/api/chart?week=2026-11-28',
  '/api/chart?week=2026-02-30',
  '/api/chart?channel=864',
])('finds nothing at %s', async (url) => {
  expect(await get(url)).toMatchObject({ status: 404, body: { response_code: 6 } });
});

it.each([
  '/api/traffic/data/x',
  '/api/traffic/data/-1',
  '/api/traffic/data/1?area=hk',
  '/api/traffic/data/1?area=HK&area=NT',
  '/api/traffic/data/1?count=0',
  '/api/traffic/data/1?count=61',
  '/api/traffic/data/1?offset=-1',
  '/api/traffic/data/1?offset=99999999999',
  '/api/chart?channel=900',
  '/api/chart?channel=x',
  '/api/chart?week=x',
  '/api/chart?week=2026-11-21%00',
])('refuses %s with code 1', async (url) => {
  expect(await get(url)).toMatchObject({ status: 400, body: { response_code: 1 } });
});
