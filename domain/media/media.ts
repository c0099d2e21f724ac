import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
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
import * as waiting from './upload.store.ts';
import type { UploadRow } from './upload.store.ts';
import { JITTER_MS, placeSegment, type Edge } from './timeline.rules.ts';

export { findInit } from './encoder.store.ts';
export { SEGMENT_NOTICE, listTimelines, segmentsAfter, segmentsSince } from './media.store.ts';
export type { InitRow } from './encoder.store.ts';
export type { StoredSegment } from './media.store.ts';
export type { ByteRange, SegmentStorage } from './segment-storage.ts';

/** Who pushes: one token, one stream. */
export interface Encoder {
  id: number;
  name: string;
  stream: MediaStream;
}

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The encoder that holds a token; undefined for a wrong or withdrawn one. */
export async function findEncoder({ db }: { db: Db }, token: string): Promise<Encoder | undefined> {
  const hash = sha256(token);
  const row = await encoders.findEncoderByHash(db, hash);
  if (row === undefined || !timingSafeEqual(Buffer.from(row.tokenHash, 'hex'), Buffer.from(hash, 'hex'))) {
    return undefined;
  }
  return { id: row.id, name: row.name, stream: row.stream };
}

const MIN_TOKEN_LENGTH = 32;

/** Adds an encoder, or gives the one of that name this stream and token. The token is kept as its hash only. */
export function registerEncoder(
  { db }: { db: Db },
  encoder: { streamId: number; name: string; token: string },
): Promise<number> {
  const { streamId, name, token } = encoder;
  if (token.length < MIN_TOKEN_LENGTH)
    throw new DomainError('invalidParam', `an encoder token needs ${MIN_TOKEN_LENGTH} characters or more`);
  return encoders.upsertEncoder(db, { streamId, name, tokenHash: sha256(token) });
}

/** All encoders, those whose token was withdrawn included. */
export const listEncoders = ({ db }: { db: Db }): Promise<encoders.EncoderRow[]> => encoders.selectEncoders(db);

/** Withdraws the token of an encoder at once. Throws `dataNotFound` where there is none of that name. */
export async function withdrawEncoder({ db }: { db: Db }, name: string): Promise<void> {
  if (!(await encoders.deactivateEncoder(db, name))) throw new DomainError('dataNotFound', 'no encoder of that name');
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

/** A full or absent store is ours to mend: the encoder may send again. */
async function keepBytes(storage: SegmentStorage, key: string, bytes: Buffer): Promise<void> {
  try {
    await storage.put(key, bytes);
  } catch (error) {
    const refusal = new DomainError('unavailable', 'the sound could not be stored');
    refusal.cause = error;
    throw refusal;
  }
}

/** Keeps an init. Its bytes name it, so the same one is stored once however often it is sent. */
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

/** The init an encoder's next segments belong to. Throws `invalidParam` when it has sent none. */
export async function currentInit({ db }: { db: Db }, { encoder, rendition }: Feed): Promise<InitRow> {
  const init = await encoders.findFeedInit(db, encoder.id, rendition);
  if (init === undefined) throw new DomainError('invalidParam', 'segment: send the init segment (init.mp4) first');
  return init;
}

/** A segment as it came, with what its bytes say. */
export interface ReceivedSegment {
  file: string;
  bytes: Buffer;
  initId: number;
  durationMs: number;
  mediaStartMs: number;
  startsAt: number | undefined;
}

/** Where the bytes of a segment that comes now will be. */
export const segmentKey = ({ encoder, rendition }: Feed, now: Date): string =>
  `${encoder.stream.id}/${rendition}/${now.toISOString().slice(0, 13)}/${randomUUID()}.m4s`;

/**
 * Stores a segment until a playlist, or `startsAt` (unix ms), says when it was on air. When this resolves the segment
 * survives a crash; it is on the timeline only after `settle`.
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
  if (!kept) throw new DomainError('tooManyRequests', 'too many segments wait for a playlist that names them');
  return storageKey;
}

interface Naming {
  named: Map<number, Date>;
  held: number[];
}

/**
 * Gives uploads the instants of a pushed playlist. When one in the middle has not arrived, those behind it wait for it
 * until the next playlist: once, so that a lost segment costs one target duration and no more.
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
 * Moves what an encoder has waiting onto the timeline, as far as it may go. `playlist` is what it just pushed, if
 * that is why. When it resolves, what was appended is on the timeline for good, which ends at `edge`;
 * `ahead` counts what was refused because it claims to be from the future, and `newestEndsAt` is where the newest sound
 * that was looked at ends, placed or not: how far behind the encoder is.
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
      const placement = placeSegment(candidate, edge, sibling, { now: now.getTime(), windowMs, targetMs });
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
          // Kept with its instant: should the other encoder stop, nothing of the sound is lost.
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

/** Kept beyond the window, so that an EVENT playlist begun at its very start does not lose its head at once. */
export const REWIND_GRACE_MS = 3_600_000;
/** Nobody names a segment this long after it came. */
const UPLOAD_LIFE_MS = 600_000;
const BATCH = 500;
const MAX_BATCHES = 200;
/** More than a day of three channels: what is left is the next run's. */
const MAX_HOURS = 300;

/**
 * Settles the hours that left the window and those of which something may have to go, then removes bytes that nothing
 * refers to. A crash leaves what it did not finish to the next run. Safe to run anywhere, at any time, more than once.
 */
export async function runRetention({ db, storage, now, windowMs }: Deps & { windowMs: number }): Promise<void> {
  const old = await selectOldHours(db, { now, windowMs, graceMs: REWIND_GRACE_MS }, MAX_HOURS);
  const hours = [...old, ...(await selectDueHours(db, now, MAX_HOURS))];
  const faults: unknown[] = [];
  for (const { streamId, rendition, startsAt, ...own } of hours) {
    if (!isRendition(rendition)) continue;
    const before = new Date(now.getTime() - (own.windowMs ?? windowMs) - REWIND_GRACE_MS);
    // One that cannot be read must not keep the others.
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
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} hours of sound could not be settled`);
}
