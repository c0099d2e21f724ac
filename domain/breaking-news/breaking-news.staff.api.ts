import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { listBreakingNews } from './breaking-news.ts';

const LISTED = 30;

const itemSchema = z.object({
  id: z.number().int(),
  words: z.string(),
  path: z.string(),
  starts_ts: z.number(),
  ends_ts: z.number(),
  is_on: z.boolean().describe('Whether pages show it now'),
  changed_by: z.string(),
});

/** Breaking news of now and before. */
export async function breakingNewsStaffApi(
  app: FastifyInstance,
  { db, clock }: { db: Db; clock: () => Date },
): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/staff/breaking-news',
    {
      schema: {
        tags: ['breaking news'],
        summary: 'The last thirty breaking news, newest first',
        response: {
          200: wrapped(z.object({ items: z.array(itemSchema) })),
          ...refusals('notAuthenticated', 'forbidden'),
        },
      },
      ...staffOnly('breaking-news.publish'),
    },
    async () => {
      const now = clock();
      const items = await listBreakingNews({ db }, LISTED);
      return ok({
        items: items.map(({ id, words, path, startsAt, endsAt, name }) => ({
          id,
          words,
          path,
          starts_ts: unixSeconds(startsAt),
          ends_ts: unixSeconds(endsAt),
          is_on: endsAt > now,
          changed_by: name,
        })),
      });
    },
  );
}
