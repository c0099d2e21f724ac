import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { frameOfFilm } from './film-frame.ts';
import type { FilmMakingServices } from './film-tools.types.ts';
import { filmDetails, filmState, listFilms, type FilmState } from './film-making.ts';

export interface FilmReadServices {
  services: Pick<FilmMakingServices, 'db' | 'storage' | 'tools'>;
  clock: () => Date;
  /** The page that shows each of these streams; injected because pages depend on this module. */
  pagesOf: (
    db: Db,
    streamIds: readonly number[],
  ) => Promise<Map<number, { id: number; title: string; part: 'film' | 'trailer' }>>;
}

const LISTED = 50;
const STATES = ['making', 'made', 'refused', 'failed'] as const;
const id = z.coerce.number().int().min(1).max(MAX_ID);
const filmSchema = z.object({
  film_id: z.number().int(),
  name: z.string(),
  state: z.enum(STATES),
  reason: z.string().nullable().describe('What to do about a refusal or failure'),
  source_name: z.string(),
  length_ms: z.number(),
  step: z.string().nullable(),
  step_done: z.number().describe('0 to 1'),
  done: z.number().describe('Of the whole, 0 to 1'),
  is_held: z.boolean().describe('False while no worker encodes it'),
  created_ts: z.number(),
  made_ts: z.number().nullable(),
  page: z.object({ page_id: z.number().int(), title: z.string(), part: z.enum(['film', 'trailer']) }).nullable(),
});
const detailSchema = z.object({
  film: filmSchema,
  steps: z.array(z.object({ name: z.string(), is_done: z.boolean() })),
  captions: z.array(z.object({ lang: z.string(), label: z.string(), cues: z.number().int() })),
  chapters: z.array(z.object({ at_ms: z.number(), title: z.string() })),
});

/** Films in the making, and made. */
export async function filmMakingStaffApi(
  app: FastifyInstance,
  { services, clock, pagesOf }: FilmReadServices,
): Promise<void> {
  const { db } = services;
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['films'];
  const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound');
  const guard = staffOnly('films.edit');

  async function present(films: readonly FilmState[]): Promise<z.output<typeof filmSchema>[]> {
    const pages = await pagesOf(
      db,
      films.flatMap(({ streamId }) => streamId ?? []),
    );
    return films.map((film) => {
      const page = film.streamId === null ? undefined : pages.get(film.streamId);
      return {
        film_id: film.jobId,
        name: film.name,
        state: film.state,
        reason: film.reason,
        source_name: film.sourceName,
        length_ms: film.sourceDurationMs,
        step: film.step,
        step_done: film.stepDone,
        done: film.done,
        is_held: film.isHeld,
        created_ts: unixSeconds(film.createdAt),
        made_ts: film.madeAt && unixSeconds(film.madeAt),
        page: page ? { page_id: page.id, title: page.title, part: page.part } : null,
      };
    });
  }

  api.get(
    '/api/staff/films',
    {
      schema: {
        tags,
        summary: 'Films, newest first, fifty at once',
        querystring: z.object({
          text: z.string().trim().max(100).optional().describe('Part of its name or of its file’s'),
          state: z.enum(STATES).optional(),
          before_id: id.optional().describe('`next_before_id` of the page before'),
        }),
        response: {
          200: wrapped(z.object({ items: z.array(filmSchema), next_before_id: z.number().int().nullable() })),
          ...refused,
        },
      },
      ...guard,
    },
    async ({ query: { text, state, before_id: beforeId } }) => {
      const filter = { text: text?.replaceAll('\0', '') || undefined, state, beforeId };
      const films = await listFilms({ db, now: clock() }, filter, { limit: LISTED + 1 });
      const items = await present(films.slice(0, LISTED));
      return ok({ items, next_before_id: films.length > LISTED ? items.at(-1)!.film_id : null });
    },
  );
  api.get(
    '/api/staff/films/:id',
    {
      schema: {
        tags,
        summary: 'A film with its steps, captions and chapters',
        params: z.object({ id }),
        response: { 200: wrapped(detailSchema), ...refused },
      },
      ...guard,
    },
    async ({ params: { id: jobId } }) => {
      const [film] = await present([await filmState({ db, now: clock() }, jobId)]);
      const { steps, captions, chapters } = await filmDetails({ db }, jobId);
      return ok({
        film: film!,
        steps: steps.map(({ name, isDone }) => ({ name, is_done: isDone })),
        captions,
        chapters: chapters.map(({ atMs, title }) => ({ at_ms: atMs, title })),
      });
    },
  );
  api.get(
    '/api/staff/films/:id/frame',
    {
      schema: {
        tags,
        summary: 'A frame of a made film, as JPEG',
        params: z.object({ id }),
        querystring: z.object({ at_ms: z.coerce.number().int().min(0).max(86_400_000) }),
        response: { 200: z.any(), ...refused, ...refusals('tooManyRequests', 'unavailable') },
      },
      ...guard,
    },
    async ({ params: { id: jobId }, query: { at_ms: atMs } }, reply) => {
      const frame = await frameOfFilm(services, { jobId, atMs, now: clock() });
      // The same number is never another film.
      return reply.type('image/jpeg').header('cache-control', 'private, max-age=86400').send(frame);
    },
  );
}
