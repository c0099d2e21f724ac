import type { FastifyInstance } from 'fastify';
import { ingestReadiness, reasonsNotReady, soundReadiness, type Asked } from '#server/operations/readiness.ts';

/**
 * `/healthz`: the process is up. `/readyz`: ready for requests, else 503. `/readyz/media`: ready for media, which work
 * without the database; `/readyz/ingest`: ready for pushes of encoders. Reasons are only on the internal port (`server/operations/inside.ts`), because they would tell an attacker
 * when to strike.
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
  for (const [url, readiness] of [
    ['/readyz/media', soundReadiness],
    ['/readyz/ingest', ingestReadiness],
  ] as const)
    app.get(url, { schema: { hide: true } }, async (_request, reply) => {
      const { reasons, warnings } = await readiness(runtime);
      const isReady = reasons.length === 0;
      return reply
        .code(isReady ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status: isReady ? 'ready' : 'not ready', warnings });
    });
}
