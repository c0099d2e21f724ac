import { createRequest } from '@remix-run/node-fetch-server';
import type { FastifyInstance } from 'fastify';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import type { Runtime } from '#server/runtime.ts';

/** The React site, as the last handler: whatever no API answered is a page. */
export async function site(app: FastifyInstance, runtime: Runtime): Promise<void> {
  // Actions read their own bodies: the stream must reach React Router untouched.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const handle = createRequestHandler(await import('virtual:react-router/server-build'), import.meta.env.MODE);
  const { config, database, clock } = runtime;
  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '*',
    handler: async (request, reply) => {
      const context = new RouterContextProvider();
      context.set(requestContext, { db: database.db, now: clock(), siteUrl: config.siteUrl, links: config.links });
      return reply.send(
        await handle(createRequest(request.raw, reply.raw, { trustProxy: config.TRUST_PROXY }), context),
      );
    },
  });
}
