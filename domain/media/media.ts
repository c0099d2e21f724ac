import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import * as encoders from './encoder.store.ts';
import type { InitRow } from './encoder.store.ts';
import { selectDueHours, selectOldHours } from './kept-sound.store.ts';
import { settleHour } from './packing.ts';
import { isRendition, type RenditionName } from './renditions.rules.ts';
import type { Encoder, Feed } from './settling/feed.types.ts';
import type { SegmentStorage } from './segment-storage.ts';
import { findStream } from './stream.store.ts';
import * as waiting from './upload.store.ts';
import { takeoverMs } from './timeline.rules.ts';

export { findInit, selectFeedInits as listFeedInits, SWITCH_NOTICE } from './encoder.store.ts';
export { SEGMENT_NOTICE, listTimelines, segmentsAfter, segmentsSince } from './media.store.ts';
export type { InitRow } from './encoder.store.ts';
export {
  lastSpooled,
  MissingMessagesError,
  markSkipped,
  readTimeline,
  settle,
  settleSpooled,
} from './settling/settling.ts';
export type { SpooledWaiting, TimelineState } from './settling/settling.ts';
export type { Encoder, Feed } from './settling/feed.types.ts';
export type { StoredSegment } from './media.store.ts';
export type { ByteRange, SegmentStorage } from './segment-storage.ts';

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Active encoders by the SHA-256 of their token (hex), for while the database is down. */
export async function activeEncoders({ db }: { db: Db }): Promise<Map<string, Encoder>> {
  const rows = await encoders.selectActiveEncoders(db);
  return new Map(rows.map(({ tokenHash, encoder }) => [tokenHash, encoder]));
}

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
  await encoders.requestSwitch(tx, { streamId, renditions: moved, encoderId: encoder.id }, now);
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

/** A received init with its metadata. */
export interface ReceivedInit {
  bytes: Buffer;
  codecs: string;
  timescale: number;
  size: { width: number; height: number } | null;
}

/** Notes an init as the current one of its encoder. It is named by the hash of its bytes, so a repeated one has one row. */
export async function noteInit(
  { db }: { db: Db },
  { encoder, rendition }: Feed,
  { bytes, codecs, timescale, size }: ReceivedInit,
): Promise<InitRow> {
  const hash = sha256(bytes);
  const stored = {
    streamId: encoder.stream.id,
    storageKey: initKey({ encoder, rendition }, hash),
    codecs,
    width: size?.width ?? null,
    height: size?.height ?? null,
  };
  const id = await encoders.saveInit(db, encoder.id, { ...stored, rendition, sha256: hash, timescale });
  return { id, ...stored };
}

/** Restores an init that the tables lost in a failover, under its original id. */
export const restoreInit = (
  { db }: { db: Db },
  { encoder, rendition }: { encoder: { id: number }; rendition: RenditionName },
  init: InitRow,
  { bytes, timescale }: Pick<ReceivedInit, 'bytes' | 'timescale'>,
): Promise<void> => encoders.restoreInit(db, encoder.id, { ...init, rendition, sha256: sha256(bytes), timescale });

const initKey = ({ encoder, rendition }: Feed, hash: string): string =>
  `${encoder.stream.id}/${rendition}/init/${hash}.mp4`;

/** Stores an init, its bytes first. */
export async function receiveInit({ db, storage }: Deps, feed: Feed, init: ReceivedInit): Promise<number> {
  await keepBytes(storage, initKey(feed, sha256(init.bytes)), init.bytes);
  return (await noteInit({ db }, feed, init)).id;
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
 * crash; it is on the timeline only after `settle`. Undefined, and nothing is stored, if its init is no longer the
 * current one of its feed.
 */
export async function receiveSegment(
  { db, storage, now }: Deps,
  feed: Feed,
  segment: ReceivedSegment,
): Promise<string | undefined> {
  const storageKey = segmentKey(feed, now);
  const isReceived = await receive({ db, storage, now }, feed, segment, { storageKey, ifCurrent: true });
  return isReceived ? storageKey : undefined;
}

/** Stores a segment received earlier, with its init of that time. */
export async function receiveLate(deps: Deps, feed: Feed, segment: ReceivedSegment, storageKey: string): Promise<void> {
  await receive(deps, feed, segment, { storageKey, ifCurrent: false });
}

async function receive(
  { db, storage, now }: Deps,
  { encoder, rendition }: Feed,
  { file, bytes, initId, durationMs, mediaStartMs, startsAt }: ReceivedSegment,
  { storageKey, ifCurrent }: { storageKey: string; ifCurrent: boolean },
): Promise<boolean> {
  const upload = { encoderId: encoder.id, rendition, file, storageKey, durationMs, mediaStartMs, initId };
  const id = await waiting.addUpload(db, { ...upload, bytes: bytes.length }, { ifCurrent });
  if (id === undefined) return false;
  await keepBytes(storage, storageKey, bytes);
  const at = startsAt === undefined ? null : new Date(startsAt);
  if (!(await waiting.finishUpload(db, { id, encoderId: encoder.id, rendition }, now, at)))
    throw new DomainError('tooManyRequests', 'too many segments are waiting for a playlist that lists them');
  return true;
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
