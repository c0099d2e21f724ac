import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import { receiveWebhook } from '#domain/webhooks/webhooks.ts';
import {
  readWebhook,
  processReturn,
  type PaymentServices,
  type PaymentTickets,
  type SentRequest,
} from '#domain/payments/payments.ts';
import { PROCESSING_PATH } from '#domain/payments/payments.rules.ts';
import { PAYMENT_WEBHOOK } from '#server/services/payments.ts';
import { DomainError } from '#shared/domain-error.ts';
import { WEBHOOK_LIMITS } from '#shared/limits.ts';

export interface PaymentWebhooksOptions {
  db: Db;
  services: PaymentServices;
  tickets: PaymentTickets;
  clock: () => Date;
}

interface OfGateway {
  Params: { gateway: string };
}

/**
 * Requests from providers and returning browsers. Signatures cover raw bytes, so the gateway verifies before anything
 * is parsed. A browser returning by cross-site POST sends no session cookie, so it is redirected to a page that it
 * requests itself.
 */
export async function paymentWebhooks(
  app: FastifyInstance,
  { db, services, tickets, clock }: PaymentWebhooksOptions,
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: WEBHOOK_LIMITS.bodyBytes }, (_request, body, done) =>
    done(null, body),
  );
  const sentOf = ({ method, raw, headers, body }: FastifyRequest<OfGateway>): SentRequest => ({
    method,
    // Under the public name that the provider called; some sign it.
    url: `${services.siteUrl}${raw.url ?? ''}`,
    headers,
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  });
  const options = { schema: { hide: true }, config: { webhook: 'payment' } };

  app.post<OfGateway>('/api/payment/callback/:gateway', options, async (request, reply) => {
    const { gateway: provider } = request.params;
    const { reply: answer, eventId, payload } = readWebhook(services, provider, sentOf(request));
    // Stored before the reply; the worker processes it.
    await receiveWebhook({ db, now: clock() }, { provider, eventId, kind: PAYMENT_WEBHOOK, payload });
    return reply.code(answer.status).type(answer.type).header('cache-control', 'no-store').send(answer.body);
  });

  app.route<OfGateway>({
    method: ['GET', 'POST'],
    url: '/api/payment/return/:gateway',
    ...options,
    handler: async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const found = await processReturn(services, request.params.gateway, sentOf(request)).catch((error: unknown) => {
        // A person is waiting: a return that is not genuine changes nothing and leads to the processing page.
        if (error instanceof DomainError && error.errorName === 'forbidden') return null;
        throw error;
      });
      if (!found) {
        request.log.warn({ gateway: request.params.gateway }, 'return from a provider for an unknown payment');
        return reply.redirect(PROCESSING_PATH, 303);
      }
      const { number, path } = found;
      const query = new URLSearchParams({ transaction_id: number, ticket: tickets.ticketFor(number) });
      return reply.redirect(`${path}?${query.toString()}`, 303);
    },
  });
}
