import { createRequest } from '@remix-run/node-fetch-server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { readCookie } from '#app/cookies.ts';
import type { Runtime } from '#server/runtime.ts';
import { pagePolicy, type KeptPage } from '#server/web/page-cache.ts';

/** Cookies that change a public page, by the beginning of its path. Only these are part of a page's key. */
const KEY_COOKIES: readonly { path: RegExp; cookie: string }[] = [
  { path: /^\/timetable\/\d+\/list(\.data)?$/, cookie: 'timetable_text' },
];

/** Query names that pages read; the rest (campaign marks and noise) must not make copies of a page. */
const KEY_QUERY = new Set([
  'category_id',
  'channel',
  'day',
  'keyword',
  'lang',
  'page',
  'text',
  'appname',
  'store',
  '_routes',
  'httpStatusCode',
]);

/** What a page is kept under; null for one that is not asked for anonymously or has an absurd address. */
function keyOf(request: FastifyRequest): string | null {
  if ((request.method !== 'GET' && request.method !== 'HEAD') || request.url.length > 400) return null;
  const [path = '/', query = ''] = request.url.split('?', 2);
  const named = query
    ? [...new URLSearchParams(query)]
        .filter(([name]) => KEY_QUERY.has(name))
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map((pair) => pair.join('='))
    : [];
  const cookies = KEY_COOKIES.filter((c) => c.path.test(path)).map(
    (c) => `${c.cookie}=${readCookie(request.headers.cookie ?? null, c.cookie) === '1' ? '1' : ''}`,
  );
  return [path, ...named, ...cookies].join('\u0000');
}

/**
 * Writes a kept page past the framework's serialising: its bytes and headers were made once. Hooks that run on request
 * and on response still do.
 */
function send(page: KeptPage, request: FastifyRequest, reply: FastifyReply): void {
  const headers: Record<string, string | number> = {
    ...page.headers,
    etag: page.etag,
    age: Math.max(0, Math.floor((Date.now() - page.renderedAtMs) / 1000)),
  };
  const set = reply.getHeaders();
  for (const name in set) headers[name] = set[name] as string;
  void reply.hijack();
  const { raw } = reply;
  if (page.status === 200 && request.headers['if-none-match'] === page.etag) {
    raw.writeHead(304, headers).end();
    return;
  }
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null;
  const body = page.bodies[encoding ?? 'identity'];
  if (encoding) headers['content-encoding'] = encoding;
  headers['content-length'] = body.length;
  raw.writeHead(page.status, headers).end(request.method === 'HEAD' ? undefined : body);
}

/** The React site, as the last handler: whatever no API answered is a page. */
export async function site(app: FastifyInstance, runtime: Runtime): Promise<void> {
  // Actions read their own bodies: the stream must reach React Router untouched.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const handle = createRequestHandler(await import('virtual:react-router/server-build'), import.meta.env.MODE);
  const { config, database, clock, pages } = runtime;

  async function render(request: FastifyRequest, reply: FastifyReply): Promise<Response> {
    const context = new RouterContextProvider();
    context.set(requestContext, { db: database.db, now: clock(), siteUrl: config.siteUrl, links: config.links });
    return handle(createRequest(request.raw, reply.raw, { trustProxy: config.TRUST_PROXY }), context);
  }

  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '*',
    handler: async (request, reply) => {
      // In development modules and styles come over a socket and as inline tags: pages are made each time.
      const key = import.meta.env.DEV ? null : keyOf(request);
      if (key !== null) {
        const page = await pages.get(key, async () => {
          const response = await render(request, reply);
          return {
            status: response.status,
            headers: response.headers,
            body: Buffer.from(await response.arrayBuffer()),
          };
        });
        send(page, request, reply);
        return;
      }
      const response = await render(request, reply);
      if (import.meta.env.DEV || !response.headers.get('content-type')?.startsWith('text/html'))
        return reply.send(response);
      const html = await response.text();
      return reply
        .code(response.status)
        .headers(Object.fromEntries(response.headers))
        .header('content-security-policy', pagePolicy(html))
        .send(html);
    },
  });
}
