import { createHash, randomUUID } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import * as store from './kept-sound.store.ts';
import { startTimeline } from './media.store.ts';
import { maxSegmentMs, TARGET_DURATION_MS, type RenditionName } from './renditions.rules.ts';
import type { SegmentStorage } from './segment-storage.ts';
import { insertStream } from './stream.store.ts';
import { placeSegment, type Edge } from './timeline.rules.ts';
import { addDiscards, DRAFT_LIFE_MS, withdrawDiscard } from './upload.store.ts';

/** Default start of a tape's timeline: long before any window, so that it is never taken for live. */
export const TAPE_STARTS_AT = Date.UTC(2000, 0, 1);

/** Opens a stream for sound that was never live. Returns its number. */
export const openTape = (db: Db, { name }: { name: string }): Promise<number> =>
  insertStream(db, { kind: 'tape', name });

export interface TapeSegment {
  bytes: Buffer;
  durationMs: number;
  /** Its start on the clock of the encoding run (tfdt). */
  mediaStartMs: number;
}

/** The sound of a tape in one rendition. */
export interface TapeTrack {
  rendition: RenditionName;
  init: { bytes: Buffer; codecs: string; timescale: number };
  segments: AsyncIterable<TapeSegment> | Iterable<TapeSegment>;
}

export interface Tape {
  streamId: number;
  from: Date;
  to: Date;
}

export interface TapeDeps {
  db: Db;
  storage: SegmentStorage;
  now: Date;
}

/** A segment placed on a timeline of its own. */
interface PlacedBytes {
  sequence: number;
  discontinuity: number;
  startsAt: number;
  durationMs: number;
  run: number;
  bytes: Buffer;
}

/** Places the segments of a track consecutively, by the rules that apply to encoders. */
export async function* placedSegments(
  { segments }: TapeTrack,
  { from, targetMs, now }: { from: number; targetMs: number; now: number },
): AsyncGenerator<PlacedBytes, void> {
  let edge: Edge | undefined;
  let startsAt = from;
  let sequence = 0;
  let run = 0;
  for await (const { bytes, durationMs, mediaStartMs } of segments) {
    if (durationMs > maxSegmentMs(targetMs))
      throw new DomainError(
        'invalidParam',
        `segment duration of ${durationMs} ms exceeds the maximum of ${maxSegmentMs(targetMs)} ms`,
      );
    const candidate = { encoderId: 0, initId: 0, startsAt, durationMs, mediaStartMs };
    const placed = placeSegment(candidate, edge, undefined, { now, windowMs: Infinity, targetMs });
    if (placed.kind !== 'append') throw new DomainError('invalidParam', `cannot append a segment: ${placed.kind}`);
    const { discontinuity, newRun } = placed;
    if (newRun) run = sequence;
    yield { sequence, discontinuity, startsAt, durationMs, run, bytes };
    edge = { ...candidate, mediaEndMs: mediaStartMs + durationMs, discontinuity, indexedAt: now };
    startsAt += durationMs;
    sequence++;
  }
}

type PlacedRow = Omit<store.NewSegmentRow, 'initId' | 'streamId'>;

interface StoredTrack {
  track: TapeTrack;
  initKey: string;
  rows: PlacedRow[];
  endsAt: number;
}

/** Stores the bytes of a track, each registered as a draft first. */
async function storeTrack({ db, storage, now }: TapeDeps, track: TapeTrack, from: number): Promise<StoredTrack> {
  const dueAt = new Date(now.getTime() + DRAFT_LIFE_MS);
  const folder = `tapes/${randomUUID()}/${track.rendition}`;
  const keep = async (key: string, bytes: Buffer) => {
    await addDiscards(db, [key], dueAt);
    await storage.put(key, bytes);
  };
  const initKey = `${folder}/init.mp4`;
  await keep(initKey, track.init.bytes);
  const rows: PlacedRow[] = [];
  let endsAt = from;
  const placing = { from, targetMs: TARGET_DURATION_MS, now: now.getTime() };
  for await (const { bytes, startsAt, ...segment } of placedSegments(track, placing)) {
    const storageKey = `${folder}/${segment.sequence}.m4s`;
    await keep(storageKey, bytes);
    const { rendition } = track;
    rows.push({ ...segment, rendition, startsAt: new Date(startsAt), storageKey, bytes: bytes.length });
    endsAt = startsAt + segment.durationMs;
  }
  if (rows.length === 0) throw new DomainError('invalidParam', 'the tape has no segments');
  return { track, initKey, rows, endsAt };
}

async function placeTrack(tx: Tx, streamId: number, { track, initKey, rows }: StoredTrack): Promise<void> {
  const { rendition, init } = track;
  const { codecs, timescale } = init;
  const sha256 = createHash('sha256').update(init.bytes).digest('hex');
  const initId = await store.findOrAddInit(tx, { streamId, rendition, sha256, codecs, timescale, storageKey: initKey });
  for (const key of [initKey, ...rows.map(({ storageKey }) => storageKey)])
    if (!(await withdrawDiscard(tx, key)))
      throw new DomainError('unavailable', 'the import took too long; its uploads have expired');
  await store.insertSegmentRows(
    tx,
    rows.map((row) => ({ ...row, streamId, initId })),
  );
  await startTimeline(tx, streamId, rendition, { nextSequence: rows.length });
}

/**
 * Imports sound that was never live as a tape of its own. Atomic: an aborted import leaves nothing behind. `keep` runs
 * in the same transaction and must say what it is kept for, as retention removes what nothing keeps.
 */
export async function importTape<T>(
  deps: TapeDeps,
  { name, startsAt = new Date(TAPE_STARTS_AT) }: { name: string; startsAt?: Date },
  tracks: readonly TapeTrack[],
  keep: (tx: Tx, tape: Tape) => Promise<T>,
): Promise<T> {
  const stored: StoredTrack[] = [];
  for (const track of tracks) stored.push(await storeTrack(deps, track, startsAt.getTime()));
  const to = new Date(Math.max(...stored.map(({ endsAt }) => endsAt)));
  return deps.db.transaction(async (tx) => {
    const streamId = await insertStream(tx, { kind: 'tape', name });
    for (const one of stored) await placeTrack(tx, streamId, one);
    return keep(tx, { streamId, from: startsAt, to });
  });
}
