import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import { deleteView, findViews, insertView } from './saved-views.store.ts';

const MAX_NAME_CHARS = 40;
const MAX_QUERY_CHARS = 1_000;

const pathSchema = z.string().regex(/^\/[a-z0-9/-]{1,60}$/);
const viewSchema = z.object({ view_id: z.number().int(), name: z.string(), query: z.string() });

/** Filters of lists that a member of staff named, for themselves alone. */
export async function savedViewsApi(app: FastifyInstance, db: Db): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['staff'];

  api.get(
    '/api/staff/views',
    {
      schema: {
        tags,
        summary: "The caller's saved views of a list, by name",
        querystring: z.object({ path: pathSchema.describe('Path of the list in the desk') }),
        response: {
          200: wrapped(z.object({ items: z.array(viewSchema) })),
          ...refusals('notAuthenticated', 'invalidParam'),
        },
      },
      ...staffOnly(),
    },
    async (request) => {
      const { accountId } = await staffOf(request);
      const views = await findViews(db, accountId, request.query.path);
      return ok({ items: views.map(({ id, name, query }) => ({ view_id: id, name, query })) });
    },
  );
  api.post(
    '/api/staff/views',
    {
      schema: {
        tags,
        summary: 'Saves a view; one of the same name is replaced',
        body: z.object({
          path: pathSchema,
          name: z.string().trim().min(1).max(MAX_NAME_CHARS),
          query: z.string().min(1).max(MAX_QUERY_CHARS).describe('Query string, without a question mark'),
        }),
        response: { 200: wrapped(viewSchema), ...refusals('notAuthenticated', 'invalidParam', 'conflict') },
      },
      ...staffOnly(),
    },
    async (request) => {
      const { accountId } = await staffOf(request);
      const id = await insertView(db, { accountId, ...request.body });
      if (id === null) throw refused('too-many-views');
      return ok({ view_id: id, name: request.body.name, query: request.body.query });
    },
  );
  api.post(
    '/api/staff/views/delete',
    {
      schema: {
        tags,
        summary: 'Deletes a saved view of the caller',
        body: z.object({ view_id: z.number().int().min(1).max(MAX_ID) }),
        response: { 200: wrapped(z.object({})), ...refusals('notAuthenticated', 'invalidParam', 'dataNotFound') },
      },
      ...staffOnly(),
    },
    async (request) => {
      const { accountId } = await staffOf(request);
      if (!(await deleteView(db, { accountId, id: request.body.view_id }))) throw new DomainError('dataNotFound');
      return ok({});
    },
  );
}
