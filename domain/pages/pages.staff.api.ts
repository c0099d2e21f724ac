import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { pageAddressShape } from './pages-edit.schema.ts';
import { getEditablePage, getPageRevision, listPages } from './pages-edit.ts';

const fields = { title: z.string(), summary: z.string(), blocks: z.array(z.looseObject({ type: z.number() })) };

/** Static pages as their editors have them. */
export async function pagesStaffApi(app: FastifyInstance, { db }: { db: Db }): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['static pages'];
  const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound');
  const guard = staffOnly('pages.edit');

  api.get(
    '/api/staff/pages',
    {
      schema: {
        tags,
        summary: 'All static pages',
        response: {
          200: wrapped(
            z.object({
              items: z.array(
                z.object({ name: z.string(), lang: z.string(), title: z.string(), changed_ts: z.number() }),
              ),
            }),
          ),
          ...refusals('notAuthenticated', 'forbidden'),
        },
      },
      ...guard,
    },
    async () => {
      const items = await listPages({ db });
      return ok({ items: items.map(({ updatedAt, ...page }) => ({ ...page, changed_ts: unixSeconds(updatedAt) })) });
    },
  );
  api.get(
    '/api/staff/pages/page',
    {
      schema: {
        tags,
        summary: 'A static page, and its last fifty revisions',
        querystring: z.object(pageAddressShape),
        response: {
          200: wrapped(
            z.object({
              ...fields,
              revision: z.number().int().describe('Sent back with a save'),
              revisions: z.array(
                z.object({
                  number: z.number().int(),
                  title: z.string(),
                  name: z.string().nullable().describe('Null: before its first save at the desk'),
                  created_ts: z.number(),
                }),
              ),
            }),
          ),
          ...refused,
        },
      },
      ...guard,
    },
    async (request) => {
      const { revisions, ...page } = await getEditablePage({ db }, request.query);
      return ok({
        ...page,
        revisions: revisions.map(({ createdAt, ...revision }) => ({ ...revision, created_ts: unixSeconds(createdAt) })),
      });
    },
  );
  api.get(
    '/api/staff/pages/revision',
    {
      schema: {
        tags,
        summary: 'What a static page was at a revision',
        querystring: z.object({ ...pageAddressShape, number: z.coerce.number().int().min(1).max(MAX_ID) }),
        response: { 200: wrapped(z.object(fields)), ...refused },
      },
      ...guard,
    },
    async (request) => {
      const { number, ...address } = request.query;
      return ok(await getPageRevision({ db }, address, number));
    },
  );
}
