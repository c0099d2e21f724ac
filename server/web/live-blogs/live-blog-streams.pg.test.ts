import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { eq, sql } from 'drizzle-orm';
import { purgePages } from '#db/notifications.ts';
import { articles } from '#db/tables/articles.ts';
import { liveBlogs, liveEntries } from '#db/tables/live-blogs.ts';
import type { LiveChanges } from '#domain/live-blogs/live-blogs.rules.ts';
import { MAX_MISSED } from '#domain/live-blogs/live-blogs.rules.ts';
import { installErrors } from '#server/web/errors.ts';
import { createTestDesk } from '#tests/factories/desk.ts';
import { eventsOf } from '#tests/factories/event-stream.ts';
import { article } from '#tests/factories/newsroom.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { createLiveBlogHub } from './live-blog-hub.ts';
import { liveBlogStreams } from './live-blog-streams.ts';

const NEWS = 5;
let database: TestDatabase;
let postedBy: number;

/** A process that serves streams. */
async function serve(limits = { readers: 100, ofAddress: 100 }) {
  const app = fastify();
  installErrors(app);
  const hub = createLiveBlogHub({ ...database, siteUrl: 'https://radio.example', log: { warn: () => {} } });
  await app.register((scope) => liveBlogStreams(scope, { hub, limits }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/live-blogs` };
}
let site: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.insert(articles).values(article(NEWS, { contentType: 304, section: 'local' }));
  const desk = await createTestDesk(database);
  postedBy = (await desk.enter('editor')).id;
  await desk.app.close();
});
const readers: { cancel(): Promise<void> }[] = [];
beforeEach(async () => {
  await database.db.delete(liveEntries);
  await database.db.delete(liveBlogs);
  await database.db.insert(liveBlogs).values({ articleId: NEWS, openedAt: new Date(0) });
  site = await serve();
});
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.cancel();
  await site.app.close();
});
afterAll(() => database.close());

/** One change, as the module makes it: the next number, and a purge. */
async function change(work: (sequence: number) => object, id?: number): Promise<void> {
  await database.db.transaction(async (tx) => {
    const [row] = await tx
      .update(liveBlogs)
      .set({ sequence: sql`sequence + 1` })
      .returning({ sequence: liveBlogs.sequence });
    const values = { sequence: row!.sequence, ...work(row!.sequence) };
    if (id === undefined) await tx.insert(liveEntries).values(values as never);
    else await tx.update(liveEntries).set(values).where(eq(liveEntries.id, id));
    await purgePages(tx, [`article:${NEWS}`]);
  });
}
const post = (byline: string) =>
  change(() => ({ articleId: NEWS, postedAt: new Date(), byline, blocks: [], postedBy }));
const close = (closedAt: Date | null) =>
  database.db.transaction(async (tx) => {
    await tx.update(liveBlogs).set({ closedAt, sequence: sql`sequence + 1` });
    await purgePages(tx, [`article:${NEWS}`]);
  });

async function read({ after, lastEventId }: { after?: number; lastEventId?: string } = {}, of = site.address) {
  const reply = await fetch(`${of}/${NEWS}/events${after === undefined ? '' : `?after=${after}`}`, {
    headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  });
  if (!reply.ok) {
    // An unread body would hold its connection open.
    await reply.text();
    return { reply, next: async () => null };
  }
  const events = eventsOf(reply.body as never);
  readers.push(events);
  return { reply, next: () => events.next() };
}
const bylines = async ({ next }: { next: () => Promise<{ event: string; data: string } | null> }, n: number) => {
  const found: string[] = [];
  while (found.length < n) {
    const event = await next();
    if (event === null) break;
    if (event.event === 'entry') found.push((JSON.parse(event.data) as { byline: string }).byline);
  }
  return found;
};
const poll = async (after: number) =>
  (await (await fetch(`${site.address}/${NEWS}/changes?after=${after}`)).json()) as LiveChanges;

it('sends each entry to every reader once, in the order of the changes, unbuffered and not cached', async () => {
  const [one, other] = [await read({ after: 0 }), await read({ after: 0 })];
  expect(one.reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(one.reply.headers.get('cache-control')).toBe('no-store, no-transform');
  expect(one.reply.headers.get('x-accel-buffering')).toBe('no');
  for (const name of ['甲', '乙', '丙']) await post(name);
  expect(await bylines(one, 3)).toEqual(['甲', '乙', '丙']);
  expect(await bylines(other, 3)).toEqual(['甲', '乙', '丙']);
});

it('resumes after the last event without loss or duplicates, also in another process', async () => {
  for (const name of ['甲', '乙', '丙']) await post(name);
  expect(await bylines(await read({ after: 0, lastEventId: '1' }), 2)).toEqual(['乙', '丙']);
  const other = await serve();
  const there = await read({ after: 0, lastEventId: '2' }, other.address);
  expect(await bylines(there, 1)).toEqual(['丙']);
  await post('丁');
  expect(await bylines(there, 1)).toEqual(['丁']);
  await other.app.close();
});

it('sends an entry that changed again in its last form alone', async () => {
  await post('甲');
  await post('乙');
  const [{ id } = { id: 0 }] = await database.db.select().from(liveEntries).where(eq(liveEntries.byline, '甲'));
  const reader = await read({ after: 0 });
  expect(await bylines(reader, 2)).toEqual(['甲', '乙']);
  await change(() => ({ withdrawnAt: new Date(), withdrawalNote: '錯' }), id);
  expect(await reader.next()).toMatchObject({ event: 'state' });
  expect(JSON.parse((await reader.next())!.data)).toMatchObject({ id, byline: '', withdrawn: { note: '錯' } });
  const late = await read({ after: 0 });
  expect(await bylines(late, 2)).toEqual(['乙', '']);
});

it('tells who missed too much, or names a number of the future, to load again', async () => {
  const rows = Array.from({ length: MAX_MISSED + 5 }, (_, n) => ({
    articleId: NEWS,
    sequence: n + 1,
    postedAt: new Date(),
    blocks: [],
    postedBy,
  }));
  await database.db.insert(liveEntries).values(rows);
  await database.db.update(liveBlogs).set({ sequence: rows.length });
  for (const after of [0, rows.length + 1, -1])
    expect(await (await read({ after })).next(), String(after)).toMatchObject({ event: 'reset' });
  expect((await poll(0)).is_reset).toBe(true);
  expect((await poll(rows.length - 1)).entries).toHaveLength(1);
});

it('answers the poll with the same changes', async () => {
  await post('甲');
  await post('乙');
  expect(await poll(1)).toMatchObject({ sequence: 2, closed_ts: null, is_reset: false, entries: [{ byline: '乙' }] });
  for (const id of ['999', 'x', '0', '99999999999']) {
    const reply = await fetch(`${site.address}/${id}/changes?after=0`);
    expect([reply.status, (await reply.text()).includes('entries')], id).toEqual([404, false]);
  }
});

it('ends streams when the live blog is closed, and when its article is gone', async () => {
  const reader = await read({ after: 0 });
  await reader.next();
  await close(new Date());
  const state = await reader.next();
  expect(JSON.parse(state!.data)).toMatchObject({ closed_ts: expect.any(Number) as number });
  expect(await reader.next()).toBeNull();
  await close(null);
  // As a page has it that was rendered before this process heard of the change.
  const again = await read({ after: 2 });
  expect(JSON.parse((await again.next())!.data)).toMatchObject({ sequence: 2, closed_ts: null });
  await database.db.transaction(async (tx) => {
    await tx.update(articles).set({ state: 'withdrawn' });
    await purgePages(tx, [`article:${NEWS}`]);
  });
  expect(await again.next()).toMatchObject({ event: 'gone' });
  expect(await again.next()).toBeNull();
  expect((await read()).reply.status).toBe(404);
  await database.db.update(articles).set({ state: 'published' });
});

it('turns away readers beyond the limits, and lets others in when one has gone', async () => {
  const small = await serve({ readers: 3, ofAddress: 2 });
  const [one] = [await read({ after: 0 }, small.address), await read({ after: 0 }, small.address)];
  const third = await read({ after: 0 }, small.address);
  expect(third.reply.status).toBe(429);
  expect(third.reply.headers.get('retry-after')).toBe('30');
  await one.next();
  await readers[0]!.cancel();
  await expect.poll(async () => (await read({ after: 0 }, small.address)).reply.status).toBe(200);
  await small.app.close();
});

it('ends its streams when the process stops', async () => {
  const reader = await read({ after: 0 });
  await reader.next();
  await site.app.close();
  expect(await reader.next()).toBeNull();
});
