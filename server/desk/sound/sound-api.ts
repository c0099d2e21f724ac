import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { getSavedBroadcast, listTakenDown } from '#domain/archive/staff-lists.ts';
import { SOUND_CHUNK_MS, SOUND_MARGIN_MS, WAVE_WINDOW_MS } from '#domain/archive/sound.rules.ts';
import { ToolError } from '#domain/film-making/film-tools.types.ts';
import type { SegmentStorage } from '#domain/media/media.ts';
import type { RenditionName } from '#domain/media/renditions.rules.ts';
import { createInits } from '#server/media/inits.ts';
import { createPodcastFiles, type PodcastFile } from '#server/media/podcast/podcast-files.ts';
import { createRemovals } from '#server/media/removals.ts';
import { createSoundDecoder } from '#server/outside/ffmpeg/ffmpeg.ts';
import { DomainError } from '#shared/domain-error.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { PEAK_HZ, PEAK_STEP_MS, peaksOf } from './peaks.ts';

const RENDITIONS: readonly RenditionName[] = ['a64', 'a128'];
/** Six thousand bytes each: some days of sound. */
const KEPT_WINDOWS = 1_000;
/** Sound of the last segments may still arrive. */
const SETTLED_MS = 60_000;

const params = z.object({ id: z.coerce.number().int().min(1).max(MAX_ID) });
const ms = z.coerce.number().int().min(0).max(Date.UTC(2100, 0));

/** Unix ms. */
interface SoundSpan {
  streamId: number;
  from: number;
  to: number;
}

export interface DeskSoundServices {
  db: Db;
  storage: SegmentStorage;
  clock: () => Date;
  /** Program that decodes sound. */
  ffmpeg: string;
}

/** The sound of a broadcast and of the minutes around it, for staff who cut it: pieces to play, and peaks to draw. */
export async function deskSoundApi(
  app: FastifyInstance,
  { db, storage, clock, ffmpeg }: DeskSoundServices,
): Promise<void> {
  const removals = createRemovals(db);
  const files = createPodcastFiles({ db, storage, removals, initOf: createInits(db), now: clock });
  const decode = createSoundDecoder(ffmpeg, PEAK_HZ);
  const windows = new LRUCache<string, Buffer>({ max: KEPT_WINDOWS });
  const inTurn = pLimit(1);
  const api = app.withTypeProvider<ZodTypeProvider>();
  const refused = refusals(
    'notAuthenticated',
    'forbidden',
    'invalidParam',
    'dataNotFound',
    'soundRemoved',
    'unavailable',
  );
  const guard = staffOnly('archive.see');

  /** What may be heard for a broadcast: its sound and the margin around it, Unix ms. */
  async function reachOf(id: number): Promise<SoundSpan> {
    const { streamId, startsAt, endsAt, state } = await getSavedBroadcast({ db }, id);
    if (state === 'taken_down') throw new DomainError('soundRemoved', 'the broadcast is taken down');
    await removals.read();
    return { streamId, from: startsAt.getTime() - SOUND_MARGIN_MS, to: endsAt.getTime() + SOUND_MARGIN_MS };
  }

  /** Broadcasts beside it that are taken down, Unix ms. */
  async function hiddenIn({ streamId, from, to }: SoundSpan): Promise<{ from: number; to: number }[]> {
    const rows = await listTakenDown({ db }, streamId, new Date(from), new Date(to));
    return rows.map(({ startsAt, endsAt }) => ({ from: startsAt.getTime(), to: endsAt.getTime() }));
  }

  async function fileOf(span: SoundSpan): Promise<PodcastFile | undefined> {
    for (const rendition of RENDITIONS) {
      const file = await files.find({ spans: [span], rendition });
      if (file !== undefined) return file;
    }
    return undefined;
  }

  api.get(
    '/api/staff/archive/:id/sound.m4a',
    {
      schema: {
        tags: ['archive'],
        summary: 'A piece of the sound, a minute at most, without what is removed; 204 if nothing is left',
        description: 'The header `sound-parts` tells what is where: air time, offset and length in ms of each part.',
        params,
        querystring: z.object({ from_ms: ms, to_ms: ms }),
      },
      ...guard,
    },
    async ({ params: { id }, query }, reply) => {
      const { from_ms: from, to_ms: to } = query;
      if (to - from > SOUND_CHUNK_MS) throw new DomainError('invalidParam', 'at most a minute');
      const reach = await reachOf(id);
      if (from < reach.from || to > reach.to || to <= from)
        throw new DomainError('invalidParam', 'the span is not of this broadcast');
      const span = { streamId: reach.streamId, from, to };
      for (const hidden of await hiddenIn(span))
        if (hidden.from > span.from) span.to = Math.min(span.to, hidden.from);
        else span.from = Math.max(span.from, hidden.to);
      const file = span.from < span.to ? await fileOf(span) : undefined;
      if (file === undefined) return reply.code(204).send();
      const parts = file.parts.map(({ startsAt, offsetMs, durationMs }) =>
        [startsAt, offsetMs, durationMs].map(Math.round),
      );
      return reply
        .headers({
          'content-type': 'audio/mp4',
          'content-length': file.bytes,
          'cache-control': 'private, no-store',
          'sound-parts': JSON.stringify(parts),
        })
        .send(Readable.from(files.read(file, { start: 0, end: file.bytes }), { objectMode: false }));
    },
  );

  async function peaksBetween(span: SoundSpan): Promise<Buffer> {
    const key = [span.streamId, span.from, removals.version].join('/');
    const there = windows.get(key);
    if (there !== undefined) return there;
    const file = await fileOf(span);
    if (file === undefined) return Buffer.alloc(0);
    const whole: Buffer[] = [];
    for await (const part of files.read(file, { start: 0, end: file.bytes })) whole.push(part);
    const peaks = peaksOf(file, await decode(Buffer.concat(whole)));
    if (span.to < clock().getTime() - SETTLED_MS) windows.set(key, peaks);
    return peaks;
  }

  api.get(
    '/api/staff/archive/:id/peaks',
    {
      schema: {
        tags: ['archive'],
        summary: 'Peaks of ten minutes of the sound, for a drawing',
        params,
        querystring: z.object({
          from_ms: ms.refine((from) => from % WAVE_WINDOW_MS === 0, 'is not the start of ten minutes'),
        }),
        response: {
          200: wrapped(
            z.object({
              step_ms: z.number().int(),
              values: z.string().describe('Base64; a byte a step, 0: no sound, 1 to 255: its peak; empty: none at all'),
            }),
          ),
          ...refused,
        },
      },
      ...guard,
    },
    async ({ params: { id }, query: { from_ms: from } }) => {
      const { streamId, ...reach } = await reachOf(id);
      // The first and last ten minutes reach beyond what is shown.
      const to = from + WAVE_WINDOW_MS;
      if (to <= reach.from || from >= reach.to)
        throw new DomainError('invalidParam', 'the span is not of this broadcast');
      try {
        const peaks = Buffer.from(await inTurn(() => peaksBetween({ streamId, from, to })));
        const stepOf = (at: number) => Math.min(peaks.length, Math.max(0, Math.floor((at - from) / PEAK_STEP_MS)));
        for (const hidden of await hiddenIn({ streamId, from, to }))
          peaks.fill(0, stepOf(hidden.from), stepOf(hidden.to + PEAK_STEP_MS - 1));
        return ok({ step_ms: PEAK_STEP_MS, values: peaks.toString('base64') });
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        app.log.warn({ err: error }, 'could not draw the sound of a broadcast');
        throw new DomainError('unavailable', error.message);
      }
    },
  );
}
