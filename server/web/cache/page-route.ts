import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { holdsCookiesOf, pageAddress, type PageAddress } from '#server/web/cache/page-address.ts';
import type { PageCache } from '#server/web/cache/page-cache.ts';
import { withOnwardQuery } from '#server/web/cache/onward-query.ts';
import { createPageReply, encodingFor, hasCopy } from '#server/web/cache/page-reply.ts';
import { pack, toCachedPage, type RenderedPage } from './cached-page.ts';
import type { Render } from '#server/web/render.ts';
import type { createRenderLimits } from '#server/web/render-limits.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { readCookie } from '#shared/http/cookie-header.ts';
import { LITE_COOKIE, litePathOf } from '#shared/paths/lite-paths.ts';

/** Hop-by-hop headers. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'expect']);

export interface KeptPages {
  pages: PageCache;
  siteUrl: string;
  /** Headers of all replies. */
  always: Readonly<Record<string, string>>;
}

/** The lite page for a visitor who chose these. Null: the requested page. Lite pages may not support queries. */
function keptLitePage({ url = '', headers: { cookie } }: Pick<IncomingMessage, 'url' | 'headers'>): string | null {
  if (!cookie?.includes(LITE_COOKIE) || readCookie(cookie, LITE_COOKIE) !== '1') return null;
  return litePathOf(url);
}

/**
 * Serves fresh cached pages on the bare server, which most traffic consists of; the framework would multiply their
 * cost. Returns false for everything else, which the framework handles. Only the site's own handler, at `*`, fills the
 * cache, so a page can never hide a call or file. The cache counts hits.
 */
export function freshPages({ pages, always }: KeptPages) {
  const sendPage = createPageReply(always);
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method = '', url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    // Calls are not pages.
    if (url.startsWith('/api/') || keptLitePage(request) !== null) return false;
    const { key } = pageAddress(url, request.headers.cookie);
    const page = key === null ? undefined : pages.fresh(key, encodingFor(request.headers['accept-encoding']));
    if (page === undefined) return false;
    const sent = withOnwardQuery(page, url);
    sendPage(sent, { id: requestId(request), method, headers: request.headers }, response, Date.now());
    return true;
  };
}

/** A proxy's request id, or a new one. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

/**
 * The request for rendering a shared page. Always GET, because a first HEAD would cache an empty page; under our own
 * host name, not the visitor's; and without the client's abort signal, which must not end a render others wait for.
 */
function sharedRequest(request: FastifyRequest, url: URL): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || HOP_BY_HOP.has(name)) continue;
    for (const one of [value].flat()) headers.append(name, one);
  }
  return new Request(url, { headers });
}

/**
 * Serves pages from the cache; `render` makes missing ones. A page at an excessively long URL is rendered each time. A
 * render takes a place in `limited` first; a cached page does not.
 */
export function servePages(
  app: FastifyInstance,
  {
    pages,
    siteUrl,
    always,
    render,
    limited,
  }: KeptPages & {
    render: Render;
    limited: ReturnType<typeof createRenderLimits>;
  },
): void {
  const sendPage = createPageReply(always);
  const { origin } = new URL(siteUrl);

  async function make(request: FastifyRequest, address: PageAddress): Promise<RenderedPage> {
    // A shared page has no requester.
    const requester = address.key === null ? request : null;
    const response = await render(sharedRequest(request, new URL(origin + address.url)), requester);
    const headers = new Headers(response.headers);
    if (!holdsCookiesOf(address, headers.get('x-page-cache'))) headers.delete('x-page-cache');
    return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '*',
    handler: async (request, reply) => {
      const lite = keptLitePage(request);
      if (lite !== null) return reply.header('cache-control', 'private, no-store').redirect(lite);
      const address = pageAddress(request.url, request.headers.cookie);
      const { key } = address;
      const { 'accept-encoding': accepted, 'if-none-match': copy } = request.headers;
      const given = async () => {
        const page =
          key === null
            ? toCachedPage(await make(request, address), Date.now())
            : await pages.get(key, () => make(request, address));
        const encoding = hasCopy(copy, page.etag) ? null : encodingFor(accepted);
        return key === null ? pack(page, encoding) : pages.packed(key, page, encoding);
      };
      const page = key !== null && pages.has(key) ? await given() : await limited(addressKey(request.ip), given);
      void reply.hijack();
      sendPage(withOnwardQuery(page, request.url), request, reply.raw, Date.now());
    },
  });
}
