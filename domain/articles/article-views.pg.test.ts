import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audienceDays } from '#db/tables/audience.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { allHiddenIds, insertSmallNewsroom } from '#tests/factories/newsroom.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestTracking } from '#tests/factories/tracking.ts';
import type { Tracking } from '#server/services/tracking.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { createViewCounter, forgetReaders, rankMostViewed, type ViewCounter } from './article-views.ts';
import { listMostViewed } from './articles.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: FastifyInstance;
let counters: ViewCounter[];
let tracking: Tracking;
const now = new Date('2026-11-21T12:00:00+08:00');
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36';

beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  await insertSmallNewsroom(database.db);
  tracking = createTestTracking(database, () => now);
  app = await createApiApp({ db: database.db, clock: () => now, tracking });
  // Two processes.
  counters = [createViewCounter(database), createViewCounter(database)];
});
afterAll(async () => {
  await Promise.all(counters.map((counter) => counter.close()));
  await app.close();
  await tracking.stop();
  await database.close();
});
beforeEach(async () => {
  await database.db.execute(sql`truncate article_readers, article_views, article_rankings`);
});

const viewsOf = async () => {
  await Promise.all(counters.map((counter) => counter.flush()));
  const { rows } = await database.db.execute<{ article_id: number; day_hk: string; views: string }>(
    sql`select article_id, day_hk::text, views from article_views order by 1, 2`,
  );
  return Object.fromEntries(rows.map((row) => [`${row.article_id} ${row.day_hk}`, Number(row.views)]));
};
const view = (values: Partial<Parameters<ViewCounter['count']>[0]> = {}) => ({
  articleId: 1,
  address: '203.0.113.1',
  userAgent: BROWSER,
  now,
  ...values,
});

describe('readers', () => {
  it('count once a day each, however often they come and whichever process they meet', async () => {
    await Promise.all(
      counters.flatMap((counter) => Array.from({ length: 500 }, () => counter.count(view({ address: '203.0.113.2' })))),
    );
    expect(await viewsOf()).toEqual({ '1 2026-11-21': 1 });
    const tomorrow = new Date(now.getTime() + 86_400_000);
    await counters[0]?.count(view({ address: '203.0.113.2', now: tomorrow }));
    expect(await viewsOf()).toEqual({ '1 2026-11-21': 1, '1 2026-11-22': 1 });
  });

  it('are told apart by address and browser, an IPv6 network being one address', async () => {
    const [counter] = counters;
    for (const address of ['203.0.113.3', '203.0.113.4', '2001:db8::1', '2001:db8::2'])
      for (const userAgent of [BROWSER, `${BROWSER} Edg/142.0`])
        await counter?.count(view({ address, userAgent, articleId: 2 }));
    expect(await viewsOf()).toEqual({ '2 2026-11-21': 6 });
  });

  it('are none when they are robots, or no browser at all', async () => {
    for (const userAgent of [
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'curl/8.0',
      '',
    ])
      await counters[0]?.count(view({ articleId: 3, userAgent }));
    expect(await viewsOf()).toEqual({});
  });

  it('read only what is published, whatever id they name', async () => {
    for (const articleId of [...allHiddenIds, 404, 0, -1, 1.5, 2 ** 31, Number.NaN])
      await counters[0]?.count(view({ articleId }));
    expect(await viewsOf()).toEqual({});
  });

  it('of one address are believed up to a number', async () => {
    for (let i = 0; i < 300; i++)
      await counters[0]?.count(view({ articleId: 4, address: '203.0.113.5', userAgent: `${BROWSER} ${i}` }));
    expect(await viewsOf()).toEqual({ '4 2026-11-21': 200 });
  });

  it('are counted by many statements at once without one failing', async () => {
    const many = Array.from({ length: 20 }, () => createViewCounter(database));
    await Promise.all(
      many.flatMap((counter, i) =>
        Array.from({ length: 50 }, (_, j) =>
          counter.count(view({ articleId: (j % 11) + 1, address: `198.51.${i % 10}.${j}` })),
        ),
      ),
    );
    await Promise.all(many.map((counter) => counter.close()));
    const total = Object.values(await viewsOf()).reduce((sum, views) => sum + views, 0);
    expect(total).toBe(10 * 50);
  });

  it('wait in memory while the database is unavailable', async () => {
    let away = false;
    const errors: unknown[] = [];
    const db = new Proxy(database.db, {
      get: (target, name, receiver) =>
        name === 'execute' && away
          ? () => Promise.reject(new Error('away'))
          : (Reflect.get(target, name, receiver) as unknown),
    });
    const counter = createViewCounter({ db, onError: (error) => errors.push(error) });
    away = true;
    await counter.count(view({ articleId: 5, address: '203.0.113.6' }));
    await counter.flush();
    expect(errors).toHaveLength(1);
    away = false;
    await counter.close();
    expect(await viewsOf()).toEqual({ '5 2026-11-21': 1 });
  });
});

describe('POST /tracking (R-415 to R-417)', () => {
  const report = (payload: string, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/tracking',
      payload,
      headers: { 'content-type': 'text/plain;charset=UTF-8', 'user-agent': BROWSER, ...headers },
    });
  const viewed = (id: number) =>
    JSON.stringify({ tracking: { tracking_type: 300, content_type: 301, content_id: id, device_type: 1 } });

  it('answers 200 with nothing, to 500 at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 500 }, (_, i) => report(viewed((i % 12) + 1), { 'user-agent': `${BROWSER} ${i}` })),
    );
    expect(new Set(replies.map((reply) => `${reply.statusCode}${reply.body}`))).toEqual(new Set(['200']));
    await expect
      .poll(async () => Object.values(await viewsOf()).reduce((sum, views) => sum + views, 0), { timeout: 10_000 })
      .toBeGreaterThan(400);
  });

  it('takes what counts no reader, and ids that name nothing', async () => {
    for (const tracking of [
      { tracking_type: 100, channel: 881 },
      { tracking_type: 300 },
      { tracking_type: 300, content_id: 2 ** 31 - 1 },
      { tracking_type: 300, content_id: 0, __proto__: 1 },
    ])
      expect((await report(JSON.stringify({ tracking }))).statusCode).toBe(200);
  });

  it.each([
    '',
    'x',
    'null',
    '[]',
    '{}',
    '{"tracking":1}',
    '{"tracking":{"tracking_type":"300"}}',
    '{"tracking":{"tracking_type":300,"content_id":1.5}}',
    '{"tracking":{"tracking_type":300,"content_id":1099511627776}}',
    '{"tracking":{"tracking_type":300,"content_id":-1}}',
    '['.repeat(4_000),
  ])('refuses %j with code 1', async (payload) => {
    const reply = await report(payload);
    expect([reply.statusCode, reply.json<{ response_code: number }>().response_code]).toEqual([400, 1]);
  });

  it('refuses what is too long or of another type', async () => {
    expect((await report('x'.repeat(100_000))).statusCode).toBe(413);
    expect((await report('<x/>', { 'content-type': 'text/xml' })).statusCode).toBe(415);
  });
});

describe('the most viewed', () => {
  const read = async (articleId: number, dayHk: string, views: number) => {
    await database.db.execute(sql`insert into article_views values (${articleId}, ${dayHk}, ${views})`);
  };
  const ranked = async (contentType: 301 | 304) =>
    (await listMostViewed({ db: database.db, now }, { contentTypes: [contentType], limit: 18 })).map((card) => card.id);

  it('are those of the last seven days, by kind, of what is published', async () => {
    await read(1, '2026-11-21', 5);
    await read(1, '2026-11-15', 2);
    await read(2, '2026-11-20', 6);
    await read(2, '2026-11-14', 100);
    await read(5, '2026-11-21', 1);
    await read(91, '2026-11-21', 50);
    await rankMostViewed({ db: database.db, now });
    expect([await ranked(301), await ranked(304)]).toEqual([[1, 2], [5]]);
    await read(2, '2026-11-21', 9);
    await rankMostViewed({ db: database.db, now });
    await rankMostViewed({ db: database.db, now });
    expect(await ranked(301)).toEqual([2, 1]);
    await rankMostViewed({ db: database.db, now: new Date('2026-12-21T00:00:00+08:00') });
    expect([await ranked(301), await ranked(304)]).toEqual([[], []]);
  });

  it('are in the order of the figures of who reads what, and filled by the readers that articles count', async () => {
    await read(1, '2026-11-21', 5);
    await read(2, '2026-11-21', 9);
    await read(5, '2026-11-21', 1);
    const figures = (id: number, sessions: number) => ({
      dayHk: '2026-11-21',
      kind: 'article',
      key: `${id}`,
      sessions,
    });
    await rankMostViewed({ db: database.db, now });
    expect([await ranked(301), await ranked(304)]).toEqual([[2, 1], [5]]);
    // Unpublished articles are in no list, whoever reported views of them.
    await database.db
      .insert(audienceDays)
      .values([figures(1, 3), figures(91, 9), figures(6, 2)].map((row) => ({ ...row, events: row.sessions })));
    expect([await ranked(301), await ranked(304)]).toEqual([
      [1, 2],
      [6, 5],
    ]);
    await database.db.delete(audienceDays);
    expect(await ranked(301)).toEqual([2, 1]);
  });

  it('keep their numbers when who read them is forgotten', async () => {
    await counters[0]?.count(view({ address: '203.0.113.9', articleId: 6 }));
    const before = await viewsOf();
    await forgetReaders({ db: database.db, now: new Date(now.getTime() + 86_400_000) });
    const { rows } = await database.db.execute(sql`
      select (select count(*)::int from article_readers) as readers,
        (select count(*)::int from article_reader_salts where day_hk < '2026-11-22') as salts`);
    expect(rows).toEqual([{ readers: 0, salts: 0 }]);
    expect(await viewsOf()).toEqual(before);
  });
});
