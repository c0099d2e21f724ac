import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ReadDb } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isChannelId } from '#shared/enums.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { channelParamsSchema } from '#domain/live/live.schema.ts';
import { listTurn } from './endless-turn.ts';
import { hasEndless, missedReplySchema, turnQuerySchema, turnReplySchema } from './moments.schema.ts';
import { listMissed } from './moments.ts';

/** Removed sound must leave every cache within five seconds. */
const SHORTLY = 'public, max-age=0, s-maxage=4';

export async function momentsApi(
  app: FastifyInstance,
  { db, clock, freeMinutes }: { db: ReadDb; clock: () => Date; freeMinutes: number },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  api.get(
    '/api/songs/endless',
    {
      schema: {
        tags: ['songs'],
        summary: 'Songs of a kind of programme and part of the day, to play one after another',
        querystring: turnQuerySchema,
        response: { 200: wrapped(turnReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    async ({ query: { category_id: categoryId, type, day, page } }, reply) => {
      const now = clock();
      if (!hasEndless(day, now)) throw new DomainError('dataNotFound', 'there is no list of that day');
      const asked = { categoryId, part: type ?? null, day, page };
      const { songs, hasMore } = await listTurn({ db, now, freeMinutes }, asked);
      void reply.header('cache-control', SHORTLY);
      const items = songs.map((song) => ({
        mark_id: song.markId,
        song_id: song.songId,
        title: song.title,
        artist: song.artist,
        program_archive_id: song.archiveId,
        program_archive_section_id: song.sectionId,
        start_ts: song.startsAt.getTime() / 1000,
        end_ts: song.endsAt.getTime() / 1000,
        is_free: song.isFree,
      }));
      return ok({ items, has_more: hasMore });
    },
  );
  api.get(
    '/api/live/:channel/moments',
    {
      schema: {
        tags: ['live'],
        summary: 'What was on in the programme on air, to which live can be rewound',
        params: channelParamsSchema,
        response: { 200: wrapped(missedReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    async ({ params }, reply) => {
      if (!isChannelId(params.channel)) throw new DomainError('dataNotFound', 'the channel does not exist');
      const missed = await listMissed({ db, now: clock() }, params.channel);
      void reply.header('cache-control', SHORTLY);
      return ok({ items: missed.map(({ startsAtMs, ...rest }) => ({ ...rest, start_ts: startsAtMs / 1000 })) });
    },
  );
}
