import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import { listPendingApplications, openReceipt, type OfflineServices } from './offline-applications.ts';

const count = z.number().int();

/** Applications by cheque or deposit that wait for a decision, for staff. */
export async function offlineStaffApi(
  app: FastifyInstance,
  { services, clock }: { services: Pick<OfflineServices, 'db' | 'files'>; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const common = { tags: ['money'] };

  api.get(
    '/api/staff/money/offline',
    {
      schema: {
        ...common,
        summary: 'Applications that wait, earliest due date first, at most two hundred',
        response: {
          200: wrapped(
            z.object({
              items: z.array(
                z.object({
                  application_id: count,
                  order_id: count,
                  member_id: count.nullable(),
                  method: z.enum(['cheque', 'deposit']),
                  plans365: count,
                  extra30days: count,
                  total_cents: count,
                  has_receipt: z.boolean(),
                  due_on: z.string(),
                  created_ts: z.number(),
                }),
              ),
            }),
          ),
          ...refusals('notAuthenticated', 'forbidden'),
        },
      },
      ...staffOnly('money.see'),
    },
    async () =>
      ok({
        items: (await listPendingApplications(services.db)).map((found) => ({
          application_id: found.id,
          order_id: found.orderId,
          member_id: found.memberId,
          method: found.paymentMethod === 1 ? ('cheque' as const) : ('deposit' as const),
          plans365: found.plans365,
          extra30days: found.extra30days,
          total_cents: found.totalCents,
          has_receipt: found.receipt !== null,
          due_on: found.dueOn,
          created_ts: unixSeconds(found.createdAt),
        })),
      }),
  );
  api.get(
    '/api/staff/money/offline/:id/receipt',
    {
      schema: {
        ...common,
        summary: 'The picture of the slip or cheque, a JPEG; recorded as a read of personal data',
        params: z.object({ id: z.coerce.number().int().min(1).max(MAX_ID) }),
        response: refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound'),
      },
      ...staffOnly('money.decide-offline'),
    },
    async (request, reply) => {
      const { name, accountId } = await staffOf(request);
      const hand = { who: name, why: 'offline-applications.see-receipt', accountId };
      const picture = await openReceipt(services, hand, request.params.id, clock());
      const answer: FastifyReply = reply.type('image/jpeg').header('cache-control', 'no-store');
      return answer.send(picture);
    },
  );
}
