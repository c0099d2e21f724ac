import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { createServer, IncomingMessage, request as httpRequest, ServerResponse } from 'node:http';
import { fastify } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { installErrors } from '#server/web/errors.ts';
import { createPageCache } from './page-cache.ts';
import { freshPages, servePages } from './page-route.ts';
import { createRenderLimits } from '#server/web/render-limits.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  while (closers.length) await closers.pop()?.();
});

const PUBLIC = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'public, max-age=0',
  'x-page-cache': 'fresh=60;stale=60',
  'cache-tag': 'home',
};
const html = (body: string) => `<!doctype html><title>${body}</title>${' '.repeat(400)}`;

/** The page routes on a real socket, with `render` instead of React. */
async function serve(render: (request: Request) => Promise<Response> | Response) {
  const rendered: Request[] = [];
  const answered: string[] = [];
  const kept = {
    pages: createPageCache({ maxBytes: 1_000_000, count: (outcome) => answered.push(outcome) }),
    siteUrl: 'https://radio.example',
    always: { 'x-content-type-options': 'nosniff' },
  };
  const answer = freshPages(kept);
  const app = fastify({
    forceCloseConnections: true,
    serverFactory: (handler) =>
      createServer((request, response) => {
        if (!answer(request, response)) handler(request, response);
      }),
  });
  installErrors(app);
  servePages(app, {
    ...kept,
    limited: createRenderLimits({ perSecond: 0 }),
    render: async (request) => {
      rendered.push(request);
      return render(request);
    },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  closers.push(() => app.close());
  const port = Number(new URL(url).port);
  /** The response to bytes that no HTTP library would send. */
  const raw = async (bytes: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(socket, 'close');
    return Buffer.concat(chunks).toString();
  };
  return { url, port, rendered, answered, raw, pages: kept.pages };
}

/** A render that waits until released. */
function held() {
  let letGo = () => {};
  const gate = new Promise<void>((done) => (letGo = done));
  let begun = () => {};
  const hasBegun = new Promise<void>((done) => (begun = done));
  return { gate, letGo: () => letGo(), begun: () => begun(), hasBegun };
}

it('gives each of those who wait for a page that is not for everyone a page of their own', async () => {
  const secrets: Record<string, string>[] = [
    { 'cache-control': 'private, no-store' },
    { 'set-cookie': 'sid=of-the-asker' },
  ];
  for (const secret of secrets) {
    const { gate, letGo, begun, hasBegun } = held();
    const { url } = await serve(async (request) => {
      begun();
      await gate;
      const who = request.headers.get('cookie') ?? '';
      const headers = new Headers({ ...PUBLIC, ...secret });
      if (headers.has('set-cookie')) headers.set('set-cookie', `copy-of-${who}`);
      return new Response(html(`for ${who}`), { headers });
    });
    const replies = ['sid=ann', 'sid=bob', 'sid=cat'].map((cookie) => fetch(url, { headers: { cookie } }));
    await hasBegun;
    letGo();
    const got = await Promise.all(
      replies.map(async (reply) => [(await reply).headers.get('set-cookie'), (await (await reply).text()).trim()]),
    );
    for (const [i, cookie] of ['sid=ann', 'sid=bob', 'sid=cat'].entries()) {
      expect(got[i]?.[1]).toContain(`for ${cookie}<`);
      expect(got[i]?.[0]).toBe('set-cookie' in secret ? `copy-of-${cookie}` : null);
    }
  }
});

it('fills the cache with a whole page although only its head was asked for', async () => {
  const { url, rendered } = await serve(
    (request) => new Response(request.method === 'HEAD' ? null : html('whole'), { headers: PUBLIC }),
  );
  const head = await fetch(url, { method: 'HEAD' });
  expect(await head.text()).toBe('');
  const whole = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  expect(await whole.text()).toBe(html('whole'));
  expect(head.headers.get('etag')).toBe(whole.headers.get('etag'));
  expect(rendered).toHaveLength(1);
});

it('goes on with a render others wait for when the visitor who began it leaves', async () => {
  const { gate, letGo, begun, hasBegun } = held();
  const { url, port, rendered } = await serve(async (request) => {
    begun();
    await gate;
    request.signal.throwIfAborted();
    return new Response(html('whole'), { headers: PUBLIC });
  });
  const first = connect(port, '127.0.0.1');
  first.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await hasBegun;
  const second = fetch(url);
  const gone = once(first, 'close');
  first.destroy();
  await gone;
  // The server sees the disconnect before this reply.
  await fetch(`${url}/other`, { method: 'POST' });
  letGo();
  expect(await (await second).text()).toBe(html('whole'));
  expect(rendered).toHaveLength(1);
});

it('renders a page once for everybody, from an address without anybody’s words and from our own name', async () => {
  const { url, rendered } = await serve((request) => new Response(html(request.url), { headers: PUBLIC }));
  const paths = ['/program?page=2&utm_source=%3Cscript%3E', '/program?fbclid=1&page=2', '/program?page=2'];
  const bodies = new Set<string>();
  for (const path of paths)
    bodies.add(await (await fetch(url + path, { headers: { 'x-forwarded-host': 'evil' } })).text());
  expect(bodies).toEqual(new Set([html('https://radio.example/program?page=2')]));
  expect(rendered).toHaveLength(1);
});

it('lets no address, however it is written, put its page in the place of another', async () => {
  const { url, raw } = await serve((request) => new Response(html(new URL(request.url).pathname), { headers: PUBLIC }));
  for (const forged of ['/program%00page=2', '/program%00page%002', '/program%3Fpage=2', '/program%20page=2'])
    expect(await raw(`GET ${forged} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await (await fetch(`${url}/program?page=2`)).text()).toBe(html('/program'));
});

it('answers an address that names the site, and one that names no host it knows', async () => {
  const { raw } = await serve((request) => new Response(html(new URL(request.url).pathname), { headers: PUBLIC }));
  const reply = await raw('GET http://radio.example/program HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n');
  expect(reply).toMatch(/^HTTP\/1\.1 200 /);
  expect(reply).toContain('<title>/program</title>');
  expect(await raw('GET http:///// HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 [24]00 /);
});

it('keeps a page that depends on a cookie for others only under a key that holds the cookie', async () => {
  const { url } = await serve(
    (request) =>
      new Response(html(request.headers.get('cookie') ?? 'none'), {
        headers: { ...PUBLIC, 'x-page-cache': 'fresh=60;stale=60;cookies=timetable_text' },
      }),
  );
  for (const path of ['/timetable/881/list', '/TIMETABLE/881/list', '/timetable/881/list/', '/a-new-page']) {
    const withCookie = await fetch(url + path, { headers: { cookie: 'timetable_text=1' } });
    expect(await withCookie.text()).toContain('timetable_text=1');
    expect(await (await fetch(url + path)).text()).toContain('<title>none</title>');
  }
});

it('sends nothing again that the visitor has, and says so with the headers of the page', async () => {
  const { url, rendered, answered } = await serve(() => new Response(html('page'), { headers: PUBLIC }));
  const first = await fetch(url);
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  for (const asked of [etag, etag.slice(2), `"other", ${etag}`]) {
    const again = await fetch(url, { headers: { 'if-none-match': asked, 'cache-control': 'no-cache' } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect(again.headers.get('etag')).toBe(etag);
    expect(again.headers.get('cache-control')).toBe('public, max-age=0');
    expect(again.headers.get('vary')).toBe('Accept-Encoding');
    expect(again.headers.get('x-content-type-options')).toBe('nosniff');
  }
  expect((await fetch(url, { headers: { 'if-none-match': 'W/"another"' } })).status).toBe(200);
  expect(rendered).toHaveLength(1);
  // All requests are counted.
  expect(answered).toEqual(['miss', 'hit', 'hit', 'hit', 'hit']);
});

it('never leaves a cookie out because the visitor has the page', async () => {
  const { url } = await serve(
    () => new Response(html('page'), { headers: { 'content-type': 'text/html', 'set-cookie': 'seen=1' } }),
  );
  const first = await fetch(url);
  expect(first.headers.get('etag')).toBeNull();
  const again = await fetch(url, { headers: { 'if-none-match': '*' } });
  expect(again.status).toBe(200);
  expect(again.headers.get('set-cookie')).toBe('seen=1');
});

it('sends a page only in an encoding the visitor takes', async () => {
  const { port } = await serve(() => new Response(html('page'), { headers: PUBLIC }));
  const encoding = (accepted: string) =>
    new Promise<unknown>((done, fail) => {
      httpRequest({ port, host: '127.0.0.1', headers: { 'accept-encoding': accepted } }, (reply) => {
        reply.resume().on('end', () => done(reply.headers['content-encoding'] ?? 'none'));
      })
        .on('error', fail)
        .end();
    });
  // The first request renders, later ones are cached: both paths must agree.
  for (const [accepted, sent] of [
    ['br;q=0, gzip;q=0', 'none'],
    ['gzip, br;q=0', 'gzip'],
    ['gzip;q=0.5, br;q=0.1', 'br'],
    ['br;q=0.0, deflate', 'none'],
    ['gzip', 'gzip'],
  ] as const)
    expect([accepted, await encoding(accepted)]).toEqual([accepted, sent]);
});

it('keeps no page of an absurdly long address, and serves it all the same', async () => {
  const { url, rendered, pages } = await serve(() => new Response(html('page'), { headers: PUBLIC }));
  const long = `${url}/program?keyword=${'x'.repeat(500)}`;
  for (let i = 0; i < 2; i++) expect((await fetch(long)).status).toBe(200);
  expect(rendered).toHaveLength(2);
  expect(pages.stats().pages).toBe(0);
});

it('answers on the bare server only what is asked for by GET or HEAD, is no call, and stands ready as it is wanted', async () => {
  const { url, pages } = await serve(() => new Response(html('page'), { headers: PUBLIC }));
  const answer = freshPages({ pages, siteUrl: url, always: {} });
  const taken = (method: string, path: string, headers: Record<string, string> = {}) => {
    const socket = new Socket();
    const request = Object.assign(new IncomingMessage(socket), { method, url: path, headers });
    return answer(request, new ServerResponse(request));
  };
  expect(taken('GET', '/program')).toBe(false);
  await fetch(`${url}/program`, { headers: { 'accept-encoding': 'gzip' } });
  expect(taken('GET', '/program')).toBe(true);
  expect(taken('HEAD', '/program')).toBe(true);
  expect(taken('GET', '/program', { 'accept-encoding': 'gzip' })).toBe(true);
  // Not compressed this way yet.
  expect(taken('GET', '/program', { 'accept-encoding': 'br' })).toBe(false);
  for (const [method, path] of [
    ['POST', '/program'],
    ['OPTIONS', '/program'],
    ['GET', '/api/program'],
    ['GET', '/member/program'],
    ['GET', `/program?keyword=${'x'.repeat(500)}`],
  ] as const)
    expect([method, path, taken(method, path)]).toEqual([method, path, false]);
});

it('gives each reply its own id and age, though its lines are made once', async () => {
  const { url } = await serve(() => new Response(html('page'), { headers: PUBLIC }));
  await (await fetch(url)).text();
  const ids = ['one', 'two', 'three'];
  const replies = await Promise.all(ids.map((id) => fetch(url, { headers: { 'x-request-id': id } })));
  expect(replies.map((reply) => reply.headers.get('x-request-id'))).toEqual(ids);
  for (const reply of replies) expect(reply.headers.get('age')).toMatch(/^\d+$/);
});

it('leads to where a page is now with what its scripts and campaigns read of the address, kept or made', async () => {
  const { url, rendered } = await serve((request) => {
    const { pathname, searchParams } = new URL(request.url);
    const at = searchParams.get('at');
    const location = pathname === '/away' ? 'https://other.example/' : `/live-event/2/name${at ? `?at=${at}#set` : ''}`;
    return new Response(null, { status: pathname === '/see' ? 303 : 301, headers: { ...PUBLIC, location } });
  });
  const ledTo = async (path: string) => (await fetch(url + path, { redirect: 'manual' })).headers.get('location');
  expect(await ledTo('/live-event/2')).toBe('/live-event/2/name');
  expect(await ledTo('/live-event/2?together=a.b&utm_source=mail')).toBe(
    '/live-event/2/name?together=a.b&utm_source=mail',
  );
  expect(await ledTo('/live-event/2?utm_source=%0d%0ax:y')).toBe('/live-event/2/name?utm_source=%0D%0Ax%3Ay');
  expect(await ledTo('/live-event/2')).toBe('/live-event/2/name');
  expect(await ledTo('/live-event/2?together=a&at=1766000000')).toBe('/live-event/2/name?at=1766000000&together=a#set');
  expect(await ledTo('/away?together=a')).toBe('https://other.example/');
  expect(await ledTo('/see?together=a')).toBe('/live-event/2/name');
  // The renderer receives none of it.
  expect(rendered.map((request) => new URL(request.url).search).filter(Boolean)).toEqual(['?at=1766000000']);
});
