import type { FastifyInstance } from 'fastify';
import type { PushSandbox, PushTrouble } from './push-service.ts';

const MAX_BODY_BYTES = 8 * 1024;
const TROUBLES: readonly PushTrouble[] = [404, 410, 413, 429, 503, 'hang'];

/** The sandbox's push service in the demo, for browsers that cannot subscribe by themselves, and for tests. */
export async function pushRoutes(app: FastifyInstance, { sandbox }: { sandbox: PushSandbox }): Promise<void> {
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    (_request, body, done) => done(null, body),
  );

  app.post<{ Body: { key?: unknown } | null }>('/subscriptions', (request) => {
    const key = request.body?.key;
    return sandbox.subscribe(typeof key === 'string' ? { key } : {});
  });
  app.post<{ Body: { endpoint?: unknown; trouble?: unknown } | null }>('/troubles', (request, reply) => {
    const { endpoint, trouble } = request.body ?? {};
    const known = TROUBLES.find((one) => one === trouble);
    if (typeof endpoint !== 'string' || known === undefined) return reply.code(400).send();
    sandbox.trouble(endpoint, known);
    return reply.code(204).send();
  });
  app.post<{ Body: { endpoint?: unknown } | null }>('/told', (request) => {
    const endpoint = request.body?.endpoint;
    return { messages: typeof endpoint === 'string' ? sandbox.told(endpoint) : [] };
  });
  app.post<{ Params: { id: string } }>('/send/:id', (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const answer = sandbox.receive(request.params.id, request.headers, body);
    // Ends with the caller's timeout or when the stand-in stops.
    if (answer === 'hang') return reply.hijack();
    if (answer.retryAfterSeconds !== undefined) void reply.header('retry-after', String(answer.retryAfterSeconds));
    return reply.code(answer.status).send();
  });
}
