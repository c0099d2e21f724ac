import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { listReplayPrices } from './rights.ts';

/** Prices of single replays, for staff. */
export async function replaySalesStaffApi(app: FastifyInstance, { db }: { db: Db }): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/staff/money/replay-prices',
    {
      schema: {
        tags: ['money'],
        summary: 'Programmes with the price of one replay, those with a price first',
        response: {
          200: wrapped(
            z.object({
              items: z.array(
                z.object({
                  program_id: z.number().int(),
                  title: z.string(),
                  price_cents: z.number().int().nullable().describe('Null: not sold individually'),
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
        items: (await listReplayPrices(db)).map(({ programId, title, priceCents }) => ({
          program_id: programId,
          title,
          price_cents: priceCents,
        })),
      }),
  );
}
