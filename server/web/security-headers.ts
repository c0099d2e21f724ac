import type { FastifyInstance } from 'fastify';
import { DomainError } from '#shared/domain-error.ts';

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'x-frame-options': 'DENY',
} as const;

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Headers of every reply, the request's id among them, and the origin check of every write but an encoder's. */
export function securityHeaders(
  app: FastifyInstance,
  { siteUrl, isProduction }: { siteUrl: string; isProduction: boolean },
): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(HEADERS).header('x-request-id', request.id);
    if (isProduction) void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    if (SAFE.has(request.method) || request.url.startsWith('/ingest/') || request.url.startsWith('/sandbox/')) return;
    // A browser always says where a write comes from; programs without cookies may leave it out.
    const origin = request.headers.origin;
    if (origin === undefined) return;
    const isOurs = origin === siteUrl || origin === `${request.protocol}://${request.headers.host ?? ''}`;
    if (!isOurs) throw new DomainError('forbidden', 'this request comes from another site');
  });
}
