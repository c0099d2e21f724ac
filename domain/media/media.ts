import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import type { NamedSegment } from './encoder-playlist.rules.ts';
import * as encoders from './encoder.store.ts';
import type { InitRow } from './encoder.store.ts';
import * as store from './media.store.ts';
import type { StoredSegment } from './media.store.ts';
import { selectDueHours, selectOldHours } from './kept-sound.store.ts';
import { settleHour } from './packing.ts';
import { isRendition, type RenditionName } from './renditions.rules.ts';
import { peakBitsPerSecond, type MediaStream } from './streams.rules.ts';
import type { SegmentStorage } from './segment-storage.ts';
import { findStream } from './stream.store.ts';
import * as waiting from './upload.store.ts';
import type { UploadRow } from './upload.store.ts';
import { JITTER_MS, placeSegment, takeoverMs, type Edge } from './timeline.rules.ts';

export { findInit } from './encoder.store.ts';
export { SEGMENT_NOTICE, listTimelines, segmentsAfter, segmentsSince } from './media.store.ts';
export type { InitRow } from './encoder.store.ts';
export type { StoredSegment } from './media.store.ts';
export type { ByteRange, SegmentStorage } from './segment-storage.ts';

/** An encoder: one token for one stream. */
export interface Encoder {
  id: number;
  name: string;
  stream: MediaStream;
}

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The encoder that owns a token. Undefined if the token is unknown or revoked. */
export async function findEncoder({ db }: { db: Db }, token: string): Promise<Encoder | undefined> {
  const hash = sha256(token);
  const row = await encoders.findEncoderByHash(db, hash);
  if (row === undefined || !timingSafeEqual(Buffer.from(row.tokenHash, 'hex'), Buffer.from(hash, 'hex'))) {
    return undefined;
  }
  return { id: row.id, name: row.name, stream: row.stream };
}

const MIN_TOKEN_LENGTH = 32;

/** Adds an encoder, or updates the stream and token of the one with that name. Only the hash of the token is stored. */
export function registerEncoder(
  { db }: { db: Db },
  encoder: { streamId: number; name: string; token: string },
): Promise<number> {
  const { streamId, name, token } = encoder;
  if (token.length < MIN_TOKEN_LENGTH)
    throw new DomainError('invalidParam', `an encoder token must have at least ${MIN_TOKEN_LENGTH} characters`);
  return encoders.upsertEncoder(db, { streamId, name, tokenHash: sha256(token) });
}

/** Encoders of one stream or of all, including those with a revoked token. */
export const listEncoders = ({ db }: { db: Db }, streamId?: number): Promise<encoders.EncoderRow[]> =>
  encoders.selectEncoders(db, streamId);

/** Ends of the timelines of the radio channels, and their encoders, for staff. */
export async function soundHealth({ db }: { db: Db }): Promise<{
  edges: Awaited<ReturnType<typeof encoders.selectEdges>>;
  encoders: encoders.EncoderHealth[];
}> {
  const [edges, known] = await Promise.all([encoders.selectEdges(db), encoders.selectEncoderHealth(db)]);
  return { edges, encoders: known };
}

/** Names of the encoders that feed the renditions of a stream. */
export type Feeds = Partial<Record<RenditionName, string>>;

/**
 * Puts an encoder on air in every rendition that it sends and does not hold; its next segment of each takes over. Throws
 * `conflict` if it has sent nothing for a few seconds, or holds all that it sends.
 */
export async function switchEncoder(
  tx: Tx,
  { streamId, name }: { streamId: number; name: string },
  now: Date,
): Promise<{ before: Feeds; after: Feeds }> {
  const [stream, encoder] = [await findStream(tx, streamId), await encoders.findEncoderNamed(tx, name)];
  if (stream === undefined || encoder?.streamId !== streamId)
    throw new DomainError('dataNotFound', 'the stream has no encoder with that name');
  if (!encoder.isActive) throw refused('encoder-withdrawn');
  const since = new Date(now.getTime() - takeoverMs(stream.targetMs) * 2);
  const before: Feeds = Object.fromEntries(await encoders.lockFeeds(tx, streamId));
  const sent = await encoders.renditionsSentSince(tx, encoder.id, since);
  const moved = sent.filter((rendition) => before[rendition] !== name);
  if (moved.length === 0) throw refused(sent.length === 0 ? 'encoder-silent' : 'encoder-on-air');
  await encoders.askSwitch(tx, { streamId, renditions: moved, encoderId: encoder.id }, now);
  const pick = (nameOf: (rendition: RenditionName) => string | undefined): Feeds =>
    Object.fromEntries(moved.map((rendition) => [rendition, nameOf(rendition)]));
  return { before: pick((rendition) => before[rendition]), after: pick(() => name) };
}

/** Revokes the token of an encoder at once. Throws `dataNotFound` if there is no encoder with that name. */
export async function withdrawEncoder({ db }: { db: Db }, name: string): Promise<void> {
  if (!(await encoders.deactivateEncoder(db, name))) throw new DomainError('dataNotFound', 'no encoder has that name');
}

interface Deps {
  db: Db;
  storage: SegmentStorage;
  now: Date;
}

export interface Feed {
  encoder: Encoder;
  rendition: RenditionName;
}

/** A full or unavailable store is reported as `unavailable`, so that the encoder retries. */
async function keepBytes(storage: SegmentStorage, key: string, bytes: Buffer): Promise<void> {
  try {
    await storage.put(key, bytes);
  } catch (error) {
    const refusal = new DomainError('unavailable', 'could not store the segment');
    refusal.cause = error;
    throw refusal;
  }
}

/** Stores an init. It is named by the hash of its bytes, so a repeated one is stored once. */
export async function receiveInit(
  { db, storage }: Deps,
  { encoder, rendition }: Feed,
  init: { bytes: Buffer; codecs: string; timescale: number; size: { width: number; height: number } | null },
): Promise<number> {
  const hash = sha256(init.bytes);
  const storageKey = `${encoder.stream.id}/${rendition}/init/${hash}.mp4`;
  await keepBytes(storage, storageKey, init.bytes);
  const { codecs, timescale, size } = init;
  return encoders.saveInit(db, encoder.id, {
    streamId: encoder.stream.id,
    rendition,
    sha256: hash,
    storageKey,
    codecs,
    timescale,
    width: size?.width ?? null,
    height: size?.height ?? null,
  });
}

/** The current init of an encoder. Throws `invalidParam` if it has sent none. */
export async function currentInit({ db }: { db: Db }, { encoder, rendition }: Feed): Promise<InitRow> {
  const init = await encoders.findFeedInit(db, encoder.id, rendition);
  if (init === undefined) throw new DomainError('invalidParam', 'segment: send the init segment (init.mp4) first');
  return init;
}

/** A received segment with its parsed metadata. */
export interface ReceivedSegment {
  file: string;
  bytes: Buffer;
  initId: number;
  durationMs: number;
  mediaStartMs: number;
  startsAt: number | undefined;
}

/** Storage key for a new segment. */
export const segmentKey = ({ encoder, rendition }: Feed, now: Date): string =>
  `${encoder.stream.id}/${rendition}/${now.toISOString().slice(0, 13)}/${randomUUID()}.m4s`;

/**
 * Stores a segment until a playlist or `startsAt` (unix ms) gives its start time. Once resolved, the segment survives a
 * crash; it is on the timeline only after `settle`.
 */
export async function receiveSegment(
  { db, storage, now }: Deps,
  feed: Feed,
  segment: ReceivedSegment,
  storageKey = segmentKey(feed, now),
): Promise<string> {
  const { encoder, rendition } = feed;
  const { file, bytes, initId, durationMs, mediaStartMs, startsAt } = segment;
  const id = await waiting.beginUpload(db, {
    encoderId: encoder.id,
    rendition,
    file,
    storageKey,
    durationMs,
    mediaStartMs,
    initId,
    bytes: bytes.length,
  });
  await keepBytes(storage, storageKey, bytes);
  const kept = await waiting.finishUpload(db, id, now, startsAt === undefined ? null : new Date(startsAt));
  // The segments of a standby encoder in step with the holder are dropped at once: nothing else tells that it lives.
  await encoders.noteHeard(db, encoder.id, rendition, now);
  if (!kept) throw new DomainError('tooManyRequests', 'too many segments are waiting for a playlist that lists them');
  return storageKey;
}

interface Naming {
  named: Map<number, Date>;
  held: number[];
}

/**
 * Assigns the start times of a pushed playlist to uploads. If one in the middle has not arrived, those after it are
 * held until the next playlist: once only, so that a lost segment delays them by one target duration at most.
 */
function nameUploads(uploads: readonly UploadRow[], playlist: readonly NamedSegment[], edgeEndsAt: number): Naming {
  const byFile = new Map(uploads.map((upload) => [upload.file, upload]));
  const named = new Map<number, Date>();
  const held: number[] = [];
  let hole = false;
  for (const { file, startsAt } of playlist) {
    const upload = byFile.get(file);
    if (upload === undefined) {
      if (startsAt >= edgeEndsAt - JITTER_MS) hole = true;
    } else if (hole && upload.waits === 0 && upload.startsAt === null) {
      held.push(upload.id);
    } else {
      named.set(upload.id, new Date(startsAt));
      hole = false;
    }
  }
  return { named, held };
}

/**
 * Places an encoder's waiting uploads on the timeline, as far as possible. `playlist` is the playlist just pushed, if
 * any. Once resolved, the appended segments are permanent and the timeline ends at `edge`. `ahead` counts segments
 * refused because they claim to be from the future. `newestEndsAt` is the end of the newest segment examined, placed or
 * not, which shows how far behind the encoder is.
 */
export async function settle(
  { db, now, ...station }: { db: Db; now: Date; windowMs: number },
  { encoder, rendition }: Feed,
  playlist: readonly NamedSegment[] = [],
): Promise<{
  appended: StoredSegment[];
  ahead: number;
  newestEndsAt: number | undefined;
  edge: Edge | undefined;
}> {
  const { id: streamId, targetMs } = encoder.stream;
  const windowMs = encoder.stream.windowMs ?? station.windowMs;
  return db.transaction(async (tx) => {
    const timeline = await store.lockTimeline(tx, streamId, rendition);
    const { switching } = timeline;
    let { edge, nextSequence, run, weight } = timeline;
    const uploads = await waiting.lockUploads(tx, encoder.id, rendition);
    const edgeEndsAt = edge === undefined ? -Infinity : edge.startsAt + edge.durationMs;
    const { named, held } = nameUploads(uploads, playlist, edgeEndsAt);
    await waiting.holdUploads(tx, held);

    const ready = uploads
      .map((upload) => ({ upload, startsAt: named.get(upload.id) ?? upload.startsAt }))
      .filter((entry): entry is { upload: UploadRow; startsAt: Date } => entry.startsAt !== null)
      .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || a.upload.id - b.upload.id);
    const appended: StoredSegment[] = [];
    const dropped: number[] = [];
    let ahead = 0;
    for (const { upload, startsAt } of ready) {
      const candidate = { ...upload, startsAt: startsAt.getTime() };
      const sibling = await store.siblingDiscontinuityAt(tx, streamId, rendition, candidate.startsAt);
      const placement = placeSegment(candidate, edge, sibling, {
        now: now.getTime(),
        windowMs,
        targetMs,
        ...(switching && edge?.encoderId !== switching.encoderId && { switching }),
      });
      switch (placement.kind) {
        case 'append': {
          const { durationMs, initId, storageKey } = upload;
          const { discontinuity, newRun } = placement;
          const sequence = nextSequence++;
          if (newRun) run = sequence;
          const segment: StoredSegment = {
            streamId,
            rendition,
            sequence,
            discontinuity,
            startsAt: candidate.startsAt,
            durationMs,
            initId,
            storageKey,
          };
          await store.appendSegment(tx, upload, { ...segment, run });
          appended.push(segment);
          weight = {
            peakBitsPerSecond: Math.max(weight.peakBitsPerSecond, peakBitsPerSecond([upload], targetMs)),
            totalBytes: weight.totalBytes + upload.bytes,
            totalMs: weight.totalMs + durationMs,
          };
          edge = {
            encoderId: encoder.id,
            initId,
            startsAt: candidate.startsAt,
            durationMs,
            mediaEndMs: upload.mediaStartMs + durationMs,
            discontinuity,
            indexedAt: now.getTime(),
          };
          break;
        }
        case 'standby':
          // Kept with its start time, so that nothing is lost if the other encoder stops.
          if (named.has(upload.id)) await waiting.nameUpload(tx, upload.id, startsAt);
          break;
        case 'ahead':
          ahead++;
          dropped.push(upload.id);
          break;
        case 'covered':
        case 'expired':
          dropped.push(upload.id);
          break;
      }
    }
    await waiting.discardUploads(tx, dropped);
    if (appended.length > 0 && edge !== undefined) {
      await store.saveTimeline(tx, streamId, rendition, { nextSequence, run, weight, edge });
    }
    const newest = ready.at(-1);
    const newestEndsAt = newest && newest.startsAt.getTime() + newest.upload.durationMs;
    return { appended, ahead, newestEndsAt, edge };
  });
}

/**
 * Extra retention beyond the window, so that an EVENT playlist started at the beginning of the window does not lose its
 * head at once.
 */
export const REWIND_GRACE_MS = 3_600_000;
/** An upload without a start time is dropped after this. */
const UPLOAD_LIFE_MS = 600_000;
const BATCH = 500;
const MAX_BATCHES = 200;
/** Batch limit, more than a day of three channels. The rest is left to the next run. */
const MAX_HOURS = 300;

/**
 * Settles the hours that left the window and those due for review, then removes unreferenced bytes. After a crash the
 * next run completes the work. Idempotent and safe to run concurrently in any process.
 */
export async function runRetention({ db, storage, now, windowMs }: Deps & { windowMs: number }): Promise<void> {
  const old = await selectOldHours(db, { now, windowMs, graceMs: REWIND_GRACE_MS }, MAX_HOURS);
  const hours = [...old, ...(await selectDueHours(db, now, MAX_HOURS))];
  const faults: unknown[] = [];
  for (const { streamId, rendition, startsAt, ...own } of hours) {
    if (!isRendition(rendition)) continue;
    const before = new Date(now.getTime() - (own.windowMs ?? windowMs) - REWIND_GRACE_MS);
    // An unreadable hour must not block the others.
    await settleHour({ db, storage, now, before }, { streamId, rendition, startsAt }).catch((error: unknown) =>
      faults.push(error),
    );
  }
  await waiting.expireUploads(db, new Date(now.getTime() - UPLOAD_LIFE_MS), BATCH);
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const removed = await db.transaction(async (tx) => {
      const keys = await waiting.lockDiscards(tx, now, BATCH);
      for (const key of keys) await storage.remove(key);
      await waiting.forgetDiscards(tx, keys);
      return keys.length;
    });
    if (removed < BATCH) break;
  }
  if (faults.length > 0) throw new AggregateError(faults, `could not settle ${faults.length} hours of audio`);
}
