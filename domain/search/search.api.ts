import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ReadDb } from '#db/database.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { presentMoment } from './cues/cue-search.present.ts';
import { cuesQuerySchema, cuesReplySchema } from './cues/cue-search.schema.ts';
import { searchCues } from './cues/cue-search.ts';
import { searchQuerySchema, searchReplySchema, suggestQuerySchema, suggestReplySchema } from './search-wire.schema.ts';
import { presentHit, presentTitle } from './search.present.ts';
import { search, suggest } from './search.ts';

const tags = ['search'];
/** Withdrawn content must leave every cache within five seconds. */
const SHORTLY = 'public, max-age=0, s-maxage=4';

/** Search calls of the site. */
export async function searchApi(
  app: FastifyInstance,
  { db, clock, freeMinutes }: { db: ReadDb; clock: () => Date; freeMinutes: number },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();

  api.get(
    '/api/search',
    {
      schema: {
        tags,
        summary: 'Full-text search of the site, 10 results a page',
        querystring: searchQuerySchema,
        response: { 200: wrapped(searchReplySchema), ...refusals('invalidParam') },
      },
    },
    async ({ query }, reply) => {
      const { content_type: contentType, type = contentType, ...asked } = query;
      const found = await search({ db, now: clock() }, { ...asked, type });
      void reply.header('cache-control', SHORTLY);
      return ok({
        keyword: found.keyword,
        items: found.hits.map(presentHit),
        total: found.total,
        total_is_floor: found.totalIsFloor,
        has_more: found.hasMore,
      });
    },
  );

  api.get(
    '/api/search/suggest',
    {
      schema: {
        tags,
        summary: 'Search suggestions: titles and names that contain the typed text',
        querystring: suggestQuerySchema,
        response: { 200: wrapped(suggestReplySchema), ...refusals('invalidParam') },
      },
    },
    async ({ query }, reply) => {
      const suggestions = await suggest({ db, now: clock() }, query.q);
      void reply.header('cache-control', SHORTLY);
      return ok({ suggestions: suggestions.map(presentTitle) });
    },
  );

  api.get(
    '/api/search/cues',
    {
      schema: {
        tags,
        summary: 'Moments of replays at which something was said: sentences of transcripts, and names of sections',
        querystring: cuesQuerySchema,
        response: { 200: wrapped(cuesReplySchema), ...refusals('invalidParam') },
      },
    },
    async ({ query }, reply) => {
      const { keyword, moments } = await searchCues({ db, now: clock(), freeMinutes }, query);
      void reply.header('cache-control', SHORTLY);
      return ok({ keyword, items: moments.map(presentMoment) });
    },
  );
}
