import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { CHANNEL_IDS, isChannelId } from '#shared/enums.ts';
import { isDayHk, unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { contentPaths } from '#shared/paths/content-paths.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import {
  getBroadcastForStaff,
  getSoundLanes,
  listBroadcastsForStaff,
  listProgramNames,
  listSuspensions,
  type BroadcastNeighbours,
} from './staff-lists.ts';

const LISTED = 50;
const STATES = ['shown', 'ended', 'taken_down'] as const;
const idParams = z.object({ id: z.coerce.number().int().min(1).max(MAX_ID) });
const broadcastSchema = z.object({
  archive_id: z.number().int(),
  program_id: z.number().int(),
  program_title: z.string(),
  stream_id: z.number().int(),
  day: z.string(),
  starts_ts: z.number(),
  ends_ts: z.number(),
  is_over: z.boolean().describe('False: it grows'),
  is_classic: z.boolean(),
  title: z.string().nullable().describe('In place of the programme’s'),
  state: z.enum(STATES),
  available_until_ts: z.number().nullable(),
  source: z.enum(['clock', 'automation', 'staff', 'import']).describe('Of its edges'),
});
const spanSchema = z.object({ starts_ts: z.number(), ends_ts: z.number() });
const whole = z.number().int();
const detailSchema = z.object({
  broadcast: broadcastSchema,
  beside: z
    .object({ before: broadcastSchema.nullable(), after: broadcastSchema.nullable() })
    .describe('The broadcasts before and after it on its channel; of a tape, among the tapes of its programme'),
  sections: z.array(
    spanSchema.extend({
      section_id: whole,
      section_no: whole,
      title: z.string().nullable(),
      source: z.enum(['clock', 'automation', 'staff', 'import', 'studio']).describe('Of its beginning'),
    }),
  ),
  removals: z.array(spanSchema.extend({ removal_id: whole, why: z.enum(['rights', 'law', 'error']) })),
  cues: whole,
  songs: whole,
  pointed: z
    .object({ playlists: whole, history: whole, bookmarks: whole, feeds: whole, listeners: whole })
    .describe('What members have that points into it'),
  public_url: z.string(),
});
const lanesSchema = z.object({
  from_ts: z.number().describe('Of the drawing: ten minutes before the broadcast'),
  to_ts: z.number(),
  reports: z.array(
    z.object({
      starts_ts: z.number(),
      ends_ts: z.number().nullable(),
      title: z.string().nullable(),
      is_part: z.boolean(),
    }),
  ),
  songs: z.array(
    z.object({ starts_ts: z.number(), ends_ts: z.number().nullable(), title: z.string(), artist: z.string() }),
  ),
  others: z
    .array(spanSchema.extend({ archive_id: whole, source: broadcastSchema.shape.source }))
    .describe('Other broadcasts in it'),
});
const positionSchema = z
  .string()
  .regex(/^-?\d{1,14}~\d{1,9}$/)
  .transform((text) => {
    const [startsAtMs = '', id = ''] = text.split('~');
    return { startsAtMs: Number(startsAtMs), id: Number(id) };
  });

type Row = Awaited<ReturnType<typeof listBroadcastsForStaff>>['items'][number];

const present = (row: Omit<Row, 'sections'>): z.output<typeof broadcastSchema> => ({
  archive_id: row.id,
  program_id: row.programId,
  program_title: row.programTitle,
  stream_id: row.streamId,
  day: row.dayHk,
  starts_ts: unixSeconds(row.startsAt),
  ends_ts: unixSeconds(row.endsAt),
  is_over: row.isOver,
  is_classic: row.programClass === 2,
  title: row.title,
  state: row.state,
  available_until_ts: row.availableUntil && unixSeconds(row.availableUntil),
  source: row.source,
});

const spanOf = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) => ({
  starts_ts: unixSeconds(startsAt),
  ends_ts: unixSeconds(endsAt),
});

/** Replays in any state, and functions that are suspended. */
export async function archiveStaffApi(
  app: FastifyInstance,
  { db, siteUrl, neighbours }: { db: Db; siteUrl: string; neighbours: BroadcastNeighbours },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['archive'];
  const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound');
  const guard = staffOnly('archive.see');

  api.get(
    '/api/staff/archive',
    {
      schema: {
        tags,
        summary: 'Broadcasts in any state, newest first, fifty at once',
        querystring: z.object({
          channel: z.coerce.number().refine(isChannelId).optional().describe(CHANNEL_IDS.join(', ')),
          program_id: idParams.shape.id.optional(),
          day: z.string().refine(isDayHk).optional().describe('A station day, from 05:00'),
          state: z.enum(STATES).optional(),
          after: positionSchema.optional().describe('`next_after` of the page before'),
        }),
        response: {
          200: wrapped(
            z.object({
              items: z.array(broadcastSchema.extend({ sections: whole })),
              next_after: z.string().nullable(),
            }),
          ),
          ...refused,
        },
      },
      ...guard,
    },
    async ({ query: { channel, program_id: programId, day: dayHk, state, after = null } }) => {
      const filter = { streamId: channel, programId, dayHk, state };
      const { items, next } = await listBroadcastsForStaff({ db }, filter, { after, limit: LISTED });
      return ok({
        items: items.map((row) => ({ ...present(row), sections: row.sections })),
        next_after: next && `${next.startsAtMs}~${next.id}`,
      });
    },
  );
  api.get(
    '/api/staff/archive/programs',
    {
      schema: {
        tags,
        summary: 'Programmes by title, for the filter',
        response: {
          200: wrapped(z.object({ items: z.array(z.object({ program_id: whole, title: z.string() })) })),
          ...refusals('notAuthenticated', 'forbidden'),
        },
      },
      ...guard,
    },
    async () => {
      const items = await listProgramNames({ db });
      return ok({ items: items.map(({ id, title }) => ({ program_id: id, title })) });
    },
  );
  api.get(
    '/api/staff/archive/:id',
    {
      schema: {
        tags,
        summary: 'A broadcast with its sections and removals, and what points into it',
        params: idParams,
        response: { 200: wrapped(detailSchema), ...refused },
      },
      ...guard,
    },
    async ({ params: { id } }) => {
      const found = await getBroadcastForStaff({ db, neighbours }, id);
      const { broadcast, beside, sections, removals, contains, pointed } = found;
      return ok({
        broadcast: present(broadcast),
        beside: { before: beside.before && present(beside.before), after: beside.after && present(beside.after) },
        sections: sections.map((section) => ({
          section_id: section.id,
          section_no: section.sectionNo,
          title: section.title,
          source: section.source,
          ...spanOf(section),
        })),
        removals: removals.map((removal) => ({ removal_id: removal.id, why: removal.why, ...spanOf(removal) })),
        ...contains,
        pointed,
        public_url: siteUrl + contentPaths.replay(broadcast.id),
      });
    },
  );
  api.get(
    '/api/staff/archive/:id/sound',
    {
      schema: {
        tags,
        summary: 'What is drawn beside the sound of a broadcast: what automation and songs say, and what is around it',
        params: idParams,
        response: { 200: wrapped(lanesSchema), ...refused },
      },
      ...guard,
    },
    async ({ params: { id } }) => {
      const { from, to, reports, songs, others } = await getSoundLanes({ db, neighbours }, id);
      const said = [
        ...reports.programmes.map((report) => ({ ...report, is_part: false })),
        ...reports.sections.map((report) => ({ ...report, is_part: true })),
      ];
      const openSpan = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date | null }) => ({
        starts_ts: unixSeconds(startsAt),
        ends_ts: endsAt && unixSeconds(endsAt),
      });
      return ok({
        from_ts: unixSeconds(from),
        to_ts: unixSeconds(to),
        reports: said.map((report) => ({ title: report.title, is_part: report.is_part, ...openSpan(report) })),
        songs: songs.map(({ title, artist, ...song }) => ({ title, artist, ...openSpan(song) })),
        others: others.map((other) => ({ archive_id: other.id, source: other.source, ...spanOf(other) })),
      });
    },
  );
  api.get(
    '/api/staff/functions',
    {
      schema: {
        tags,
        summary: 'Functions that are suspended, with the message to callers',
        response: {
          200: wrapped(
            z.object({ items: z.array(z.object({ name: z.string(), message: z.string(), since_ts: z.number() })) }),
          ),
          ...refusals('notAuthenticated', 'forbidden'),
        },
      },
      ...guard,
    },
    async () => {
      const items = await listSuspensions({ db });
      return ok({ items: items.map(({ name, message, since }) => ({ name, message, since_ts: unixSeconds(since) })) });
    },
  );
}
