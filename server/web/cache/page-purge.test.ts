import { expect, it } from 'vitest';
import type { RenderedPage } from './cached-page.ts';
import { createPageCache } from './page-cache.ts';
import { createTagIndex } from './tag-index.ts';

function page(body: string, tags: string, terms = 'fresh=10;stale=60'): RenderedPage {
  return {
    status: 200,
    body: Buffer.from(body),
    headers: new Headers({ 'cache-control': 'public, max-age=0', 'cache-tag': tags, 'x-page-cache': terms }),
  };
}

/** Renders that finish on the test's command, in order of start. */
function setUp() {
  const time = { ms: 1_000_000 };
  const cache = createPageCache({ maxBytes: 100_000_000, now: () => time.ms });
  const begun: { key: string; end: (made: RenderedPage) => void }[] = [];
  const ask = (key = '/') =>
    cache
      .get(key, () => new Promise<RenderedPage>((end) => begun.push({ key, end })))
      .then((got) => got.bodies.identity.toString());
  const fill = async (key: string, body: string, tags: string) => {
    await cache.get(key, async () => page(body, tags));
  };
  return { time, cache, begun, ask, fill };
}

/** Lets everything settle; compression runs on another thread, so this takes real time. */
const settle = () => new Promise((done) => setTimeout(done, 30));

it('goes on rendering once for all who wait for a page, whatever else is purged meanwhile', async () => {
  const { cache, begun, ask } = setUp();
  const waiting = [ask()];
  for (let i = 0; i < 50; i++) {
    await Promise.resolve();
    cache.purge([`article:${i}`]);
    waiting.push(ask());
  }
  expect(begun).toHaveLength(1);
  begun[0]?.end(page('home', 'home,timetable'));
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['home']));
  expect(begun).toHaveLength(1);
  expect(await ask()).toBe('home');
});

it('gives nobody who came after a purge what was rendered before it, and renders once for all of them', async () => {
  const { cache, begun, ask } = setUp();
  const before = ask();
  await settle();
  cache.purge(['home']);
  const after = Array.from({ length: 50 }, () => ask());
  begun[0]?.end(page('old', 'home'));
  expect(await before).toBe('old');
  await settle();
  expect(begun).toHaveLength(2);
  begun[1]?.end(page('new', 'home'));
  expect(new Set(await Promise.all(after))).toEqual(new Set(['new']));
  expect(await ask()).toBe('new');
  expect(begun).toHaveLength(2);
});

it('lets a refresh that a purge has overtaken neither answer those who come after nor take the new page’s place', async () => {
  const { time, cache, begun, ask, fill } = setUp();
  await fill('/', 'first', 'home');
  time.ms += 11_000;
  expect(await ask()).toBe('first');
  await settle();
  expect(begun).toHaveLength(1);
  cache.purge(['home']);
  const after = [ask(), ask()];
  await settle();
  expect(begun).toHaveLength(2);
  begun[1]?.end(page('new', 'home'));
  expect(await Promise.all(after)).toEqual(['new', 'new']);
  begun[0]?.end(page('overtaken', 'home'));
  await settle();
  expect(await ask()).toBe('new');
});

it('keeps what was rendered during a purge of something else', async () => {
  const { cache, begun, ask } = setUp();
  const asked = ask();
  await settle();
  cache.purge(['article:1']);
  begun[0]?.end(page('home', 'home'));
  await asked;
  expect(await ask()).toBe('home');
  expect(cache.stats().pages).toBe(1);
});

it('keeps nothing that began before everything was dropped', async () => {
  const { cache, begun, ask } = setUp();
  const asked = ask();
  await settle();
  cache.purgeAll();
  begun[0]?.end(page('old', 'home'));
  expect(await asked).toBe('old');
  expect(cache.stats().pages).toBe(0);
});

it('drops every page of the tags and no other among twenty thousand', async () => {
  const { cache, fill } = setUp();
  for (let i = 0; i < 20_000; i++) await fill(`/article/${i}`, `article ${i}`, `article:${i},articles:${i % 10}`);
  expect(cache.stats().pages).toBe(20_000);
  cache.purge(['article:7', 'article:8', 'nobody']);
  expect(cache.stats().pages).toBe(19_998);
  expect(cache.fresh('/article/7', null)).toBeUndefined();
  expect(cache.fresh('/article/9', null)).toBeDefined();
  cache.purge(['articles:3']);
  expect(cache.stats().pages).toBe(17_998);
  expect(cache.fresh('/article/13', null)).toBeUndefined();
});

it('follows a page whose tags have changed', async () => {
  const { time, cache, fill } = setUp();
  await fill('/', 'one', 'article:1');
  time.ms += 80_000;
  await fill('/', 'two', 'article:2');
  cache.purge(['article:1']);
  expect(cache.stats().pages).toBe(1);
  cache.purge(['article:2']);
  expect(cache.stats().pages).toBe(0);
});

it('forgets the tags of pages it no longer keeps', () => {
  const index = createTagIndex();
  for (let i = 0; i < 1_000; i++) index.add(`/${i}`, [`article:${i}`, 'articles']);
  for (let i = 0; i < 1_000; i++) index.remove(`/${i}`, [`article:${i}`, 'articles']);
  expect(index.size()).toBe(0);
});
