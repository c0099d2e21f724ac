import { createRequest } from '@remix-run/node-fetch-server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import type { Runtime } from '#server/runtime.ts';
import { pageAddress } from '#server/web/page-address.ts';
import { createPageReply } from '#server/web/page-reply.ts';
import { pagePolicy } from '#server/web/security-headers.ts';

/** Headers of a connection, not of what is asked for. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'expect']);

/** Sends fresh kept pages before anything else is done for a request. Call it before other hooks are added. */
export function keptPages(app: FastifyInstance, runtime: Runtime, always: Readonly<Record<string, string>>): void {
  // In development modules and styles come over a socket and as inline tags: pages are made each time.
  if (import.meta.env.DEV) return;
  const sendPage = createPageReply(always);
  app.addHook('onRequest', (request, reply, done) => {
    // Only the site's own handler stands at `*`.
    if (request.routeOptions.url !== '*' || (request.method !== 'GET' && request.method !== 'HEAD')) return done();
    const address = pageAddress(request.url, request.headers.cookie);
    const page = address && runtime.pages.fresh(address.key);
    if (page) sendPage(page, request, reply, Date.now());
    else done();
  });
}

/** The React site, as the last handler: whatever no API answered is a page. */
export async function site(
  app: FastifyInstance,
  runtime: Runtime,
  always: Readonly<Record<string, string>>,
): Promise<void> {
  // Actions read their own bodies: the stream must reach React Router untouched.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const handle = createRequestHandler(await import('virtual:react-router/server-build'), import.meta.env.MODE);
  const { config, database, clock, pages } = runtime;
  const sendPage = createPageReply(always);

  async function render(request: Request): Promise<Response> {
    const context = new RouterContextProvider();
    context.set(requestContext, { db: database.db, now: clock(), siteUrl: config.siteUrl, links: config.links });
    return handle(request, context);
  }

  /**
   * The request a page is rendered from when others may get it too. Always a GET, or the first HEAD would leave an empty
   * page behind; under our own name, not one the visitor made up; and without their leaving, which must not end a
   * render that others wait for.
   */
  function sharedRequest(request: FastifyRequest, url: string): Request {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (value === undefined || HOP_BY_HOP.has(name)) continue;
      for (const one of [value].flat()) headers.append(name, one);
    }
    return new Request(new URL(config.siteUrl).origin + url, { headers });
  }

  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '*',
    handler: async (request, reply) => {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const address = isRead && !import.meta.env.DEV ? pageAddress(request.url, request.headers.cookie) : null;
      if (address) {
        const page = await pages.get(address.key, async () => {
          const response = await render(sharedRequest(request, address.url));
          return {
            status: response.status,
            headers: response.headers,
            body: Buffer.from(await response.arrayBuffer()),
          };
        });
        sendPage(page, request, reply, Date.now());
        return;
      }
      const response = await render(createRequest(request.raw, reply.raw, { trustProxy: config.TRUST_PROXY }));
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
