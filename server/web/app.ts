import { randomUUID } from 'node:crypto';
import { fastify, type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Runtime } from '#server/runtime.ts';
import { assets } from '#server/web/assets.ts';
import { site } from '#server/web/site.ts';

/** Builds the whole HTTP side of a process: what it serves depends on its services. Nothing listens here. */
export async function createApp(runtime: Runtime): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: runtime.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: runtime.config.TRUST_PROXY,
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
    },
  });
  app.get('/healthz', () => ({ status: 'up' }));
  if (runtime.services.has('web')) {
    await assets(app, 'build/client');
    await app.register((scope) => site(scope, runtime));
  }
  return app;
}
