import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { Db } from '#db/database.ts';
import { memberOf, privateCalls } from '#domain/auth/auth.ts';
import { DomainError, type ErrorName } from '#shared/domain-error.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { forgetSongs, keepSong, listMemberSongs, noteHeardSongs, type MemberSong } from './member-songs.ts';
import * as s from './songs.schema.ts';

const presentSong = ({ markId, how, at, streamId, startsAt, title, artist }: MemberSong) => ({
  mark_id: markId,
  how,
  at_ts: unixSeconds(at),
  channel_id: streamId,
  start_ts: unixSeconds(startsAt),
  title,
  artist,
});

/** Calls about songs a member heard or kept. */
export async function songsApi(app: FastifyInstance, { db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  privateCalls(app);
  const api = app.withTypeProvider<ZodTypeProvider>();
  app.addHook('preValidation', async (request) => void (await memberOf(request)));
  const schemaOf = <R extends z.ZodType>(summary: string, reply: R, ...refused: readonly ErrorName[]) => ({
    tags: ['songs'],
    summary,
    response: { 200: wrapped(reply), ...refusals('notAuthenticated', 'invalidParam', ...refused) },
  });

  api.get(
    '/api/member/songs',
    {
      schema: {
        ...schemaOf('Songs the member heard or kept, last first', s.songsReplySchema),
        querystring: s.songsQuerySchema,
      },
    },
    async (request) => {
      const { limit, offset } = request.query;
      const { songs, hasMore } = await listMemberSongs({ db }, await memberOf(request), request.query);
      return ok({ items: songs.map(presentSong), next_offset: hasMore ? offset + limit : null });
    },
  );
  api.post(
    '/api/member/songs',
    {
      schema: {
        ...schemaOf('Keeps a song that was on air', s.keptReplySchema, 'dataNotFound', 'playlistFull'),
        body: s.keepBodySchema,
      },
    },
    async (request) => {
      const { isNew } = await keepSong({ db, now: clock() }, await memberOf(request), request.body.mark_id);
      return ok({ is_new: isNew });
    },
  );
  api.post(
    '/api/member/songs/heard',
    {
      schema: {
        ...schemaOf('Notes songs that sounded in the player of the member', s.heardReplySchema),
        description: 'Nothing is recorded while the member has paused the listening history.',
        body: s.heardBodySchema,
      },
    },
    async (request) =>
      ok({ noted: await noteHeardSongs({ db, now: clock() }, await memberOf(request), request.body.mark_ids) }),
  );
  api.delete(
    '/api/member/songs',
    { schema: { ...schemaOf('Takes a song off the list, or all', s.removedReplySchema), body: s.removeBodySchema } },
    async (request) => {
      const { mark_id: markId, all } = request.body;
      if (all !== true && markId === undefined)
        throw new DomainError('invalidParam', 'mark_id or all=true is required');
      const which = all === true ? ('all' as const) : { markId: markId! };
      return ok({ removed: await forgetSongs({ db }, await memberOf(request), which) });
    },
  );
}
