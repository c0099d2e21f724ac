import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { can, privateCalls } from '#domain/auth/auth.ts';
import { setRecording } from '#domain/playback/playback.ts';
import { deviceName } from '#domain/security-events/user-agent.rules.ts';
import { presentProgram } from '#domain/programs/programs.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError, type ErrorName } from '#shared/domain-error.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { addBookmark, listBookmarks } from './bookmarks.ts';
import { addFavourite, listFavouritePrograms, listFavourites, removeFavourite } from './favourites.ts';
import { addToHistory, listHistory, updateSectionPlayback } from './history.ts';
import { kindOf, orderList, orderPlaylistOf, removeFromList, undoRemoval } from './library.ts';
import type { PlaylistKind } from './library.rules.ts';
import * as s from './library.schema.ts';
import * as present from './library.present.ts';
import type { LibraryServices } from './library-services.ts';
import {
  addFavouritesToPlaylist,
  addHistoryToPlaylist,
  addToPlaylist,
  listPlaylist,
  type WhichEntries,
} from './playlist.ts';

/** Lists require a plan: 10004 for a guest, 20003 for a member without one. */
async function subscriberOf(request: FastifyRequest): Promise<MemberActor> {
  const actor = await request.actor();
  const refusal = can(actor, 'usePlan');
  if (refusal !== null || actor.kind !== 'member') throw new DomainError(refusal ?? 'notAuthenticated');
  return actor;
}

const NO_PLAN = ['notAuthenticated', 'needsPlan'] as const;
const ADDING = ['invalidParam', 'dataNotFound', 'functionSuspended', 'playlistFull', 'playlistHasItem'] as const;
const CHANGING = ['invalidParam', 'dataNotFound'] as const;

const instantOf = (unixSeconds: number | undefined): Date | undefined =>
  unixSeconds === undefined ? undefined : new Date(Math.round(unixSeconds * 1000));

/** One of the two is required: an id, or all. */
function oneOrAll(id: number | undefined, all: boolean | undefined): number | null {
  if (all === true) return null;
  if (id === undefined) throw new DomainError('invalidParam', 'an entry or all=true is required');
  return id;
}

const whichOf = (id: number | null): WhichEntries => (id === null ? 'all' : { ids: [id] });

/** A member's lists: queue, playlist, favourites, history and bookmarks. */
export async function libraryApi(
  app: FastifyInstance,
  { services, clock }: { services: LibraryServices; clock: () => Date },
): Promise<void> {
  privateCalls(app);
  const api = app.withTypeProvider<ZodTypeProvider>();
  // A caller without a plan is refused before the request is parsed.
  app.addHook('preValidation', async (request) => void (await subscriberOf(request)));

  const schemaOf = <R extends z.ZodType>(summary: string, reply: R, ...refused: readonly ErrorName[]) => ({
    tags: ['playlist'],
    summary,
    response: { 200: wrapped(reply), ...refusals(...NO_PLAN, ...refused) },
  });

  // LISTS
  const playlists: [path: string, kind: PlaylistKind, name: string][] = [
    ['/api/playlist', 'queue', 'the queue that plays'],
    ['/api/playlist/userplaylist', 'playlist', "the member's own playlist"],
  ];
  for (const [path, kind, name] of playlists) {
    api.get(path, { schema: schemaOf(`Sections of ${name}, in order`, s.playlistReplySchema) }, async (request) => {
      const { items, revision } = await listPlaylist(services, await subscriberOf(request), kind, clock());
      return ok({ items: items.map(present.presentPlaylistItem), revision });
    });
    api.post(
      path,
      { schema: { ...schemaOf(`Adds to ${name}`, s.addedReplySchema, ...ADDING), body: s.addBodySchema } },
      async (request) => {
        const { body } = request;
        const asked = {
          sectionId: body.program_archive_section_id,
          archiveId: body.program_archive_id,
          programId: body.program_id,
          isAuto: body.is_auto,
          direction: body.direction,
          fetch: body.fetch,
        };
        return ok(
          present.presentAdded(await addToPlaylist(services, await subscriberOf(request), kind, asked, clock())),
        );
      },
    );
    api.delete(
      path,
      {
        schema: {
          ...schemaOf(`Takes an entry of either playlist off, or all of ${name}`, s.removedReplySchema, ...CHANGING),
          body: s.removePlaylistBodySchema,
        },
      },
      async (request) => {
        const { user_playlist_id: given, all, exclude_user_playlist_id_list: except = [] } = request.body;
        const actor = await subscriberOf(request);
        const id = oneOrAll(given, all);
        const list = id === null ? kind : await kindOf(services, actor, id);
        const which = id === null ? { except } : { id };
        return ok(present.presentRemoval(await removeFromList(services, actor, list, which, clock())));
      },
    );
  }

  // FAVOURITES
  api.get(
    '/api/programs/fav/ids',
    { schema: schemaOf('Numbers of favourite programmes', s.favouriteIdsReplySchema) },
    async (request) => {
      const { items } = await listFavourites(services, await subscriberOf(request), clock());
      return ok({ program_ids: items.map(({ program }) => program.id) });
    },
  );
  api.get(
    '/api/programs/fav',
    {
      schema: {
        ...schemaOf('Favourite programmes by their newest broadcast', s.favouriteProgramsReplySchema, 'invalidParam'),
        querystring: s.favouriteProgramsQuerySchema,
      },
    },
    async (request) => {
      const actor = await subscriberOf(request);
      const { programs, total } = await listFavouritePrograms(services, actor, request.query, clock());
      return ok({ programs: programs.map(presentProgram), total });
    },
  );
  api.get(
    '/api/playlist/favourite',
    { schema: schemaOf("Favourites in the member's order", s.favouritesReplySchema) },
    async (request) => {
      const { items, revision } = await listFavourites(services, await subscriberOf(request), clock());
      return ok({ items: items.map(present.presentFavourite), revision });
    },
  );
  api.post(
    '/api/playlist/favourite',
    {
      schema: {
        ...schemaOf(
          'Makes a programme a favourite',
          s.favouriteReplySchema,
          ...CHANGING,
          'functionSuspended',
          'playlistFull',
        ),
        body: s.favouriteBodySchema,
      },
    },
    async (request) => {
      const { program_id: programId, fetch } = request.body;
      const actor = await subscriberOf(request);
      const { id, revision } = await addFavourite(services, actor, programId, clock());
      const told = { user_favourite_id: id, status: 1 as const, program_id: programId, revision };
      if (!fetch) return ok(told);
      const { items } = await listFavourites(services, actor, clock());
      return ok({ ...told, items: items.map(present.presentFavourite) });
    },
  );
  api.delete(
    '/api/playlist/favourite',
    {
      schema: {
        ...schemaOf('Takes a favourite off, or all', s.removedReplySchema, ...CHANGING),
        body: s.removeFavouriteBodySchema,
      },
    },
    async (request) => {
      const id = oneOrAll(request.body.program_id, request.body.all);
      return ok(
        present.presentRemoval(await removeFavourite(services, await subscriberOf(request), id ?? 'all', clock())),
      );
    },
  );
  api.post(
    '/api/playlist/favourite/toplaylist',
    {
      schema: {
        ...schemaOf("Adds favourites' newest broadcasts to the playlist", s.addedReplySchema, ...ADDING),
        body: s.favouriteToPlaylistBodySchema,
      },
    },
    async (request) => {
      const { body } = request;
      const asked = { which: whichOf(oneOrAll(body.user_favourite_id, body.all)), ...insertionOf(body) };
      return ok(
        present.presentAdded(await addFavouritesToPlaylist(services, await subscriberOf(request), asked, clock())),
      );
    },
  );

  // HISTORY
  api.get(
    '/api/playlist/history',
    {
      schema: {
        ...schemaOf('What the member played, last first', s.historyReplySchema, 'invalidParam'),
        querystring: s.historyQuerySchema,
      },
    },
    async (request) => {
      const actor = await subscriberOf(request);
      const { items, nextOffset, isPaused, revision } = await listHistory(services, actor, request.query, clock());
      const wire = items.map(present.presentHistoryItem);
      return ok({ items: wire, next_offset: nextOffset, is_paused: isPaused, revision });
    },
  );
  api.post(
    '/api/playlist/history/recording',
    {
      schema: {
        ...schemaOf('Pauses what is recorded of listening, and resumes it', s.recordingSchema, 'invalidParam'),
        description:
          'What is heard in a pause is neither in the history nor among what was heard; positions are recorded.',
        body: s.recordingSchema,
      },
    },
    async (request) => {
      const { is_paused: isPaused } = request.body;
      const { memberId } = await subscriberOf(request);
      await setRecording(services.db, memberId, !isPaused, clock());
      return ok({ is_paused: isPaused });
    },
  );
  api.post(
    '/api/playlist/history',
    {
      schema: {
        ...schemaOf('Remembers that a section is played', s.historyEntryReplySchema, ...CHANGING, 'functionSuspended'),
        body: s.historyBodySchema,
      },
    },
    async (request) => {
      const sectionId = request.body.program_archive_section_id;
      const { id, revision } = await addToHistory(services, await subscriberOf(request), sectionId, clock());
      return ok({ user_history_id: id, revision });
    },
  );
  api.delete(
    '/api/playlist/history',
    {
      schema: {
        ...schemaOf('Takes an entry off the history, or all', s.removedReplySchema, ...CHANGING),
        body: s.removeHistoryBodySchema,
      },
    },
    async (request) => {
      const id = oneOrAll(request.body.user_history_id, request.body.all);
      const which = id === null ? { except: [] } : { id };
      return ok(
        present.presentRemoval(await removeFromList(services, await subscriberOf(request), 'history', which, clock())),
      );
    },
  );
  api.post(
    '/api/playlist/history/toplaylist',
    {
      schema: {
        ...schemaOf('Adds what was played to the playlist', s.addedReplySchema, ...ADDING),
        body: s.historyToPlaylistBodySchema,
      },
    },
    async (request) => {
      const { body } = request;
      const asked = { which: whichOf(oneOrAll(body.user_history_id, body.all)), ...insertionOf(body) };
      return ok(
        present.presentAdded(await addHistoryToPlaylist(services, await subscriberOf(request), asked, clock())),
      );
    },
  );
  api.post(
    '/api/playlist/userplaylist/updatesectionplayback',
    {
      schema: {
        ...schemaOf('Keeps where the member is in a section', s.nothingReplySchema, ...CHANGING),
        body: s.sectionPlaybackBodySchema,
      },
    },
    async (request) => {
      const { body } = request;
      const event = {
        sectionId: body.program_archive_section_id,
        entryId: body.user_playlist_id,
        position: body.position,
        at: instantOf(body.at),
        deviceName: deviceName(request.headers['user-agent'] ?? ''),
      };
      await updateSectionPlayback(services, await subscriberOf(request), event, clock());
      return ok({});
    },
  );

  // BOOKMARKS
  api.get(
    '/api/playlist/bookmark',
    { schema: schemaOf('Moments the member marked', s.bookmarksReplySchema) },
    async (request) => {
      const { items, revision } = await listBookmarks(services, await subscriberOf(request), clock());
      return ok({ items: items.map(present.presentBookmark), revision });
    },
  );
  api.post(
    '/api/playlist/bookmark',
    {
      schema: {
        ...schemaOf(
          'Marks a moment, with a note',
          s.bookmarkReplySchema,
          ...CHANGING,
          'functionSuspended',
          'tooManyBookmarks',
          'notForClassics',
        ),
        body: s.bookmarkBodySchema,
      },
    },
    async (request) => {
      const { program_archive_section_id: sectionId, position, at, note, just_said: isJustSaid } = request.body;
      const asked = { sectionId, position, at: instantOf(at), note, isJustSaid };
      return ok(present.presentMarked(await addBookmark(services, await subscriberOf(request), asked, clock())));
    },
  );
  api.delete(
    '/api/playlist/bookmark',
    {
      schema: {
        ...schemaOf('Takes a bookmark off', s.removedReplySchema, ...CHANGING),
        body: s.removeBookmarkBodySchema,
      },
    },
    async (request) => {
      const which = { id: request.body.user_bookmark_id };
      return ok(
        present.presentRemoval(await removeFromList(services, await subscriberOf(request), 'bookmark', which, clock())),
      );
    },
  );

  // ORDER AND UNDO
  api.patch(
    '/api/playlist/:id/order',
    {
      schema: {
        ...schemaOf('Puts an entry of either playlist after another', s.orderReplySchema, ...CHANGING),
        params: s.orderParamsSchema,
        body: s.orderBodySchema,
      },
    },
    async (request) => {
      const { target_archive_Id: id, moved_archive_predecessor: predecessor } = request.body;
      if (id !== request.params.id)
        throw new DomainError('invalidParam', 'target_archive_Id does not match the entry in the URL');
      return ok(await orderPlaylistOf(services, await subscriberOf(request), { id, predecessor }));
    },
  );
  const orders = {
    userplaylist: 'playlist',
    favourite: 'favourite',
    history: 'history',
    bookmark: 'bookmark',
  } as const;
  for (const [name, kind] of Object.entries(orders))
    api.patch(
      `/api/playlist/${name}order`,
      {
        schema: {
          ...schemaOf(`Puts an entry of ${name} after another`, s.orderReplySchema, ...CHANGING),
          body: s.orderBodySchema,
        },
      },
      async (request) => {
        const { target_archive_Id: id, moved_archive_predecessor: predecessor } = request.body;
        return ok(await orderList(services, await subscriberOf(request), kind, { id, predecessor }));
      },
    );
  api.post(
    '/api/playlist/undo',
    {
      schema: {
        ...schemaOf(
          'Puts back what was taken off a list',
          s.undoneReplySchema,
          ...CHANGING,
          'playlistFull',
          'playlistHasItem',
          'tooManyBookmarks',
        ),
        body: s.undoBodySchema,
      },
    },
    async (request) =>
      ok(present.presentUndone(await undoRemoval(services, await subscriberOf(request), request.body, clock()))),
  );
}

/** Where in the playlist something is added, and with which neighbours. */
const insertionOf = (body: z.infer<typeof s.favouriteToPlaylistBodySchema>) => ({
  afterEntryId: body.user_playlist_id,
  direction: body.direction,
  exceptEntryIds: body.exclude_user_playlist_id_list,
});
