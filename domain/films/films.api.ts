import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ReadDb } from '#db/database.ts';
import { memberOf, membersOnly } from '#domain/auth/auth.ts';
import { emptyReplySchema } from '#domain/auth/auth.schema.ts';
import { search } from '#domain/search/search.ts';
import { playingDevice } from '#domain/playback/playing-device.rules.ts';
import { playQuerySchema } from '#domain/playback/play-query.schema.ts';
import { DomainError } from '#shared/domain-error.ts';
import { filmTrailerPath } from '#shared/paths/content-paths.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';
import { digitsId } from '#shared/http/query.ts';
import { ok, PUBLIC_CONTENT, refusals, wrapped } from '#shared/http/reply.ts';
import { secretOf, SESSION_COOKIES } from '#shared/http/session-cookie.ts';
import {
  getFilm,
  hideRental,
  listFilms,
  listFilmsById,
  listOver,
  listRunning,
  playFilm,
  playTrailer,
  type FilmServices,
} from './films.ts';
import { presentFilm, presentOwn } from './films.present.ts';
import {
  filmParamsSchema,
  filmReplySchema,
  filmsQuerySchema,
  filmsReplySchema,
  ownFilmsQuerySchema,
  ownFilmsReplySchema,
  playbackReplySchema,
} from './films.schema.ts';

const tags = ['premium video'];
const HISTORY_A_PAGE = 20;
/** Trailer locations are cached for a minute; their addresses are valid for at least ten. */
const TRAILER_CACHE = 'public, max-age=60, s-maxage=60';

type PlayQuery = z.output<typeof playQuerySchema>;

/** Films: lists are public and the same for everyone; rentals and playback are per caller. */
export async function filmsApi(
  app: FastifyInstance,
  { services, readDb, clock }: { services: FilmServices; readDb: ReadDb; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const { db } = services;
  const isPrivate = (reply: FastifyReply) => void reply.header('cache-control', 'private, no-store');

  api.get(
    '/api/premium',
    {
      schema: {
        tags,
        summary: 'Films, newest first, optionally of a category or matching a keyword',
        querystring: filmsQuerySchema,
        response: { 200: wrapped(filmsReplySchema), ...refusals('invalidParam') },
      },
    },
    async ({ query: { category_id: categoryId, q, offset } }, reply) => {
      const context = { db: readDb, now: clock() };
      void reply.header('cache-control', PUBLIC_CONTENT);
      if (q.trim() === '') {
        const limit = PAGE_LIMITS.allPremiumVideoList;
        const { films, total } = await listFilms(context, { categoryId: categoryId ?? null, limit, offset });
        const items = films.map((film) => presentFilm(film, context.now));
        return ok({ items, total, has_more: offset + limit < total });
      }
      const count = PAGE_LIMITS.premiumSearch;
      const found = await search(context, { q, type: 'premium', offset, count });
      const films = await listFilmsById(
        context,
        found.hits.map(({ itemId }) => itemId),
      );
      const items = films.map((film) => presentFilm(film, context.now));
      return ok({ items, total: found.total, has_more: found.hasMore });
    },
  );

  api.get(
    '/api/premium/:id',
    {
      schema: {
        tags,
        summary: 'A film',
        params: filmParamsSchema,
        response: { 200: wrapped(filmReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    async ({ params }, reply) => {
      const now = clock();
      const film = await getFilm({ db: readDb, now }, params.id);
      void reply.header('cache-control', PUBLIC_CONTENT);
      return ok({
        ...presentFilm(film, now),
        credits: film.credits,
        spoken: film.spoken,
        trailer: film.trailerStreamId === null ? null : filmTrailerPath(film.id),
        trailer_duration: film.trailerMs === null ? null : Math.round(film.trailerMs / 1000),
      });
    },
  );

  api.get(
    '/api/premium/:id/trailer.m3u8',
    {
      schema: {
        tags,
        summary: 'Redirects to the playlist of a film’s trailer, whose URL changes every ten minutes',
        params: filmParamsSchema,
        response: refusals('invalidParam', 'dataNotFound', 'fileNotFound'),
      },
    },
    async ({ params }, reply) => {
      const path = await playTrailer(services, params.id, { now: clock() });
      return reply.header('cache-control', TRAILER_CACHE).redirect(path, 302);
    },
  );

  async function play(
    request: FastifyRequest,
    { filmId, query, isPress }: { filmId: number; query: PlayQuery; isPress: boolean },
  ) {
    const { device_key: key, device_name: name, take_over_lease: lease, take_over_epoch: epoch } = query;
    if ((lease === undefined) !== (epoch === undefined))
      throw new DomainError('invalidParam', 'take_over_lease and take_over_epoch must be given together');
    const actor = await request.actor();
    const asked = {
      filmId,
      device: playingDevice(actor, { key, name, userAgent: request.headers['user-agent'] }),
      takeOver: lease && epoch ? { leaseId: lease, epoch } : undefined,
      sessionToken: secretOf(request.headers.cookie, SESSION_COOKIES.session),
      isPress,
    };
    return ok(await playFilm(services, actor, asked, { now: clock() }));
  }

  const PLAYING = {
    200: wrapped(playbackReplySchema),
    ...refusals(
      'invalidParam',
      'notAuthenticated',
      'forbidden',
      'noRightToPlay',
      'dataNotFound',
      'fileNotFound',
      'tooManyKnownDevices',
      'tooManyDevices',
    ),
  };

  api.get(
    '/api/premium/:id/playback',
    {
      schema: {
        tags,
        summary: 'Signed URLs of a rented film; before the rental period starts, of its first minute',
        description:
          'It begins no hours: the first `POST /api/playback/lease` that says that the picture moved does, and answers the address of all of it.',
        params: filmParamsSchema,
        querystring: playQuerySchema,
        response: PLAYING,
      },
    },
    async (request, reply) => {
      isPrivate(reply);
      return play(request, { filmId: request.params.id, query: request.query, isPress: false });
    },
  );

  api.post(
    '/api/premium/:id/playback',
    {
      schema: {
        tags,
        summary: 'The same for players that cannot renew their URL; the rental period starts with the call',
        params: filmParamsSchema,
        body: playQuerySchema,
        response: PLAYING,
      },
      ...membersOnly,
    },
    async (request, reply) => {
      isPrivate(reply);
      return play(request, { filmId: request.params.id, query: request.body, isPress: true });
    },
  );

  api.get(
    '/api/premium/my',
    {
      schema: {
        tags,
        summary: 'Rentals of the member, current and expired',
        querystring: ownFilmsQuerySchema,
        response: { 200: wrapped(ownFilmsReplySchema), ...refusals('invalidParam', 'notAuthenticated') },
      },
    },
    async (request, reply) => {
      isPrivate(reply);
      const { memberId } = await memberOf(request);
      const now = clock();
      const { offset } = request.query;
      const [running, over] = await Promise.all([
        listRunning(db, memberId, now),
        listOver(db, memberId, { limit: HISTORY_A_PAGE + 1, offset, now }),
      ]);
      return ok({
        items: running.map((each) => presentOwn(each, now)),
        history: over.slice(0, HISTORY_A_PAGE).map((each) => presentOwn(each, now)),
        has_more: over.length > HISTORY_A_PAGE,
        currentTimestamp: unixSeconds(now),
      });
    },
  );

  api.delete(
    '/api/premium/my/:id',
    {
      schema: {
        tags,
        summary: 'Hides an expired rental',
        params: z.object({ id: digitsId('ID of the rental') }),
        response: { 200: wrapped(emptyReplySchema), ...refusals('notAuthenticated', 'invalidParam', 'dataNotFound') },
      },
      ...membersOnly,
    },
    async (request, reply) => {
      isPrivate(reply);
      const { memberId } = await memberOf(request);
      await hideRental(db, memberId, request.params.id, clock());
      return ok({});
    },
  );
}
