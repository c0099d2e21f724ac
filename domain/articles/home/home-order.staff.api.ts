import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { listArticles } from '../articles.ts';
import { HOME_SHELF_NAMES, HOME_SHELVES, MAX_PINS } from './home-order.rules.ts';
import { listPinned } from './home-order.ts';

const NEWEST = 20;

const shelfSchema = z.object({
  shelf: z.enum(HOME_SHELF_NAMES),
  content_type: z.number().int(),
  most: z.number().int().describe('Articles that may be put first'),
  pins: z.array(
    z.object({
      article_id: z.number().int(),
      title: z.string(),
      is_public: z.boolean(),
      until_ts: z.number().nullable(),
    }),
  ),
  newest: z.array(z.object({ article_id: z.number().int(), title: z.string() })),
});

/** What editors put first on the home page. */
export async function homeOrderStaffApi(
  app: FastifyInstance,
  { db, clock }: { db: Db; clock: () => Date },
): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/staff/home-order',
    {
      schema: {
        tags: ['articles'],
        summary: 'Shelves of the home page: what is put first, and the newest',
        response: {
          200: wrapped(z.object({ shelves: z.array(shelfSchema) })),
          ...refusals('notAuthenticated', 'forbidden'),
        },
      },
      ...staffOnly('articles.publish'),
    },
    async () => {
      const now = clock();
      const shelves = await Promise.all(
        HOME_SHELF_NAMES.map(async (shelf) => {
          const type = HOME_SHELVES[shelf];
          const [pins, { articles }] = await Promise.all([
            listPinned({ db, now }, shelf),
            listArticles({ db }, { contentTypes: [type] }, { limit: NEWEST }),
          ]);
          return {
            shelf,
            content_type: type,
            most: MAX_PINS,
            pins: pins.map(({ articleId, title, isPublic, untilAt }) => ({
              article_id: articleId,
              title,
              is_public: isPublic,
              until_ts: untilAt && unixSeconds(untilAt),
            })),
            newest: articles.map(({ id, title }) => ({ article_id: id, title })),
          };
        }),
      );
      return ok({ shelves });
    },
  );
}
