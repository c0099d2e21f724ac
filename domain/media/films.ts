import { createHash } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import type { MeasuredRendition } from '#db/tables/media.ts';
import { DomainError } from '#shared/domain-error.ts';
import { FILM_RENDITIONS, type FilmRendition } from './film-renditions.rules.ts';
import * as store from './films.store.ts';
import { encodeHourIndex, HOUR_MS } from './hour-index.rules.ts';
import { insertStream, savePack } from './kept-sound.store.ts';
import { MAX_SEGMENT_MS, TARGET_DURATION_MS } from './renditions.rules.ts';
import type { SegmentStorage } from './segment-storage.ts';
import { TAPE_STARTS_AT } from './tapes.ts';
import { addDiscards, DRAFT_LIFE_MS, withdrawDiscard } from './upload.store.ts';

export type { MeasuredRendition, SegmentStorage };

/** Where the timeline of every film begins. */
export const FILM_STARTS_AT = TAPE_STARTS_AT;

/** What a film may be had in, the best first, as it was measured; undefined where there is no such film. */
export async function filmRenditions(
  db: Db,
  streamId: number,
): Promise<{ name: string; renditions: (MeasuredRendition & { name: FilmRendition })[] } | undefined> {
  const film = await store.findFilmStream(db, streamId);
  return (
    film && {
      name: film.name,
      renditions: FILM_RENDITIONS.flatMap((name) => {
        const measured = film.renditions[name];
        return measured ? [{ name, ...measured }] : [];
      }),
    }
  );
}

export interface CodedSegment {
  durationMs: number;
  /** Where it starts on the clock of whoever coded it (tfdt). */
  mediaStartMs: number;
  bytes: number;
}

/** A rendition as it was coded: an init and segments, one after the other from nought. */
export interface CodedTrack {
  init: { bytes: Buffer; codecs: string; timescale: number };
  segments: readonly CodedSegment[];
  /** The bytes of some segments in a row, as often as they are asked for. */
  read(first: number, count: number): AsyncIterable<Buffer>;
}

export interface FilmTrack extends CodedTrack {
  rendition: FilmRendition;
  /** Null of sound alone. */
  resolution: string | null;
  frameRate: number | null;
}

interface Placed {
  sequence: number;
  startsAt: number;
  durationMs: number;
  discontinuity: number;
  bytes: number;
}

/** What of a track begins in an hour. */
interface Hour {
  first: number;
  placed: Placed[];
}

interface Pack {
  startsAt: Date;
  storageKey: string;
  segments: Placed[];
}

/** A rendition whose bytes are stored and belong to nobody yet: they go by themselves within the hour. */
export interface StoredFilmTrack {
  rendition: FilmRendition;
  init: { storageKey: string; sha256: string; codecs: string; timescale: number };
  packs: Pack[];
  measured: MeasuredRendition;
  endsAt: number;
}

interface Deps {
  db: Db;
  storage: SegmentStorage;
  now: Date;
}

/** Clocks that begin together and go on together; rounding to milliseconds is no gap. */
const CLOCK_TOLERANCE_MS = 25;
/** Renditions of one film end together but for a frame of sound or two. */
const ENDS_APART_MS = 100;

/** Segments as they lie on the timeline, by the hour that each begins in. */
function placedByHour({ rendition, segments }: FilmTrack): { hours: Map<number, Hour>; endsAt: number } {
  const hours = new Map<number, Hour>();
  let startsAt = FILM_STARTS_AT;
  for (const [sequence, { durationMs, mediaStartMs, bytes }] of segments.entries()) {
    if (durationMs > MAX_SEGMENT_MS || durationMs <= 0)
      throw new DomainError('invalidParam', `segment ${sequence} of ${rendition} lasts ${durationMs} ms`);
    if (Math.abs(FILM_STARTS_AT + mediaStartMs - startsAt) > CLOCK_TOLERANCE_MS)
      throw new DomainError('invalidParam', `segment ${sequence} of ${rendition} does not go on where the one before ends`);
    const hour = Math.floor(startsAt / HOUR_MS) * HOUR_MS;
    const found: Hour = hours.get(hour) ?? { first: sequence, placed: [] };
    found.placed.push({ sequence, startsAt, durationMs, discontinuity: 0, bytes });
    hours.set(hour, found);
    startsAt += durationMs;
  }
  if (hours.size === 0) throw new DomainError('invalidParam', `${rendition} has no segment`);
  return { hours, endsAt: startsAt };
}

/** RFC 8216, 4.3.4.2: the heaviest segment, and all of them. A last one that is short says nothing of what a line must carry. */
function measuredOf({ init, segments, resolution, frameRate }: FilmTrack): MeasuredRendition {
  const bitsOf = ({ bytes, durationMs }: CodedSegment) => Math.ceil((bytes * 8_000) / durationMs);
  const whole = segments.filter(({ durationMs }) => durationMs >= TARGET_DURATION_MS / 2);
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
  const durationMs = segments.reduce((sum, segment) => sum + segment.durationMs, 0);
  const averageBandwidth = bitsOf({ bytes, durationMs, mediaStartMs: 0 });
  return {
    codecs: init.codecs,
    bandwidth: Math.max(averageBandwidth, ...whole.map(bitsOf)),
    averageBandwidth,
    resolution,
    frameRate,
  };
}

async function sha256Of(parts: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of parts) hash.update(part);
  return hash.digest('hex');
}

const READ_BYTES = 4_194_304;

async function* stored(storage: SegmentStorage, key: string, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < size; start += READ_BYTES) {
    const part = await storage.get(key, { start, end: Math.min(start + READ_BYTES, size) });
    if (part === undefined) return;
    yield part;
  }
}

/** Stores bytes under their own name in a folder, noted as a draft before. What is there whole already stays. */
async function keep(
  { db, storage, now }: Deps,
  key: string,
  { sha256, size, read }: { sha256: string; size: number; read: () => AsyncIterable<Buffer> },
): Promise<void> {
  await store.renewDraft(db, key, new Date(now.getTime() + DRAFT_LIFE_MS));
  if (!(await storage.has(key))) await storage.put(key, read());
  // Read back and compared: what a disk did to it is told now, and not by who watches.
  if ((await sha256Of(stored(storage, key, size))) === sha256) return;
  await storage.remove(key);
  throw new Error(`${key} does not read as it was written`);
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/**
 * Stores the bytes of a rendition, an object an hour, each under the hash of its bytes: who was killed and comes again finds
 * what is there. Nothing of it can be seen before `placeFilm`, and what nobody places goes by itself.
 */
export async function storeFilmTrack(deps: Deps, folder: string, track: FilmTrack): Promise<StoredFilmTrack> {
  const { rendition, init } = track;
  const { hours, endsAt } = placedByHour(track);
  const initSha256 = createHash('sha256').update(init.bytes).digest('hex');
  const initKey = `films/${folder}/${rendition}/${initSha256}.mp4`;
  await keep(deps, initKey, { sha256: initSha256, size: init.bytes.length, read: () => once(init.bytes) });
  const packs: Pack[] = [];
  for (const [hour, { first, placed }] of hours) {
    const read = () => track.read(first, placed.length);
    const sha256 = await sha256Of(read());
    const storageKey = `films/${folder}/${rendition}/${sha256}.m4s`;
    await keep(deps, storageKey, { sha256, size: placed.reduce((sum, { bytes }) => sum + bytes, 0), read });
    packs.push({ startsAt: new Date(hour), storageKey, segments: placed });
  }
  const { codecs, timescale } = init;
  return { rendition, init: { storageKey: initKey, sha256: initSha256, codecs, timescale }, packs, measured: measuredOf(track), endsAt };
}

/** Renditions between which a player changes have the same instants. */
function assertAligned(tracks: readonly StoredFilmTrack[]): void {
  const startsOf = ({ packs }: StoredFilmTrack) => packs.flatMap(({ segments }) => segments.map(({ startsAt }) => startsAt));
  const [first, ...others] = tracks.map((track) => ({ track, starts: startsOf(track) }));
  for (const { track, starts } of others) {
    const { rendition } = track;
    const isAligned =
      starts.length === first!.starts.length &&
      starts.every((at, i) => Math.abs(at - first!.starts[i]!) <= CLOCK_TOLERANCE_MS) &&
      Math.abs(track.endsAt - first!.track.endsAt) <= ENDS_APART_MS;
    if (!isAligned)
      throw new DomainError('invalidParam', `${rendition} is not cut where ${first!.track.rendition} is`);
  }
}

/** Makes a film of what was stored, whole or not at all: from the commit on its stream is there. */
export async function placeFilm(
  tx: Tx,
  { name, tracks }: { name: string; tracks: readonly StoredFilmTrack[] },
): Promise<{ streamId: number; durationMs: number }> {
  const [first] = tracks;
  if (first === undefined) throw new DomainError('invalidParam', 'a film has a rendition');
  assertAligned(tracks);
  const renditions = Object.fromEntries(tracks.map(({ rendition, measured }) => [rendition, measured]));
  const streamId = await insertStream(tx, { kind: 'film', name, renditions });
  for (const { rendition, init, packs } of tracks) {
    for (const key of [init.storageKey, ...packs.map(({ storageKey }) => storageKey)])
      if (!(await withdrawDiscard(tx, key))) throw new DomainError('unavailable', 'what was stored has gone meanwhile');
    const initId = await store.insertInit(tx, { streamId, rendition, ...init });
    for (const { startsAt, storageKey, segments } of packs)
      await savePack(tx, {
        streamId,
        rendition,
        startsAt,
        storageKey,
        firstSequence: segments[0]!.sequence,
        lastSequence: segments.at(-1)!.sequence,
        bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0),
        index: Buffer.from(encodeHourIndex(startsAt.getTime(), segments.map((segment) => ({ ...segment, initId })))),
        reviewAt: null,
      });
    await store.insertTimeline(tx, streamId, rendition, packs.at(-1)!.segments.at(-1)!.sequence + 1);
  }
  return { streamId, durationMs: first.endsAt - FILM_STARTS_AT };
}

/** Who is watching has what was sent; the next segment is not there any more. */
const LET_GO_MS = 600_000;

/** Takes a film away. Its number is never given to another. */
export async function dropFilm(tx: Tx, { now }: { now: Date }, streamId: number): Promise<void> {
  await addDiscards(tx, await store.deleteFilm(tx, streamId), new Date(now.getTime() + LET_GO_MS));
}
