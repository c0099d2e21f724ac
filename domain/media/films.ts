import { createHash, randomUUID } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible } from '#shared/staff/refusals.ts';
import { encodeHourIndex, HOUR_MS, type PackedSegment } from './hour-index.rules.ts';
import { DUE_AT_ONCE, findOrAddInit, savePack } from './kept-sound.store.ts';
import { startTimeline } from './media.store.ts';
import * as store from './stream.store.ts';
import { peakBitsPerSecond, streamOf } from './streams.rules.ts';
import { placedSegments, TAPE_STARTS_AT, type Tape, type TapeDeps, type TapeTrack } from './tapes.ts';
import { addDiscards, DRAFT_LIFE_MS, withdrawDiscard } from './upload.store.ts';

/** The film in one rendition: `v21`, `v24`, `v25` with audio in each, or `audio` alone. */
export interface FilmTrack extends TapeTrack {
  /** Size of the picture. Null: audio only. */
  size: { width: number; height: number } | null;
}

/** Captions in one language: a WebVTT file whose times start with the film. */
export interface FilmCaption {
  /** BCP 47, such as `zh-HK`. */
  language: string;
  label: string;
  text: string;
}

type FilmSegment = Omit<PackedSegment, 'offset' | 'initId'>;

interface StoredHour {
  startsAt: number;
  storageKey: string;
  segments: FilmSegment[];
}

interface StoredTrack {
  track: FilmTrack;
  initKey: string;
  hours: StoredHour[];
  endsAt: number;
}

const hourOf = (instant: number): number => Math.floor(instant / HOUR_MS) * HOUR_MS;

/** Stores a track as hourly packs, each registered as a draft first. */
async function storeTrack(
  { db, storage, now }: TapeDeps,
  { track, from, targetMs, folder }: { track: FilmTrack; from: number; targetMs: number; folder: string },
): Promise<StoredTrack> {
  const dueAt = new Date(now.getTime() + DRAFT_LIFE_MS);
  const put = async (key: string, bytes: Buffer | AsyncIterable<Buffer>) => {
    await addDiscards(db, [key], dueAt);
    await storage.put(key, bytes);
  };
  const initKey = `${folder}/${track.rendition}/init.mp4`;
  await put(initKey, track.init.bytes);
  const hours: StoredHour[] = [];
  const source = placedSegments(track, { from, targetMs, now: now.getTime() });
  let next = await source.next();
  async function* bytesOf({ startsAt, segments }: StoredHour): AsyncGenerator<Buffer> {
    while (next.done !== true && hourOf(next.value.startsAt) === startsAt) {
      const { bytes, run: _run, ...segment } = next.value;
      segments.push({ ...segment, bytes: bytes.length });
      yield bytes;
      next = await source.next();
    }
  }
  while (next.done !== true) {
    const storageKey = `${folder}/${track.rendition}/${hours.length}.m4s`;
    const hour: StoredHour = { startsAt: hourOf(next.value.startsAt), storageKey, segments: [] };
    await put(storageKey, bytesOf(hour));
    hours.push(hour);
  }
  const last = hours.at(-1)?.segments.at(-1);
  if (last === undefined) throw new DomainError('invalidParam', 'the film has no segments');
  return { track, initKey, hours, endsAt: last.startsAt + last.durationMs };
}

async function isStillThere(tx: Tx, keys: readonly string[]): Promise<void> {
  for (const key of keys)
    if (!(await withdrawDiscard(tx, key)))
      throw new DomainError('unavailable', 'the import took too long; its uploads have expired');
}

async function placeTrack(
  tx: Tx,
  { streamId, targetMs }: { streamId: number; targetMs: number },
  { track, initKey, hours }: StoredTrack,
): Promise<void> {
  const { rendition, init, size } = track;
  const { codecs, timescale } = init;
  const sha256 = createHash('sha256').update(init.bytes).digest('hex');
  await isStillThere(tx, [initKey, ...hours.map(({ storageKey }) => storageKey)]);
  const described = { streamId, rendition, sha256, codecs, timescale, storageKey: initKey, ...size };
  const initId = await findOrAddInit(tx, described);
  const all = hours.flatMap(({ segments }) => segments);
  const totals = {
    totalBytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    totalMs: all.reduce((sum, { durationMs }) => sum + durationMs, 0),
  };
  for (const { startsAt, storageKey, segments } of hours) {
    await savePack(tx, {
      streamId,
      rendition,
      startsAt: new Date(startsAt),
      firstSequence: segments[0]!.sequence,
      lastSequence: segments.at(-1)!.sequence,
      storageKey,
      bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0),
      index: Buffer.from(
        encodeHourIndex(
          startsAt,
          segments.map((segment) => ({ ...segment, initId })),
        ),
      ),
      // Due at once, so that retention removes it unless something keeps it.
      reviewAt: DUE_AT_ONCE,
    });
  }
  await startTimeline(tx, streamId, rendition, {
    nextSequence: all.length,
    peakBitsPerSecond: peakBitsPerSecond(all, targetMs),
    ...totals,
  });
}

/** End of the last cue of a WebVTT file. Throws if it is not WebVTT. */
export function captionEndMs(text: string): number {
  if (!/^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(text)) throw new DomainError('invalidParam', 'captions: not a WebVTT file');
  let end = 0;
  for (const [, hours = '0', minutes, seconds] of text.matchAll(/-->\s+(?:(\d{2,}):)?([0-5]\d):([0-5]\d\.\d{3})/g))
    end = Math.max(end, (Number(hours) * 60 + Number(minutes)) * 60_000 + Math.round(Number(seconds) * 1_000));
  if (end === 0) throw impossible('no-cues');
  return end;
}

/** Maps cue times to the film's timeline. Native players require this header; browsers ignore it. */
const withClock = (text: string): string =>
  text.replace(/^\uFEFF?(WEBVTT[^\r\n]*)(\r?\n)/, '$1$2X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0$2');

/**
 * Imports a film, or the recording of an event, as a stream of its own consisting of the packs that are served. Atomic:
 * an aborted import leaves nothing behind and can be repeated. `keep` runs in the same transaction and must call
 * `keepSound`, as retention removes what nothing keeps; it may also write related rows.
 */
export async function importFilm<T>(
  deps: TapeDeps,
  {
    name,
    kind = 'film',
    startsAt = new Date(TAPE_STARTS_AT),
    captions = [],
  }: { name: string; kind?: 'film' | 'event'; startsAt?: Date; captions?: readonly FilmCaption[] },
  tracks: readonly FilmTrack[],
  keep: (tx: Tx, film: Tape) => Promise<T>,
): Promise<T> {
  const { db, storage, now } = deps;
  const { targetDurationMs: targetMs, ...kindOf } = streamOf(kind);
  const ladder = kindOf.ladder.filter((rendition) => tracks.some((track) => track.rendition === rendition));
  if (ladder.length === 0 || ladder.length !== tracks.length)
    throw new DomainError('invalidParam', 'a film must have video renditions, each exactly once');
  const folder = `films/${randomUUID()}`;
  const words = captions.map(({ language, label, text }, i) => ({
    row: { language, label, storageKey: `${folder}/words-${i}.vtt`, durationMs: captionEndMs(text) },
    bytes: Buffer.from(withClock(text)),
  }));
  const stored: StoredTrack[] = [];
  for (const track of tracks)
    stored.push(await storeTrack(deps, { track, from: startsAt.getTime(), targetMs, folder }));
  const keys = words.map(({ row }) => row.storageKey);
  await addDiscards(db, keys, new Date(now.getTime() + DRAFT_LIFE_MS));
  for (const { row, bytes } of words) await storage.put(row.storageKey, bytes);
  const to = new Date(Math.max(...stored.map(({ endsAt }) => endsAt)));
  return db.transaction(async (tx) => {
    const streamId = await store.insertStream(tx, { ...kindOf, ladder, targetDurationMs: targetMs, name });
    for (const one of stored) await placeTrack(tx, { streamId, targetMs }, one);
    await isStillThere(tx, keys);
    await store.insertCaptions(
      tx,
      streamId,
      words.map(({ row }) => row),
    );
    return keep(tx, { streamId, from: startsAt, to });
  });
}

/** A native player may still read the previous captions. */
const OLD_WORDS_LIFE_MS = 600_000;

/** Replaces the captions of an existing film in one language. */
export async function setFilmCaption(
  { db, storage, now }: TapeDeps,
  streamId: number,
  { language, label, text }: FilmCaption,
): Promise<void> {
  const durationMs = captionEndMs(text);
  const storageKey = `films/words/${randomUUID()}.vtt`;
  await addDiscards(db, [storageKey], new Date(now.getTime() + DRAFT_LIFE_MS));
  await storage.put(storageKey, Buffer.from(withClock(text)));
  await db.transaction(async (tx) => {
    await isStillThere(tx, [storageKey]);
    const old = await store.replaceCaption(tx, streamId, { language, label, storageKey, durationMs });
    if (old !== undefined) await addDiscards(tx, [old], new Date(now.getTime() + OLD_WORDS_LIFE_MS));
  });
}
