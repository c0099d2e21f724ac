import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  ingestReadiness,
  reasonsNotReady,
  soundReadiness,
  standingOf,
  type Asked,
} from '#server/operations/readiness.ts';

/**
 * `/healthz`: the process is up. `/readyz`: ready for requests, else 503. `/readyz/media`: ready for media, which work
 * without the database, with what other media processes compare; `/readyz/ingest`: ready for pushes of encoders. Reasons
 * are only on the internal port (`server/operations/inside.ts`), because they would tell an attacker when to strike.
 */
export function health(app: FastifyInstance, runtime: Asked): void {
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'up' }));
  const answer = (
    reply: FastifyReply,
    { reasons, warnings }: { reasons: readonly string[]; warnings?: readonly string[] },
    more: object = {},
  ) =>
    reply
      .code(reasons.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: reasons.length === 0 ? 'ready' : 'not ready', warnings, ...more });
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) =>
    answer(reply, { reasons: await reasonsNotReady(runtime) }),
  );
  app.get('/readyz/media', { schema: { hide: true } }, async (_request, reply) => {
    const readiness = await soundReadiness(runtime);
    return answer(reply, readiness, standingOf(runtime, readiness));
  });
  app.get('/readyz/ingest', { schema: { hide: true } }, async (_request, reply) =>
    answer(reply, await ingestReadiness(runtime)),
  );
}
