import type { RequestListener, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFrontCache } from '#server/front-cache.ts';
import { missingOfFront, startFront, startOrigin, type Origin } from '#tests/setup/front.ts';

// deploy/haproxy.cfg and deploy/varnish.vcl, run by Debian's HAProxy and Varnish before stand-ins with the headers of our replies.

const missing = missingOfFront();
const DAY = 'public, max-age=0, s-maxage=15, stale-while-revalidate=60';

/** Requests to the processes, in order. */
const asked: string[] = [];
const times = (path: string) => asked.filter((line) => line === path).length;

/** Makes every reply of the site an error. */
let isBroken = false;

const site: RequestListener = (request, reply) => {
  const url = request.url ?? '';
  const path = url.split('?', 1)[0]!;
  asked.push(url);
  if (isBroken) return void reply.writeHead(500).end();
  const who = /session=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? 'guest';
  const send = (headers: Record<string, string>, body: string) => reply.writeHead(200, headers).end(body);
  // Rendered before by the process, which purges it too.
  if (path.startsWith('/article'))
    return send({ 'cache-control': DAY, 'cache-tag': 'article:1,home', age: '20' }, `${url} ${times(url)}`);
  if (path === '/tagged') return send({ 'cache-control': DAY, 'cache-tag': 'article:12' }, `${url} ${times(url)}`);
  if (path === '/brief') return send({ 'cache-control': 'public, max-age=0, s-maxage=1' }, `${url} ${times(url)}`);
  if (path === '/lite/emergency.html')
    return send({ 'cache-control': 'public, max-age=0, s-maxage=60' }, 'emergency home');
  if (path === '/private') {
    const etag = `"of-${who}"`;
    const headers = { 'cache-control': 'private, max-age=0', etag };
    return request.headers['if-none-match'] === etag ? reply.writeHead(304, headers).end() : send(headers, `of ${who}`);
  }
  // Our code never sends this; the cache does not rely on that.
  if (path === '/with-cookie') return send({ 'cache-control': DAY, 'set-cookie': `session=${who}` }, `of ${who}`);
  if (path === '/varies')
    return send({ 'cache-control': 'public, max-age=60', vary: 'Accept-Encoding, Cookie' }, `of ${who}`);
  if (path === '/who') return send({ 'cache-control': 'no-store' }, JSON.stringify(request.headers));
  if (path === '/api/whom') return send({ 'cache-control': 'no-store' }, String(request.socket.localPort));
  if (path.startsWith('/assets/'))
    return send(
      { 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding', 'content-encoding': 'br' },
      `as ${request.headers['accept-encoding']}`,
    );
  return send({ 'cache-control': 'no-store' }, `of ${who}`);
};

/** Downloads that have begun; the test ends them. */
const downloads: { by: string; reply: ServerResponse }[] = [];

/** Takes pushes, and says which process did. */
const taker =
  (name: string): RequestListener =>
  (request, reply) => {
    asked.push(request.url ?? '');
    if (request.url === '/podcasts/long') {
      reply.writeHead(200, { 'cache-control': 'no-store' }).write('begun, ');
      return void downloads.push({ by: name, reply });
    }
    request
      .resume()
      .on('end', () =>
        reply.writeHead(request.method === 'PUT' ? 201 : 200, { 'cache-control': 'no-store' }).end(name),
      );
  };

let origins: { web: Origin[]; media: Origin[] };
let front: Awaited<ReturnType<typeof startFront>>;

describe.skipIf(missing.length > 0)(
  `a balancer and a cache${missing.length > 0 ? ` (not installed: ${missing.join()})` : ''}`,
  () => {
    beforeAll(async () => {
      origins = {
        web: [await startOrigin(site), await startOrigin(site)],
        media: [await startOrigin(taker('one')), await startOrigin(taker('two'))],
      };
      front = await startFront(origins);
    });
    afterAll(async () => {
      await front?.stop();
      await Promise.all([...origins.web, ...origins.media].map((origin) => origin.stop()));
    });
    const push = (stream: number) => front.ask(`/ingest/${stream}/a64/1.m4s`, { method: 'PUT' });

    it('asks the site once for what is public, and again once its tag is purged', async () => {
      expect((await front.ask('/article/1')).body).toBe('/article/1 1');
      expect((await front.ask('/article/1', { headers: { cookie: 'session=mei' } })).body).toBe('/article/1 1');
      expect((await front.ask('/tagged')).body).toBe('/tagged 1');
      let isRefused = false;
      const cache = createFrontCache({ url: front.purgeUrl, log: { warn: () => (isRefused = true) }, waitMs: 1 });
      cache.purge(['article:1']);
      while ((await front.ask('/article/1')).body !== '/article/1 2') expect(isRefused).toBe(false);
      await cache.stop();
      // Another tag with the same prefix.
      expect((await front.ask('/tagged')).body).toBe('/tagged 1');
    });

    it('lets no visitor purge, whatever headers say', async () => {
      await front.ask('/article/2');
      const attempts: Record<string, string>[] = [
        { 'cache-tag': '*' },
        { 'cache-tag': '*', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': '' },
      ];
      for (const headers of attempts) expect((await front.ask('/', { method: 'PURGE', headers })).status).toBe(405);
      expect((await front.ask('/article/2')).body).toBe('/article/2 1');
    });

    it.each([
      '/private',
      '/with-cookie',
      '/varies',
      '/member/account',
      '/api/user/state',
      '/replay/grant/1.m3u8',
      '/podcasts/token/feed',
    ])('never gives a byte of %s to another visitor, asked with the ETag of the first or without', async (path) => {
      const isSound = /replay|podcasts/.test(path);
      const before = times(path);
      const mine = await front.ask(path, { headers: { cookie: 'session=mei' } });
      const etag = String(mine.headers.etag ?? '"none"');
      const others = [
        await front.ask(path, { headers: { cookie: 'session=wing', 'if-none-match': etag } }),
        await front.ask(path, { headers: { cookie: 'session=wing' } }),
        await front.ask(path),
      ];
      if (!isSound) {
        expect(mine.body).toBe('of mei');
        expect(others.map(({ status, body }) => `${status} ${body}`)).toEqual([
          '200 of wing',
          '200 of wing',
          '200 of guest',
        ]);
      }
      expect(times(path) - before).toBe(4);
      const again = await front.ask(path, { headers: { cookie: 'session=mei', 'if-none-match': etag } });
      expect([200, 304]).toContain(again.status);
      expect(again.body).not.toContain('wing');
    });

    it('says to the site who visits, and believes no visitor about it', async () => {
      const headers = {
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': 'evil.test',
      };
      expect(JSON.parse((await front.ask('/who', { headers })).body)).toMatchObject({
        host: 'station.test',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'station.test',
      });
    });

    it('stores a script once for each encoding, and asks for the best that the browser takes', async () => {
      const body = async (accepted: string) =>
        (await front.ask('/assets/main-abc.js', { headers: { 'accept-encoding': accepted } })).body;
      expect(await body('gzip, deflate, br, zstd')).toBe('as br');
      expect(await body('br;q=1.0, gzip;q=0.8')).toBe('as br');
      expect(await body('gzip, deflate')).toBe('as gzip');
      expect(times('/assets/main-abc.js')).toBe(2);
    });

    /** A download and a push at each process; which process has which, and how they end. */
    const beginAtBoth = async () => {
      const replies: Record<string, Promise<string>> = {};
      for (const begun of [1, 2]) {
        const reply = front.ask('/podcasts/long').then(({ body }) => body);
        reply.catch(() => {});
        await expect.poll(() => downloads.length).toBe(begun);
        replies[downloads.at(-1)!.by] = reply;
      }
      expect(Object.keys(replies).toSorted()).toEqual(['one', 'two']);
      return {
        replies,
        finish: () => {
          for (const { reply } of downloads.splice(0)) reply.end('ended');
        },
      };
    };
    /** Which processes take pushes and which get requests for sound. */
    const takers = async () => {
      const pushes = await Promise.all(Array.from({ length: 24 }, (_, i) => push(881 + i)));
      const sound = await Promise.all(Array.from({ length: 8 }, (_, i) => front.ask(`/podcasts/${i}`)));
      return [pushes, sound].map((replies) => [...new Set(replies.map(({ body }) => body))].toSorted().join());
    };

    it('lets a draining process finish what it sends, and asks the other alone from then on', async () => {
      const [one] = origins.media;
      const { replies, finish } = await beginAtBoth();
      one!.state = 'draining';
      const { checks } = one!;
      // As many as would end what a failing process still answers, of both backends.
      await expect.poll(() => one!.checks).toBeGreaterThan(checks + 10);
      expect(await takers()).toEqual(['two', 'two']);
      finish();
      expect(await Promise.all([replies['one'], replies['two']])).toEqual(['begun, ended', 'begun, ended']);
      one!.state = 'ready';
      await expect.poll(takers).toEqual(['one,two', 'one,two']);
    });

    it('ends what a frozen process was asked once its checks fail, asks another for pages, and leaves that one alone', async () => {
      const [one] = origins.media;
      const { replies, finish } = await beginAtBoth();
      one!.state = origins.web[0]!.state = 'frozen';
      const pages = Promise.all(Array.from({ length: 8 }, (_, i) => front.ask(`/article/held${i}`)));
      const pushes = Promise.all(
        Array.from({ length: 24 }, (_, i) =>
          push(881 + i).then(
            ({ status }) => (status === 201 ? 'taken' : 'ended'),
            () => 'ended',
          ),
        ),
      );
      await expect(replies['one']).rejects.toThrow();
      // A push that may have been taken is not sent twice by the balancer: its encoder does that.
      expect(new Set(await pushes)).toEqual(new Set(['taken', 'ended']));
      expect(await takers()).toEqual(['two', 'two']);
      finish();
      expect(await replies['two']).toBe('begun, ended');
      expect((await pages).map(({ status }) => status)).toEqual(Array(8).fill(200));
      one!.state = origins.web[0]!.state = 'ready';
      await expect.poll(takers).toEqual(['one,two', 'one,two']);
    });

    it('keeps a stream at one process, and moves the streams of one that is gone and no others', async () => {
      const streams = Array.from({ length: 24 }, (_, i) => 881 + i);
      const taken = async () => {
        const by = new Map<number, string>();
        for (const stream of streams) {
          const { status, body } = await push(stream);
          expect(status).toBe(201);
          by.set(stream, body);
        }
        return by;
      };
      const first = await taken();
      expect(new Set(first.values())).toEqual(new Set(['one', 'two']));
      expect(await taken()).toEqual(first);
      await origins.media[0]!.stop();
      expect(new Set((await taken()).values())).toEqual(new Set(['two']));
    });

    it('asks processes that are not ready while none is, and never while one is', async () => {
      const [one, two] = origins.web;
      const whom = async () => {
        const replies = await Promise.all(
          Array.from({ length: 8 }, (_, i) => front.ask('/api/whom', { method: i % 2 === 0 ? 'GET' : 'POST' })),
        );
        return [...new Set(replies.map(({ body }) => body))].toSorted().join();
      };
      const both = [String(one!.port), String(two!.port)].toSorted().join();
      const stored = await front.ask('/brief?unready');
      one!.state = 'unready';
      await expect.poll(whom).toBe(String(two!.port));
      two!.state = 'unready';
      await front.untilNoneReady();
      await expect.poll(whom).toBe(both);
      // What is in no cache.
      expect(await front.ask('/article/7')).toMatchObject({ status: 200, body: '/article/7 1' });
      expect((await front.ask('/private', { headers: { cookie: 'session=mei' } })).body).toBe('of mei');
      // Cached: the old page for the first request, a new one after that.
      let body: string;
      do ({ body } = await front.ask('/brief?unready'));
      while (body === stored.body);
      expect(body).toBe('/brief?unready 2');
      // One that fails takes nothing away.
      isBroken = true;
      for (let age = 0; age < 2;) {
        const { status, headers } = await front.ask('/brief?unready');
        expect(status).toBe(200);
        age = Number(headers.age);
      }
      isBroken = false;
      two!.state = 'ready';
      await expect.poll(whom).toBe(String(two!.port));
      one!.state = 'ready';
      await expect.poll(whom).toBe(both);
    });

    // After all that need the site, which it ends.
    it('goes on with what it has when processes fail or are gone, and says so of the rest', async () => {
      const page = await front.ask('/brief');
      await front.ask('/lite/emergency.html');
      isBroken = true;
      // Fresh for one second.
      for (let age = 0; age < 2;) {
        const { status, body, headers } = await front.ask('/brief');
        expect([status, body]).toEqual([200, page.body]);
        age = Number(headers.age);
      }
      expect((await front.ask('/article/3')).status).toBe(500);
      expect(await front.ask('/')).toMatchObject({ status: 200, body: 'emergency home' });
      await Promise.all(origins.web.map((origin) => origin.stop()));
      expect((await front.ask('/brief')).body).toBe(page.body);
      await front.untilNoneReady();
      expect((await front.ask('/brief')).body).toBe(page.body);
      // Nobody asked for the home page before.
      expect(await front.ask('/')).toMatchObject({ status: 200, body: 'emergency home' });
      expect((await front.ask('/article/4')).status).toBe(503);
      expect((await front.ask('/private', { headers: { cookie: 'session=mei' } })).status).toBe(503);
    });

    it('drops no page while nobody could make it again, and all once somebody can', async () => {
      isBroken = false;
      const before = times('/brief');
      // The database is back, and the worker says so before any web process is ready.
      expect(await front.purgeAll()).toBe(503);
      expect((await front.ask('/brief')).status).toBe(200);
      origins.web = await Promise.all(origins.web.map(({ port }) => startOrigin(site, port)));
      while ((await front.purgeAll()) !== 200) expect((await front.ask('/brief')).status).toBe(200);
      expect((await front.ask('/brief')).status).toBe(200);
      expect(times('/brief')).toBeGreaterThan(before);
    });

    // Last, as it ends the cache.
    it('asks the processes itself from the first request on that its dead cache does not take', async () => {
      await front.killCache();
      for (const path of ['/article/5', '/brief', '/article/6']) expect((await front.ask(path)).status).toBe(200);
      expect((await front.ask('/article/5')).body).toBe('/article/5 2');
    });
  },
);
