import { createRequest } from '@remix-run/node-fetch-server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import type { Runtime } from '#server/runtime.ts';
import { isPrivatePath } from '#server/web/page-address.ts';
import { isDatabaseAway } from '#server/web/errors.ts';
import { servePages } from '#server/web/page-route.ts';
import { createRenderLimits } from '#server/web/render-limits.ts';
import { GUEST } from '#shared/actor.ts';
import { outsideOrigin, pagePolicy } from '#server/web/security-headers.ts';
import { SCRIPT_NONCE, SCRIPT_ORIGIN } from '#shared/page-headers.ts';

/** A page that the database was too busy for is there another time: 503, which no robot forgets it for, in place of 500. */
function laterIfAway(response: Response, failure: unknown): Response {
  if (response.status !== 500 || !isDatabaseAway(failure)) return response;
  const headers = new Headers(response.headers);
  headers.set('retry-after', '10');
  return new Response(response.body, { status: 503, headers });
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
  const { config, database, clock, pages, log } = runtime;
  const outsideScript = outsideOrigin(config.botCheckWidget.scriptUrl);
  const { host, protocol } = new URL(config.siteUrl);

  /** `asker` is null for a page that others may get too. */
  async function render(request: Request, asker: FastifyRequest | null): Promise<Response> {
    const context = new RouterContextProvider();
    let failure: unknown;
    context.set(requestContext, {
      db: database.db,
      now: clock(),
      siteUrl: config.siteUrl,
      contact: runtime.contact,
      members: runtime.members,
      privacy: runtime.privacy,
      phones: runtime.phones,
      actor: async () => (asker ? asker.actor() : GUEST),
      remoteIp: asker?.ip ?? '',
      userAgent: asker?.headers['user-agent'] ?? '',
      isDemo: config.demo,
      botCheckWidget: config.botCheckWidget,
      links: config.links,
      adForSearchPublisher: config.AD_FOR_SEARCH_PUBLISHER,
      report: (error) => {
        failure = error;
        log.error({ err: error }, 'a page failed');
      },
    });
    const response = laterIfAway(await handle(request, context), failure);
    if (isPrivatePath(new URL(request.url).pathname)) response.headers.set('cache-control', 'no-store');
    // Every page: a visitor may come to a form from any of them without a reload, under the policy of the first.
    if (outsideScript) response.headers.set(SCRIPT_ORIGIN, outsideScript);
    return response;
  }

  // In development modules and styles come over a socket and as inline tags: pages are made each time.
  if (!import.meta.env.DEV) {
    const limited = createRenderLimits({ perSecond: config.RENDERS_PER_SECOND });
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
        .removeHeader(SCRIPT_NONCE)
        .header('content-security-policy', pagePolicy(response.headers.get(SCRIPT_NONCE) ?? '', outsideScript))
        .send(html);
    },
  });
}
