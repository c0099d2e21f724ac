import { fastify, type FastifyInstance } from 'fastify';
import type { Gateway, GatewayAttempt, SentRequest } from '#domain/payments/gateway.types.ts';
import { DomainError } from '#shared/domain-error.ts';
import { freePort } from '#tests/setup/site.ts';

export const SITE_URL = 'https://site.example';

export interface GatewaySite {
  /** Listening address. Providers use the public one, `SITE_URL`. */
  url: string;
  app: FastifyInstance;
  /** Webhooks received. */
  heard: SentRequest[];
  /** The gateway that parses and answers them. */
  gateway: Gateway | null;
  /** Posts a form like a browser, without following redirects. */
  post(path: string, fields: Record<string, string> | [string, string][]): Promise<Response>;
  close(): Promise<void>;
}

/** A site that only receives webhooks, with a provider's stand-in on the same socket. */
export async function startGatewaySite(
  sandbox: (app: FastifyInstance, site: { siteUrl: string; reachedAt: string }) => Promise<void>,
): Promise<GatewaySite> {
  const port = await freePort();
  const app = fastify({ forceCloseConnections: true });
  const site: GatewaySite = {
    url: `http://127.0.0.1:${port}`,
    app,
    heard: [],
    gateway: null,
    post: (path, fields) =>
      fetch(path.startsWith('http') ? path : `${site.url}${path}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      }),
    close: () => app.close(),
  };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post('/api/payment/callback/:gateway', async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const sent = { method: 'POST', url: `${SITE_URL}${request.url}`, headers: request.headers, body };
      site.heard.push(sent);
      try {
        const answer = site.gateway?.readWebhook(sent).reply ?? { status: 503, type: 'text/plain', body: '' };
        return await reply.code(answer.status).type(answer.type).send(answer.body);
      } catch (error) {
        if (error instanceof DomainError) return reply.code(403).send({ response_code: 1 });
        throw error;
      }
    });
  });
  await sandbox(app, { siteUrl: SITE_URL, reachedAt: site.url });
  await app.listen({ port, host: '127.0.0.1' });
  return site;
}

export const NOW = new Date('2026-11-20T04:00:00Z');

let count = 0;
/** An attempt with a unique number. */
export function attemptOf(over: Partial<GatewayAttempt> & { kind?: 'UR' | 'CC' } = {}): GatewayAttempt {
  const { kind = 'UR', ...rest } = over;
  return {
    number: `${kind}261120${String(++count).padStart(8, '0')}`,
    method: 'card',
    amountCents: 38_800,
    description: '250 days & more',
    keepsCard: 'no',
    agreement: null,
    periodMonths: null,
    gatewayRef: null,
    secret: {},
    createdAt: NOW,
    expiresAt: new Date(NOW.getTime() + 300_000),
    isPhone: false,
    ...rest,
  };
}
