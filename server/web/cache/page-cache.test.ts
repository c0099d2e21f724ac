import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { RenderedPage } from './cached-page.ts';
import { createPageCache } from './page-cache.ts';

function page(
  body: string,
  { status = 200, terms = 'fresh=10;stale=60', tags = 'timetable', cacheControl = 'public, max-age=0' } = {},
): RenderedPage {
  return {
    status,
    body: Buffer.from(body),
    headers: new Headers({
      'content-type': 'text/html',
      'cache-control': cacheControl,
      'cache-tag': tags,
      ...(terms ? { 'x-page-cache': terms } : {}),
    }),
  };
}

function setUp() {
  const time = { ms: 1_000_000 };
  const outcomes: string[] = [];
  const renders: string[] = [];
  const cache = createPageCache({ maxBytes: 1_000_000, now: () => time.ms, count: (o) => outcomes.push(o) });
  const get = async (body: string, options?: Parameters<typeof page>[1]) =>
    (await cache.get('/', async () => (renders.push(body), page(body, options)))).bodies.identity.toString();
  return { time, outcomes, renders, cache, get };
}

it('renders once however many wait for the same page', async () => {
  const { cache } = setUp();
  let renders = 0;
  let finish = (_page: RenderedPage) => {};
  const slow = () => (renders++, new Promise<RenderedPage>((done) => (finish = done)));
  const waiting = Array.from({ length: 500 }, () => cache.get('/', slow));
  await Promise.resolve();
  finish(page('one'));
  const bodies = await Promise.all(waiting.map(async (p) => (await p).bodies.identity.toString()));
  expect(new Set(bodies)).toEqual(new Set(['one']));
  expect(renders).toBe(1);
});

it('gives a fresh page without rendering, and a stale one while a new one is made', async () => {
  const { time, outcomes, renders, get } = setUp();
  expect(await get('one')).toBe('one');
  time.ms += 9_000;
  expect(await get('two')).toBe('one');
  time.ms += 2_000;
  expect(await get('three')).toBe('one');
  await new Promise((done) => setTimeout(done, 50));
  expect(await get('four')).toBe('three');
  expect(outcomes).toEqual(['miss', 'hit', 'stale', 'hit']);
  expect(renders).toEqual(['one', 'three']);
});

it('renders anew once a page is older than stale', async () => {
  const { time, get } = setUp();
  await get('one');
  time.ms += 71_000;
  expect(await get('two')).toBe('two');
});

it('drops the pages of a tag and no others', async () => {
  const { cache, get } = setUp();
  await get('one');
  cache.purge(['programs']);
  expect(await get('two')).toBe('one');
  cache.purge(['timetable']);
  expect(await get('three')).toBe('three');
});

it('keeps nothing that began to render before a purge', async () => {
  const { cache, get } = setUp();
  let finish = (_page: RenderedPage) => {};
  const slow = cache.get('/', () => new Promise((done) => (finish = done)));
  await Promise.resolve();
  cache.purge(['timetable']);
  finish(page('old'));
  expect((await slow).bodies.identity.toString()).toBe('old');
  expect(await get('new')).toBe('new');
});

it('keeps no error, no private page and no page without terms', async () => {
  for (const options of [{ status: 404 }, { status: 500 }, { cacheControl: 'private' }, { terms: '' }]) {
    const { get } = setUp();
    await get('one', options);
    expect(await get('two', options)).toBe('two');
  }
});

it('keeps the stale page when a refresh fails', async () => {
  const { time, cache, get } = setUp();
  await get('one');
  time.ms += 20_000;
  await cache.get('/', () => Promise.reject(new Error('database unavailable')));
  await new Promise((done) => setTimeout(done, 20));
  expect(
    (await cache.get('/', () => Promise.reject(new Error('database unavailable')))).bodies.identity.toString(),
  ).toBe('one');
});

it('tries a failed refresh again only after a pause, and then shows the new page', async () => {
  const { time, cache, get } = setUp();
  await get('one');
  time.ms += 20_000;
  let tries = 0;
  const fail = () => (tries++, Promise.reject(new Error('database unavailable')));
  for (let i = 0; i < 5; i++) {
    await cache.get('/', fail);
    await new Promise((done) => setTimeout(done, 5));
  }
  expect(tries).toBe(1);
  time.ms += 1_001;
  expect(await get('two')).toBe('one');
  await new Promise((done) => setTimeout(done, 20));
  expect(await get('three')).toBe('two');
});

it('gives a page that is not for everyone to the one who asked, and to nobody who waited', async () => {
  for (const secret of [{ cacheControl: 'private, no-store' }, { terms: '' }]) {
    const { cache } = setUp();
    const asked = ['ann', 'bob', 'cat'].map((name) =>
      cache.get('/', async () => {
        await new Promise((done) => setTimeout(done, 10));
        return page(`for ${name}`, secret);
      }),
    );
    const got = await Promise.all(asked.map(async (reply) => (await reply).bodies.identity.toString()));
    expect(got).toEqual(['for ann', 'for bob', 'for cat']);
  }
});

it('gives a page with a cookie to nobody but the one it was set for', async () => {
  const { cache } = setUp();
  const withCookie = (name: string) => async () => {
    const made = page(`for ${name}`);
    made.headers.append('set-cookie', `who=${name}`);
    return made;
  };
  const [ann, bob] = await Promise.all([cache.get('/', withCookie('ann')), cache.get('/', withCookie('bob'))]);
  expect(ann.headers).toContainEqual(['set-cookie', 'who=ann']);
  expect(bob.headers).toContainEqual(['set-cookie', 'who=bob']);
});

it('drops everything when what changed is not known', async () => {
  const { cache, get } = setUp();
  await get('one');
  cache.purgeAll();
  expect(await get('two')).toBe('two');
});

it('compresses a page in the encodings that somebody asked for, once each, and counts their bytes', async () => {
  const { cache } = setUp();
  const body = 'on air '.repeat(2_000);
  const page_ = await cache.get('/', async () => page(body));
  const before = cache.stats().bytes;
  expect(Object.keys(page_.bodies)).toEqual(['identity']);
  // A page that would first have to be compressed is not available synchronously.
  expect(cache.fresh('/', 'gzip')).toBeUndefined();
  expect(cache.fresh('/', null)).toBeDefined();
  const [one, two] = await Promise.all([cache.packed('/', page_, 'gzip'), cache.packed('/', page_, 'gzip')]);
  expect(one.bodies.gzip).toBe(two.bodies.gzip);
  expect(gunzipSync(one.bodies.gzip ?? '').toString()).toBe(body);
  const kept = cache.fresh('/', 'gzip');
  expect(kept?.bodies.gzip).toBe(one.bodies.gzip);
  expect(kept?.bodies.br).toBeUndefined();
  expect(cache.stats().bytes).toBe(before + (one.bodies.gzip?.length ?? 0));
});

it('takes in nothing that was compressed for a page that is gone by then', async () => {
  const { cache } = setUp();
  const former = await cache.get('/', async () => page('former '.repeat(200)));
  const packing = cache.packed('/', former, 'br');
  cache.purge(['timetable']);
  await cache.get('/', async () => page('newer '.repeat(200)));
  expect((await packing).bodies.br).toBeDefined();
  expect(cache.fresh('/', 'br')).toBeUndefined();
  expect(cache.fresh('/', null)?.bodies.identity.toString()).toContain('newer');
});

it('keeps pages of moments in a corner, so that second after second displaces no other page', async () => {
  const { cache } = setUp();
  await cache.get('/news', async () => page('news'));
  for (let second = 0; second < 2_000; second++)
    await cache.get(`/live/903?at=2026-11-28T${second}`, async () => page('x'));
  expect(cache.has('/news')).toBe(true);
  expect(cache.stats().pages).toBe(401);
  expect(cache.has('/live/903?at=2026-11-28T1999')).toBe(true);
});
