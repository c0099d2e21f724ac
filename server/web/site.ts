import { createRequest } from '@remix-run/node-fetch-server';
import type { FastifyInstance } from 'fastify';
import type { Runtime } from '#server/runtime.ts';
import { servePages } from '#server/web/cache/page-route.ts';
import type { Render } from '#server/web/render.ts';
import { createRenderLimits } from '#server/web/render-limits.ts';
import { documentHeaders } from '#server/web/security-headers.ts';
import {
  ADS_ORIGIN,
  CHECKOUT,
  PICTURES_FROM,
  REPORTS_ORIGIN,
  SCRIPT_NONCE,
  SCRIPT_ORIGIN,
} from '#shared/http/page-headers.ts';

/** The React site as the last handler: anything no API answered is a page. */
export async function site(
  app: FastifyInstance,
  { config, counter, pages }: Runtime,
  { always, render }: { always: Readonly<Record<string, string>>; render: Render },
): Promise<void> {
  // Actions read their own bodies: the stream must reach React Router unread.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const { host, protocol } = new URL(config.siteUrl);

  // In development, modules and styles come through a socket and inline tags: pages are rendered each time.
  if (!import.meta.env.DEV) {
    const limited = createRenderLimits({ perSecond: config.RENDERS_PER_SECOND, counter });
    servePages(app, { pages, siteUrl: config.siteUrl, always, render, limited });
  }
  app.route({
    method: [...(import.meta.env.DEV ? ['GET', 'HEAD'] : []), 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '*',
    handler: async (request, reply) => {
      const response = await render(createRequest(request.raw, reply.raw, { host, protocol }), request);
      if (import.meta.env.DEV || !response.headers.get('content-type')?.startsWith('text/html'))
        return reply.send(response);
      const html = await response.text();
      return reply
        .code(response.status)
        .headers({ ...Object.fromEntries(response.headers), 'set-cookie': response.headers.getSetCookie() })
        .removeHeader(SCRIPT_ORIGIN)
        .removeHeader(REPORTS_ORIGIN)
        .removeHeader(SCRIPT_NONCE)
        .removeHeader(ADS_ORIGIN)
        .removeHeader(PICTURES_FROM)
        .removeHeader(CHECKOUT)
        .headers(Object.fromEntries(documentHeaders(response.headers)))
        .send(html);
    },
  });
}
