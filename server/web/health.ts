import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  ingestReadiness,
  reasonsNotReady,
  soundReadiness,
  peerStatusOf,
  type ReadinessInput,
} from '#server/operations/readiness.ts';

interface Asks {
  Querystring: { draining?: string };
}

/**
 * `/healthz`: the process is up. `/readyz`: ready for requests, else 503. `/readyz/media`: ready for media, which work
 * without the database, with what other media processes compare; `/readyz/ingest`: ready for pushes of encoders. Reasons
 * are only on the internal port (`server/operations/inside.ts`), because they would tell an attacker when to strike.
 * With `?draining=404` a draining process answers 404, by which HAProxy tells it from one that fails: it sends no new
 * requests and lets open ones finish.
 */
export function health(app: FastifyInstance, runtime: ReadinessInput): void {
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'up' }));
  const statusOf = (request: FastifyRequest<Asks>, reasons: readonly string[]): number => {
    if (reasons.length === 0) return 200;
    return runtime.draining && request.query.draining === '404' ? 404 : 503;
  };
  const answer = (
    request: FastifyRequest<Asks>,
    reply: FastifyReply,
    { reasons, warnings }: { reasons: readonly string[]; warnings?: readonly string[] },
    more: object = {},
  ) =>
    reply
      .code(statusOf(request, reasons))
      .header('cache-control', 'no-store')
      .send({ status: reasons.length === 0 ? 'ready' : 'not ready', warnings, ...more });
  app.get<Asks>('/readyz', { schema: { hide: true } }, async (request, reply) =>
    answer(request, reply, { reasons: await reasonsNotReady(runtime) }),
  );
  app.get<Asks>('/readyz/media', { schema: { hide: true } }, async (request, reply) => {
    const readiness = await soundReadiness(runtime);
    return answer(request, reply, readiness, peerStatusOf(runtime, readiness));
  });
  app.get<Asks>('/readyz/ingest', { schema: { hide: true } }, async (request, reply) =>
    answer(request, reply, await ingestReadiness(runtime)),
  );
}
