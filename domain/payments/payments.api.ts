import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { memberOf, membersOnly, privateCalls } from '#domain/auth/auth.ts';
import { DomainError } from '#shared/domain-error.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { cancelOrder } from './attempts/attempts.ts';
import { fulfilmentDelay, SHOWN_DAYS } from './orders/fulfilment-delay.ts';
import { resultOf } from './orders/results.ts';
import { queryNow } from './attempts/payment-outcome.ts';
import {
  cancelBodySchema,
  cancelReplySchema,
  fulfilmentDelaySchema,
  resultQuerySchema,
  resultReplySchema,
} from './payments.schema.ts';
import type { PaymentServices } from './payments.types.ts';

/** API of payments in progress. */
export async function paymentsApi(
  app: FastifyInstance,
  { services, isTicketOf }: { services: PaymentServices; isTicketOf: (ticket: string, number: string) => boolean },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  privateCalls(app);

  api.get(
    '/api/payment/result',
    {
      schema: {
        tags: ['payment'],
        summary: 'Result of a payment, for the page to which its buyer returned',
        querystring: resultQuerySchema,
        response: { 200: wrapped(resultReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    async (request) => {
      const { transaction_id: number, ticket } = request.query;
      const hasTicket = ticket !== undefined && isTicketOf(ticket, number);
      const actor = await request.actor();
      let result = await resultOf(services, actor, { number, hasTicket });
      let isUnpaid = false;
      if (result.status === 'pending') {
        const outcome = await queryNow(services, number);
        result = await resultOf(services, actor, { number, hasTicket });
        isUnpaid = result.status === 'pending' && outcome === 'unpaid';
      }
      return ok({ status: result.status, redirect: result.redirect, is_unpaid: isUnpaid });
    },
  );

  api.get(
    '/api/payment/opening-times',
    {
      schema: {
        tags: ['payment'],
        summary: 'Time from payment to access over the last thirty days',
        response: { 200: wrapped(fulfilmentDelaySchema) },
      },
    },
    async () => {
      const { orders, p50Seconds, p95Seconds, maxSeconds } = await fulfilmentDelay({
        db: services.db,
        now: services.clock(),
      });
      return ok({
        days: SHOWN_DAYS,
        orders,
        p50_seconds: p50Seconds,
        p95_seconds: p95Seconds,
        max_seconds: maxSeconds,
      });
    },
  );

  api.post(
    '/api/payment/cancel',
    {
      schema: {
        tags: ['payment'],
        summary: 'Cancels an unpaid order; later payments for it are refunded',
        body: cancelBodySchema,
        response: {
          200: wrapped(cancelReplySchema),
          ...refusals('notAuthenticated', 'invalidParam', 'dataNotFound'),
        },
      },
      ...membersOnly,
    },
    async (request) => {
      const actor = await memberOf(request);
      const { order_id: orderId, transaction_id: number } = request.body;
      if ((orderId === undefined) === (number === undefined))
        throw new DomainError('invalidParam', 'order_id or transaction_id is required');
      const id = orderId ?? (await resultOf(services, actor, { number: number ?? '' })).order.id;
      const order = await cancelOrder(services, actor, id);
      return ok({ order_id: order.id, state: order.state });
    },
  );
}
