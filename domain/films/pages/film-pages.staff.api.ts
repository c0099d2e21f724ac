import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { contentPaths } from '#shared/paths/content-paths.ts';
import { listPositionSchema, positionText } from '#shared/staff/list-position.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { listFilmPages } from '../films.ts';
import { storedFilmPageSchema } from './film-pages.schema.ts';
import { getFilmPage, listFilmPageChoices, listPagesForStaff } from './film-pages.ts';

const LISTED = 50;
const STATES = ['coming', 'on_sale', 'announced', 'over'] as const;
const named = z.object({ id: z.number().int(), name: z.string() });
const listedSchema = z.object({
  page_id: z.number().int(),
  title: z.string(),
  keyart: z.string(),
  category_name: z.string(),
  price_cents: z.number().int(),
  position: z.number().int(),
  state: z.enum(STATES).describe('Announced: published without a film'),
  has_trailer: z.boolean(),
});
const pageSchema = z.object({
  page_id: z.number().int(),
  fields: storedFilmPageSchema,
  revision: z.string(),
  changed_by: z.string().nullable(),
  changed_ts: z.number().nullable(),
  public_url: z.string(),
  running: z.number().int().describe('Rentals that run now'),
  film_id: z.number().int().nullable().describe('In the list of films in the making'),
  has_trailer: z.boolean(),
});
const choicesSchema = z.object({
  categories: z.array(named),
  programs: z.array(named),
  films: z.array(named.extend({ has_film: z.boolean(), has_trailer: z.boolean() })),
  next_position: z.number().int(),
});

/** Pages on which films are rented, as their editors have them. */
export async function filmPagesStaffApi(
  app: FastifyInstance,
  { db, clock, siteUrl }: { db: Db; clock: () => Date; siteUrl: string },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['films'];
  const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound');
  const guard = staffOnly('films.edit');
  const context = () => ({ db, now: clock() });

  api.get(
    '/api/staff/film-pages',
    {
      schema: {
        tags,
        summary: 'Film pages in the order of the landing page, unpublished ones too, fifty at once',
        querystring: z.object({
          text: z.string().trim().max(100).optional().describe('Part of a title, or an id'),
          state: z.enum(STATES).optional(),
          after: listPositionSchema.optional().describe('`next_after` of the page before'),
        }),
        response: {
          200: wrapped(z.object({ items: z.array(listedSchema), next_after: z.string().nullable() })),
          ...refused,
        },
      },
      ...guard,
    },
    async ({ query: { text, state, after = null } }) => {
      const filter = { text: text?.replaceAll('\0', '') || undefined, state };
      const { items, next } = await listPagesForStaff(context(), filter, { after, limit: LISTED });
      return ok({
        items: items.map((row) => ({
          page_id: row.id,
          title: row.title,
          keyart: row.keyart,
          category_name: row.categoryName,
          price_cents: row.priceCents,
          position: row.position,
          state: row.state,
          has_trailer: row.hasTrailer,
        })),
        next_after: next && positionText(next),
      });
    },
  );
  api.get(
    '/api/staff/film-pages/choices',
    {
      schema: {
        tags,
        summary: 'What a film page may name',
        response: { 200: wrapped(choicesSchema), ...refused },
      },
      ...guard,
    },
    async () => {
      const [choices, films] = await Promise.all([listFilmPageChoices({ db }), listFilmPages({ db })]);
      return ok({
        categories: choices.categories,
        programs: choices.programs,
        films: films.map(({ id, title, streamId, trailerStreamId }) => ({
          id,
          name: title,
          has_film: streamId !== null,
          has_trailer: trailerStreamId !== null,
        })),
        next_position: choices.nextPosition,
      });
    },
  );
  api.get(
    '/api/staff/film-pages/:id',
    {
      schema: {
        tags,
        summary: 'A film page with its revision',
        params: z.object({ id: z.coerce.number().int().min(1).max(MAX_ID) }),
        response: { 200: wrapped(pageSchema), ...refused },
      },
      ...guard,
    },
    async ({ params }) => {
      const page = await getFilmPage(context(), params.id);
      return ok({
        page_id: page.id,
        fields: page.fields,
        revision: page.revision,
        changed_by: page.changedBy,
        changed_ts: page.changedAt && unixSeconds(page.changedAt),
        public_url: siteUrl + contentPaths.premiumVideoDetail(page.id, page.fields.title),
        running: page.running,
        film_id: page.filmId,
        has_trailer: page.trailerStreamId !== null,
      });
    },
  );
}
