import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { QUERY_MAX_CHARS } from './search.schema.ts';
import { suggest } from './search.ts';

/** Search over everything public, for the palette of the desk. */
export async function searchStaffApi(
  app: FastifyInstance,
  { db, clock, siteUrl }: { db: Db; clock: () => Date; siteUrl: string },
): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/staff/search',
    {
      schema: {
        tags: ['search'],
        summary: 'Public content whose title or name matches the text typed so far, at most eight',
        querystring: z.object({ q: z.string().trim().min(1).max(QUERY_MAX_CHARS) }),
        response: {
          200: wrapped(
            z.object({
              items: z.array(
                z.object({
                  type_id: z
                    .number()
                    .int()
                    .describe('ContentType, 100 for a host, 110 for a song, 111 for a singer, 400 for a page'),
                  id: z.number().int(),
                  title: z.string(),
                  url: z.string().describe('Of its public page'),
                }),
              ),
            }),
          ),
          ...refusals('notAuthenticated', 'invalidParam'),
        },
      },
      ...staffOnly(),
    },
    async ({ query: { q } }) => {
      const found = await suggest({ db, now: clock() }, q);
      const items = found.map(({ contentType, itemId, title, path }) => ({
        type_id: contentType,
        id: itemId,
        title,
        url: siteUrl + path,
      }));
      return ok({ items });
    },
  );
}
