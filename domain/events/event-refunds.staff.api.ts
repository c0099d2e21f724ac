import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { listToRefund } from './event-refunds.ts';

const sums = { orders: z.number().int(), cents: z.number().int() };

/** Cancelled events whose orders are not refunded yet, for the money room. */
export async function eventRefundsStaffApi(app: FastifyInstance, { db }: { db: Db }): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/staff/money/cancelled-events',
    {
      schema: {
        tags: ['money'],
        summary: 'Cancelled events with paid orders that nobody has asked to refund, and their sums by provider',
        response: {
          200: wrapped(
            z.object({
              items: z.array(
                z.object({
                  event_id: z.number().int(),
                  title: z.string(),
                  starts_ts: z.number(),
                  ...sums,
                  providers: z.array(z.object({ gateway: z.string(), ...sums })),
                }),
              ),
            }),
          ),
          ...refusals('notAuthenticated', 'forbidden'),
        },
      },
      ...staffOnly('money.see'),
    },
    async () => {
      const found = await listToRefund(db);
      return ok({
        items: found.map(({ event, sums: { orders, cents, providers } }) => ({
          event_id: event.id,
          title: event.title,
          starts_ts: unixSeconds(event.startsAt),
          orders,
          cents,
          providers,
        })),
      });
    },
  );
}
