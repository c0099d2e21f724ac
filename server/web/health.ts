import type { FastifyInstance } from 'fastify';
import { reasonsNotReady, soundReadiness, type Asked } from '#server/readiness.ts';

/**
 * `/healthz`: the process is up. `/readyz`: it may be asked; 503 otherwise. `/readyz/media`: it may be asked for sound, which
 * goes on without the database. Why not is said on the internal port alone (`server/inside.ts`): it tells a stranger when to
 * strike.
 */
export function health(app: FastifyInstance, runtime: Asked): void {
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'up' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const isReady = (await reasonsNotReady(runtime)).length === 0;
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready' });
  });
  app.get('/readyz/media', { schema: { hide: true } }, async (_request, reply) => {
    const { reasons, warnings } = await soundReadiness(runtime);
    const isReady = reasons.length === 0;
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready', warnings });
  });
}
