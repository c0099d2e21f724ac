import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { listDeadLinks, type DeadLink } from './dead-links.ts';

const LISTED = 50;

const positionText = ({ foundAt, source, sourceId, path }: DeadLink): string =>
  Buffer.from(JSON.stringify([foundAt.getTime(), source, sourceId, path])).toString('base64url');
const positionSchema = z.tuple([z.number().int().min(0), z.enum(['article', 'static-page']), z.string(), z.string()]);
const position = z
  .string()
  .max(4_000)
  .transform((text, context): DeadLink => {
    try {
      const given: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
      const [atMs, source, sourceId, path] = positionSchema.parse(given);
      return { foundAt: new Date(atMs), source, sourceId, path };
    } catch {
      context.addIssue({ code: 'custom', message: 'not a position' });
      return z.NEVER;
    }
  });

/** Dead links, as the last check found them. */
export async function deadLinksStaffApi(app: FastifyInstance, { db }: { db: Db }): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/staff/dead-links',
    {
      schema: {
        tags: ['dead links'],
        summary: 'Links in published words that lead to nothing, newest first, fifty at once',
        querystring: z.object({ before: position.optional().describe('`next_before` of the page before') }),
        response: {
          200: wrapped(
            z.object({
              items: z.array(
                z.object({
                  source: z.enum(['article', 'static-page']),
                  source_id: z.string().describe('Id of the article, or name and language of the page'),
                  title: z.string().nullable().describe('Null: no longer published'),
                  path: z.string(),
                  found_ts: z.number(),
                }),
              ),
              next_before: z.string().nullable(),
            }),
          ),
          ...refusals('notAuthenticated', 'forbidden', 'invalidParam'),
        },
      },
      ...staffOnly('articles.edit'),
    },
    async (request) => {
      const { before = null } = request.query;
      const found = await listDeadLinks({ db }, { before, limit: LISTED + 1 });
      const items = found.slice(0, LISTED);
      return ok({
        items: items.map(({ sourceId, foundAt, ...link }) => ({
          ...link,
          source_id: sourceId,
          found_ts: unixSeconds(foundAt),
        })),
        next_before: found.length > LISTED ? positionText(items.at(-1)!) : null,
      });
    },
  );
}
