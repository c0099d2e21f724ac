import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { getSavedBroadcast, type BroadcastNeighbours } from '#domain/archive/staff-lists.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { listCuesForStaff } from './transcripts.ts';

const CUES_A_PAGE = 500;
const MAX_FOUND = 50;
const idParams = z.object({ id: z.coerce.number().int().min(1).max(MAX_ID) });
const cueSchema = z.object({ cue_id: z.number().int(), starts_ts: z.number(), ends_ts: z.number(), words: z.string() });
const songSchema = z.object({
  mark_id: z.number().int(),
  starts_ts: z.number(),
  ends_ts: z.number().nullable().describe('Null: it still sounds, or its end was not reported'),
  title: z.string(),
  artist: z.string(),
  is_withdrawn: z.boolean(),
  is_by_hand: z.boolean().describe('Reports of the automation change only its times'),
});
const positionSchema = z
  .string()
  .regex(/^\d{1,14}~\d{1,15}$/)
  .transform((text) => {
    const [startsAtMs = '', id = ''] = text.split('~');
    return { startsAtMs: Number(startsAtMs), id: Number(id) };
  })
  .refine(({ startsAtMs }) => startsAtMs <= Date.UTC(2100, 0), 'is too late');

/** Transcript and songs of a broadcast in any state. */
export async function wordsStaffApi(
  app: FastifyInstance,
  { db, neighbours }: { db: Db; neighbours: Pick<BroadcastNeighbours, 'listSongMarks'> },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['archive'];
  const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound');
  const guard = staffOnly('archive.see');

  api.get(
    '/api/staff/archive/:id/transcript',
    {
      schema: {
        tags,
        summary: 'Transcript of a broadcast in order of time, five hundred cues at once, or what contains a word',
        params: idParams,
        querystring: z.object({
          after: positionSchema
            .optional()
            .describe('`next_after` of the page before; or Unix milliseconds and `~0`: cues that start from then on'),
          q: z
            .string()
            .trim()
            .min(1)
            .max(100)
            .refine((text) => !text.includes('\0'))
            .optional()
            .describe('Words in any case and width; the first fifty cues that contain them'),
        }),
        response: {
          200: wrapped(z.object({ items: z.array(cueSchema), next_after: z.string().nullable() })),
          ...refused,
        },
      },
      ...guard,
    },
    async ({ params: { id }, query: { after, q } }) => {
      const limit = q === undefined ? CUES_A_PAGE : MAX_FOUND;
      const { items, next } = await listCuesForStaff(db, await getSavedBroadcast({ db }, id), { after, q, limit });
      return ok({
        items: items.map(({ id: cueId, startsAt, endsAt, words }) => ({
          cue_id: cueId,
          starts_ts: unixSeconds(startsAt),
          ends_ts: unixSeconds(endsAt),
          words,
        })),
        next_after: next && `${next.startsAtMs}~${next.id}`,
      });
    },
  );
  api.get(
    '/api/staff/archive/:id/songs',
    {
      schema: {
        tags,
        summary: 'Songs that began in a broadcast, in order, also withdrawn ones; those of a day at most',
        params: idParams,
        response: { 200: wrapped(z.object({ items: z.array(songSchema) })), ...refused },
      },
      ...guard,
    },
    async ({ params: { id } }) => {
      const { streamId, startsAt, endsAt } = await getSavedBroadcast({ db }, id);
      const marks = await neighbours.listSongMarks(db, streamId, startsAt, endsAt);
      return ok({
        items: marks.map((mark) => ({
          mark_id: mark.markId,
          starts_ts: unixSeconds(mark.startsAt),
          ends_ts: mark.endsAt && unixSeconds(mark.endsAt),
          title: mark.title,
          artist: mark.artist,
          is_withdrawn: mark.isWithdrawn,
          is_by_hand: mark.isByHand,
        })),
      });
    },
  );
}
