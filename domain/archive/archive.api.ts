import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ReadDb } from '#db/database.ts';
import { playQuerySchema } from '#domain/playback/play-query.schema.ts';
import { DomainError } from '#shared/domain-error.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, PUBLIC_CONTENT, refusals, wrapped } from '#shared/http/reply.ts';
import { secretOf, SESSION_COOKIES } from '#shared/http/session-cookie.ts';
import { playingDevice } from '#domain/playback/playing-device.rules.ts';
import { listInstantQueue, playSection, presentPosition, type PlayServices } from './playing/archive-play.ts';
import { getSection, listClassicSections, listProgramSections, sectionAt } from './archive.ts';
import { listBegun, positionsInSections } from './playing/own-positions.ts';
import { presentPlaylistItem, presentSection } from './archive.present.ts';
import { listMostHeard } from './replay-lists.ts';
import { listTranscript } from './words/transcripts.ts';
import { listUnheard } from './playing/unheard.ts';
import {
  begunQuerySchema,
  begunReplySchema,
  instantPlaylistBodySchema,
  instantPlaylistReplySchema,
  momentQuerySchema,
  mostViewedQuerySchema,
  momentReplySchema,
  noticedReplySchema,
  ownPositionsReplySchema,
  positionsQuerySchema,
  playCallReplySchema,
  programParamsSchema,
  sectionParamsSchema,
  sectionsQuerySchema,
  sectionsReplySchema,
  transcriptReplySchema,
  unheardReplySchema,
} from './archive.schema.ts';

const tags = ['playlist and archive'];

/** Lists of replays, the same for everyone, and calls that play them. */
export async function archiveApi(
  app: FastifyInstance,
  { services, readDb, clock }: { services: PlayServices; readDb: ReadDb; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const { settings } = services;

  api.get(
    '/api/programarchives/classicarchivelist',
    {
      schema: {
        tags,
        summary: 'Classics, newest first',
        querystring: sectionsQuerySchema,
        response: { 200: wrapped(sectionsReplySchema), ...refusals('invalidParam') },
      },
    },
    async ({ query }, reply) => {
      const now = clock();
      const sections = await listClassicSections(readDb, query);
      void reply.header('cache-control', PUBLIC_CONTENT);
      return ok({ items: sections.map((section) => presentSection(section, settings, now)) });
    },
  );

  api.get(
    '/api/programarchives/listwithnotice/:programId',
    {
      schema: {
        tags,
        summary: 'Replays of a programme, newest first, with their descriptions',
        params: programParamsSchema,
        querystring: sectionsQuerySchema,
        response: { 200: wrapped(noticedReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    async ({ params, query }, reply) => {
      const now = clock();
      const { sections, notice } = await listProgramSections(readDb, params.programId, query);
      void reply.header('cache-control', PUBLIC_CONTENT);
      const items = sections.map((section) => presentSection(section, settings, now));
      return ok(notice === null ? { items } : { items, notice });
    },
  );

  api.get(
    '/api/programarchives/mostviewed',
    {
      schema: {
        tags,
        summary: 'Most heard replays of the last seven days',
        querystring: mostViewedQuerySchema,
        response: { 200: wrapped(sectionsReplySchema), ...refusals('invalidParam') },
      },
    },
    async ({ query }, reply) => {
      const now = clock();
      const { replays } = await listMostHeard({ db: readDb, now }, { streamIds: CHANNEL_IDS, limit: query.limit });
      void reply.header('cache-control', PUBLIC_CONTENT);
      const first = replays.flatMap(({ sections }) => sections.slice(0, 1));
      return ok({ items: first.map((section) => presentSection(section, settings, now)) });
    },
  );

  api.get(
    '/api/programarchives/:programId',
    {
      schema: {
        tags,
        summary: 'Replays of a programme, newest first',
        params: programParamsSchema,
        querystring: sectionsQuerySchema,
        response: { 200: wrapped(sectionsReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    async ({ params, query }, reply) => {
      const now = clock();
      const { sections } = await listProgramSections(readDb, params.programId, query);
      void reply.header('cache-control', PUBLIC_CONTENT);
      return ok({ items: sections.map((section) => presentSection(section, settings, now)) });
    },
  );

  api.get(
    '/api/programarchives/at',
    {
      schema: {
        tags,
        summary: 'The section that contains an instant of a stream, such as the same minute on another channel',
        querystring: momentQuerySchema,
        response: { 200: wrapped(momentReplySchema), ...refusals('invalidParam') },
      },
    },
    async ({ query }, reply) => {
      const section = await sectionAt(readDb, query.stream, query.at);
      void reply.header('cache-control', PUBLIC_CONTENT);
      return ok({ item: section === undefined ? null : presentSection(section, settings, clock()) });
    },
  );

  api.get(
    '/api/programarchives/transcript/:id',
    {
      schema: {
        tags,
        summary: 'Transcript of a section, if its programme publishes it',
        params: sectionParamsSchema,
        response: { 200: wrapped(transcriptReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    async ({ params }, reply) => {
      const section = await getSection(readDb, params.id);
      if (section === undefined) throw new DomainError('dataNotFound');
      const lines = await listTranscript(readDb, section);
      void reply.header('cache-control', PUBLIC_CONTENT);
      return ok({
        lines: lines.map(({ startsAt, endsAt, words }) => ({
          start_ts: unixSeconds(startsAt),
          end_ts: unixSeconds(endsAt),
          words,
        })),
      });
    },
  );

  api.get(
    '/api/programarchives/playback/:id',
    {
      schema: {
        tags,
        summary: 'Signed URLs of a section’s audio, if the caller may play it',
        params: sectionParamsSchema,
        querystring: playQuerySchema,
        response: {
          200: wrapped(playCallReplySchema),
          ...refusals(
            'invalidParam',
            'notAuthenticated',
            'needsPlan',
            'dataNotFound',
            'fileNotFound',
            'functionSuspended',
            'noRightToPlay',
            'tooManyKnownDevices',
            'tooManyDevices',
          ),
        },
      },
    },
    async (request, reply) => {
      const { device_key, device_name, take_over_lease, take_over_epoch } = request.query;
      if ((take_over_lease === undefined) !== (take_over_epoch === undefined))
        throw new DomainError('invalidParam', 'take_over_lease and take_over_epoch must be given together');
      void reply.header('cache-control', 'private, no-store');
      const actor = await request.actor();
      const userAgent = request.headers['user-agent'];
      const asked = {
        sectionId: request.params.id,
        device: playingDevice(actor, { key: device_key, name: device_name, userAgent }),
        takeOver: take_over_lease && take_over_epoch ? { leaseId: take_over_lease, epoch: take_over_epoch } : undefined,
        sessionToken: secretOf(request.headers.cookie, SESSION_COOKIES.session),
      };
      const playing = await playSection(services, actor, asked, { now: clock() });
      return ok({ ...playing, ...playing.items[0] });
    },
  );

  api.get(
    '/api/programarchives/places',
    {
      schema: {
        tags,
        summary: 'Playback positions of the member by section',
        querystring: positionsQuerySchema,
        response: {
          200: wrapped(ownPositionsReplySchema),
          ...refusals('invalidParam', 'notAuthenticated', 'needsPlan'),
        },
      },
    },
    async (request, reply) => {
      void reply.header('cache-control', 'private, no-store');
      const found = await positionsInSections(services, await request.actor(), request.query.ids);
      const places = found.map(({ askedId, position }) => ({
        item_id: askedId,
        ...presentPosition(position),
        other: position.other && presentPosition(position.other),
      }));
      return ok({ places });
    },
  );

  api.get(
    '/api/programarchives/begun',
    {
      schema: {
        tags,
        summary: 'Sections in progress',
        querystring: begunQuerySchema,
        response: { 200: wrapped(begunReplySchema), ...refusals('invalidParam', 'notAuthenticated', 'needsPlan') },
      },
    },
    async (request, reply) => {
      const now = clock();
      void reply.header('cache-control', 'private, no-store');
      const begun = await listBegun(services, await request.actor(), request.query, now);
      return ok({
        items: begun.map(({ section, at }) => ({
          ...presentSection(section, settings, now),
          at_ts: unixSeconds(at),
        })),
      });
    },
  );

  api.get(
    '/api/programarchives/unheard/:id',
    {
      schema: {
        tags,
        summary: 'Parts of a section’s broadcast that the member has not heard',
        params: sectionParamsSchema,
        response: {
          200: wrapped(unheardReplySchema),
          ...refusals('invalidParam', 'notAuthenticated', 'needsPlan', 'dataNotFound', 'noRightToPlay'),
        },
      },
    },
    async (request, reply) => {
      void reply.header('cache-control', 'private, no-store');
      const unheard = await listUnheard(services, await request.actor(), request.params.id, clock());
      return ok({
        is_paused: unheard === null,
        spans: (unheard ?? []).map(({ sectionId, from, to }) => ({
          item_id: sectionId,
          from_ts: from / 1000,
          to_ts: to / 1000,
        })),
      });
    },
  );

  api.post(
    '/api/programarchives/getinstantplaylist',
    {
      schema: {
        tags,
        summary: 'Sections of a broadcast, starting from one of them',
        body: instantPlaylistBodySchema,
        response: {
          200: wrapped(instantPlaylistReplySchema),
          ...refusals(
            'invalidParam',
            'notAuthenticated',
            'needsPlan',
            'dataNotFound',
            'functionSuspended',
            'noRightToPlay',
          ),
        },
      },
    },
    async (request, reply) => {
      const now = clock();
      const { program_archive_id: archiveId, program_archive_section_id: sectionId } = request.body;
      const sections = await listInstantQueue(services, await request.actor(), { archiveId, sectionId }, { now });
      void reply.header('cache-control', 'private, no-store');
      return ok({ items: sections.map((section) => presentPlaylistItem(section, settings, now)) });
    },
  );
}
