import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { holdsCookiesOf, pageAddress, type PageAddress } from '#server/web/page-address.ts';
import type { PageCache } from '#server/web/page-cache.ts';
import { withOnwardQuery } from '#server/web/onward-query.ts';
import { createPageReply, encodingFor, hasCopy } from '#server/web/page-reply.ts';
import { pack, toCachedPage, type RenderedPage } from './cached-page.ts';
import type { Render } from '#server/web/render.ts';
import type { createRenderLimits } from '#server/web/render-limits.ts';
import { addressKey } from '#shared/address-key.ts';

/** Headers of a connection, not of what is asked for. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'expect']);

export interface KeptPages {
  pages: PageCache;
  siteUrl: string;
  /** Headers of every reply. */
  always: Readonly<Record<string, string>>;
}

/**
 * Answers with a kept page while it is fresh, on the bare server: a busy evening is made of these, and the framework
 * would cost several times what they do. Gives false for everything else, which is the framework's. Only the site's own
 * handler, at `*`, ever fills the cache, so no call or file can be hidden by a page. The cache counts what it gives.
 */
export function freshPages({ pages, always }: KeptPages) {
  const sendPage = createPageReply(always);
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method = '', url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    // No call is a page.
    if (url.startsWith('/api/')) return false;
    const { key } = pageAddress(url, request.headers.cookie);
    const page = key === null ? undefined : pages.fresh(key, encodingFor(request.headers['accept-encoding']));
    if (page === undefined) return false;
    const sent = withOnwardQuery(page, url);
    sendPage(sent, { id: requestId(request), method, headers: request.headers }, response, Date.now());
    return true;
  };
}

/** The id a proxy gave a request, or a new one. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

/**
 * The request a page is rendered from when others may get it too. Always a GET, or the first HEAD would leave an empty
 * page behind; under our own name, not one the visitor made up; and without their leaving, which must not end a render
 * that others wait for.
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
 * Serves pages from the cache, `render` making those that are missing. A page at an absurd address is made each time.
 * Whoever needs a page made takes a place in `limited` first; a page that stands ready costs none.
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
    // Of a page that others may get too nobody is told who asks.
    const asker = address.key === null ? request : null;
    const response = await render(sharedRequest(request, new URL(origin + address.url)), asker);
    const headers = new Headers(response.headers);
    if (!holdsCookiesOf(address, headers.get('x-page-cache'))) headers.delete('x-page-cache');
    return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '*',
    handler: async (request, reply) => {
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
