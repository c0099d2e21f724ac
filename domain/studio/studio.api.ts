import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { secretOf } from '#shared/http/session-cookie.ts';
import { MAX_ID } from '#shared/ids.ts';
import { markMoment, takeMarkBack } from './studio-marks.ts';
import { MAX_LATE_MS, MAX_TITLE_CHARS } from './studio.rules.ts';
import { enterStudio, getLink, readStudio } from './studio.ts';

const COOKIE = '__Host-studio';
const BODY_BYTES = 4 * 1024;

const ms = z.number().int().describe('Unix milliseconds');
const id = z.number().int().min(1).max(MAX_ID);
const pressKey = z
  .string()
  .regex(/^[\w-]{8,60}$/)
  .describe('Made for each press; the same again is the same mark');
const ageMs = z.number().int().min(0).max(MAX_LATE_MS).describe('How long ago the key was pressed');
const title = z
  .string()
  .trim()
  .min(1)
  .max(MAX_TITLE_CHARS)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'no text')
  .describe('Of the part that begins');
const press = { press_key: pressKey, title, age_ms: ageMs };
const song = z.object({ title: z.string(), artist: z.string(), starts_ms: ms, ends_ms: ms.nullable() });
const programme = z.object({ title: z.string(), starts_ms: ms, ends_ms: ms });
const mark = z.object({
  mark_id: z.number().int(),
  kind: z.enum(['moment', 'read-out']),
  title: z.string(),
  at_ms: ms,
});
const stateReply = z.object({
  now_ms: ms,
  channel: z.number().int(),
  screen: z.string(),
  on_air: programme,
  next: programme.nullable(),
  songs: z.object({ current: song.nullable(), former: z.array(song), next: song.nullable() }),
  listeners: z.number().int().describe('Of the last complete minutes'),
  letters: z.array(
    z.object({ letter_id: z.number().int(), name: z.string(), text: z.string(), read_out_ms: ms.nullable() }),
  ),
  marks: z.array(mark).describe('Of the programme on air'),
});
const refused = refusals('notAuthenticated', 'invalidParam');

type State = Awaited<ReturnType<typeof readStudio>>;
const presentProgramme = ({ programName, startsAtMs, endsAtMs }: State['current']) => ({
  title: programName,
  starts_ms: startsAtMs,
  ends_ms: endsAtMs,
});
const presentSong = ({ title: name, artist, startsAt, endsAt }: State['songs']['former'][number]) => ({
  title: name,
  artist,
  starts_ms: startsAt.getTime(),
  ends_ms: endsAt?.getTime() ?? null,
});
const presentMark = ({ id: markId, kind, title: name, at }: State['marks'][number]) => ({
  mark_id: markId,
  kind,
  title: name,
  at_ms: at.getTime(),
});

/** Calls of a studio screen. Its cookie opens these and nothing else, and that of a session of staff opens none of them. */
export async function studioApi(app: FastifyInstance, { db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['studio'];
  const linkOf = ({ headers }: FastifyRequest) => getLink(db, secretOf(headers.cookie, COOKIE), clock());

  api.post(
    '/api/studio/enter',
    {
      bodyLimit: BODY_BYTES,
      schema: {
        tags,
        summary: 'Exchanges the token of a link for a cookie',
        body: z.object({ token: z.string().min(1).max(100) }),
        response: { 200: wrapped(z.object({})), ...refused, ...refusals('tooManyRequests') },
      },
    },
    async ({ body: { token }, ip }, reply) => {
      const now = clock();
      const { endsAt } = await enterStudio(db, { token, remoteIp: ip }, now);
      const seconds = Math.floor((endsAt.getTime() - now.getTime()) / 1_000);
      const cookie = `${COOKIE}=${token}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Strict`;
      void reply.header('set-cookie', cookie);
      return ok({});
    },
  );
  api.get(
    '/api/studio/state',
    { schema: { tags, summary: 'What a screen shows', response: { 200: wrapped(stateReply), ...refused } } },
    async (request) => {
      const link = await linkOf(request);
      const now = clock();
      const { current, next, songs, listeners, letters, marks } = await readStudio({ db, now }, link);
      return ok({
        now_ms: now.getTime(),
        channel: link.channelId,
        screen: link.name,
        on_air: presentProgramme(current),
        next: next && presentProgramme(next),
        songs: {
          current: songs.current && presentSong(songs.current),
          former: songs.former.map(presentSong),
          next: songs.next && presentSong(songs.next),
        },
        listeners,
        letters: letters.map(({ id: letterId, name, text, readOutAt }) => ({
          letter_id: letterId,
          name,
          text,
          read_out_ms: readOutAt && readOutAt.getTime(),
        })),
        marks: marks.map(presentMark),
      });
    },
  );
  api.post(
    '/api/studio/marks',
    {
      bodyLimit: BODY_BYTES,
      schema: {
        tags,
        summary: 'Marks the instant of a press: a part of the replay begins there',
        body: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('moment'), ...press }),
          z.object({ kind: z.literal('read-out'), letter_id: id, ...press }),
        ]),
        response: { 200: wrapped(mark), ...refused, ...refusals('conflict', 'dataNotFound') },
      },
    },
    async (request) => {
      const link = await linkOf(request);
      const { body } = request;
      const letterId = body.kind === 'read-out' ? body.letter_id : null;
      const { kind, title: name, press_key: key, age_ms: age } = body;
      const given = { pressKey: key, kind, title: name, letterId, ageMs: age };
      return ok(presentMark(await markMoment({ db, now: clock() }, link, given)));
    },
  );
  api.post(
    '/api/studio/marks/:id/take-back',
    {
      bodyLimit: BODY_BYTES,
      schema: {
        tags,
        summary: 'Takes a mark of the programme on air back',
        params: z.object({ id: z.coerce.number().int().min(1).max(MAX_ID) }),
        body: z.object({}),
        response: { 200: wrapped(z.object({})), ...refused, ...refusals('conflict', 'dataNotFound') },
      },
    },
    async (request) => {
      const link = await linkOf(request);
      await takeMarkBack({ db, now: clock() }, link, request.params.id);
      return ok({});
    },
  );
}
