import type { Db, Tx } from '#db/database.ts';
import type { NamedSegment } from '../encoder-playlist.rules.ts';
import * as encoders from '../encoder.store.ts';
import * as store from '../media.store.ts';
import type { StoredSegment } from '../media.store.ts';
import type { RenditionName } from '../renditions.rules.ts';
import type { SegmentStorage } from '../segment-storage.ts';
import { peakBitsPerSecond, type MediaStream } from '../streams.rules.ts';
import type { Edge } from '../timeline.rules.ts';
import * as waiting from '../upload.store.ts';
import type { UploadRow } from '../upload.store.ts';
import {
  endAt,
  nameWaiting,
  placeReady,
  stillAwaited,
  type TimelineEnd,
  type WaitingSegment,
} from './settling.rules.ts';

/** The part of a feed that placing depends on. */
interface SettledFeed {
  encoder: { id: number; stream: Pick<MediaStream, 'id' | 'targetMs' | 'windowMs'> };
  rendition: RenditionName;
}

interface Names {
  names: readonly NamedSegment[];
  /** False for a playlist that came before, applied to a segment that followed it. */
  isPushed: boolean;
}

interface Settled {
  /** Permanent once the caller commits. */
  appended: StoredSegment[];
  /** Number of segments refused because they claim to be from the future. */
  ahead: number;
  /** End of the newest segment examined, placed or not: how far behind the encoder is. */
  newestEndsAt: number | undefined;
  /** End of the timeline. */
  edge: Edge | undefined;
}

const waitingOf = (upload: UploadRow): WaitingSegment & { upload: UploadRow } => ({
  ...upload,
  startsAt: upload.startsAt?.getTime() ?? null,
  upload,
});

/** Places an encoder's waiting uploads on its timeline, which is locked, as far as possible. */
async function settleIn(
  tx: Tx,
  { encoder, rendition }: SettledFeed,
  timeline: store.LockedTimeline,
  { names, isPushed }: Names,
  { now, windowMs }: { now: Date; windowMs: number },
): Promise<Settled> {
  const { id: streamId, targetMs } = encoder.stream;
  const uploads = (await waiting.lockUploads(tx, encoder.id, rendition)).map(waitingOf);
  const { ready, named, held } = nameWaiting(uploads, names, timeline.edge, isPushed);
  await waiting.holdUploads(tx, held);
  const instants = ready.map(({ startsAt }) => startsAt);
  const siblings = await store.siblingDiscontinuitiesAt(tx, streamId, rendition, instants);
  const { appended, standby, dropped, ahead, newestEndsAt, end } = placeReady(ready, siblings, timeline, {
    now: now.getTime(),
    windowMs: encoder.stream.windowMs ?? windowMs,
    targetMs,
  });
  let { weight } = timeline;
  const placed = appended.map(({ segment: { upload }, startsAt, sequence, discontinuity, run }) => {
    const { durationMs, initId, storageKey } = upload;
    weight = {
      peakBitsPerSecond: Math.max(weight.peakBitsPerSecond, peakBitsPerSecond([upload], targetMs)),
      totalBytes: weight.totalBytes + upload.bytes,
      totalMs: weight.totalMs + durationMs,
    };
    const segment: StoredSegment = {
      streamId,
      rendition,
      sequence,
      discontinuity,
      startsAt,
      durationMs,
      initId,
      storageKey,
    };
    return { upload, segment, run };
  });
  const { edge } = end;
  if (placed.length > 0 && edge !== undefined) await store.appendSegments(tx, placed, { ...end, weight, edge });
  const kept = standby.filter(({ segment }) => named.has(segment.id));
  await waiting.nameUploads(
    tx,
    kept.map(({ segment, startsAt }) => ({ id: segment.id, startsAt })),
  );
  await waiting.discardUploads(tx, dropped);
  return { appended: placed.map(({ segment }) => segment), ahead, newestEndsAt, edge };
}

/**
 * Places an encoder's waiting uploads on the timeline. `playlist` is the playlist just pushed, if any. Once resolved,
 * the appended segments are permanent.
 */
export const settle = (
  { db, ...at }: { db: Db; now: Date; windowMs: number },
  feed: SettledFeed,
  playlist: readonly NamedSegment[] = [],
): Promise<Settled> =>
  db.transaction(async (tx) => {
    const timeline = await store.lockTimeline(tx, feed.encoder.stream.id, feed.rendition);
    return settleIn(tx, feed, timeline, { names: playlist, isPushed: true }, at);
  });

/** A message of the live spool, and when it was taken. */
interface SpooledAt extends store.SpoolPosition {
  takenAt: Date;
  /** The message of its timeline before it. Undefined: none, or the tables are known to have it. */
  after?: number | undefined;
}

/** The tables lack messages of the live spool before one that is to be settled. */
export class MissingMessagesError extends Error {}

/** The last message of the live spool that is in a timeline's tables. */
export const lastSpooled = async (
  { db }: { db: Db },
  { streamId, rendition }: { streamId: number; rendition: RenditionName },
): Promise<store.SpoolPosition | undefined> => (await store.findTimeline(db, streamId, rendition))?.spooled;

/** Notes a message that the tables refuse as settled, so that those behind it do not wait for it. */
export const markSkipped = (
  { db }: { db: Db },
  { encoder, rendition }: SettledFeed,
  { epoch, sequence }: store.SpoolPosition,
): Promise<void> =>
  db.transaction(async (tx) => {
    const { spooled } = await store.lockTimeline(tx, encoder.stream.id, rendition);
    if (spooled?.epoch === epoch && spooled.sequence >= sequence) return;
    await store.saveSpooled(tx, encoder.stream.id, rendition, { epoch, sequence });
  });

/** What it contains: a segment with its bytes, or a playlist. */
type SpooledPush =
  | {
      kind: 'segment';
      file: string;
      storageKey: string;
      initId: number;
      durationMs: number;
      mediaStartMs: number;
      startsAt: number | null;
      bytes: Buffer;
    }
  | { kind: 'playlist'; names: readonly NamedSegment[] };

/**
 * Settles one message of the live spool, as of when it was taken. Any number of processes may settle the same message
 * at any time, also again after a crash: the timeline notes under its lock which message it has, so each counts once.
 * Messages of a timeline must be settled in their order: throws `MissingMessagesError` if the tables lack the message
 * `after`, as those of a server that was promoted may.
 */
export async function settleSpooled(
  { db, storage, now, windowMs }: { db: Db; storage: SegmentStorage; now: Date; windowMs: number },
  feed: SettledFeed,
  { takenAt, after = 0, ...position }: SpooledAt,
  push: SpooledPush,
): Promise<void> {
  const { encoder, rendition } = feed;
  const { id: streamId } = encoder.stream;
  const isSettled = ({ spooled }: store.LockedTimeline): boolean => {
    if (spooled?.epoch !== position.epoch) return false;
    if (spooled.sequence < after) throw new MissingMessagesError(`the tables lack message ${after} of the live spool`);
    return spooled.sequence >= position.sequence;
  };
  if (push.kind === 'segment') {
    const { storageKey } = push;
    const isNew = await db.transaction(async (tx) => {
      if (isSettled(await store.lockTimeline(tx, streamId, rendition))) return false;
      // A draft until the segment has a row. Under the lock, so that it never names bytes that already have one.
      await waiting.addDiscards(tx, [storageKey], new Date(now.getTime() + waiting.DRAFT_LIFE_MS));
      return true;
    });
    if (!isNew) return;
    await storage.put(storageKey, push.bytes);
  }
  await db.transaction(async (tx) => {
    const timeline = await store.lockTimeline(tx, streamId, rendition);
    if (isSettled(timeline)) return;
    if (push.kind === 'segment') {
      const { kind: _, storageKey, bytes, startsAt, ...segment } = push;
      if (!(await waiting.withdrawDiscard(tx, storageKey))) throw new Error('the draft of a segment was removed');
      const upload = {
        ...segment,
        encoderId: encoder.id,
        rendition,
        storageKey,
        bytes: bytes.length,
        storedAt: takenAt,
        startsAt: startsAt === null ? null : new Date(startsAt),
      };
      await waiting.addUpload(tx, upload, { ifCurrent: false });
    }
    const before =
      push.kind === 'segment'
        ? await encoders.noteHeard(tx, encoder.id, rendition, takenAt)
        : await encoders.findAwaited(tx, encoder.id, rendition);
    const names = push.kind === 'playlist' ? push.names : before;
    const seen = { ...timeline, ...endAt(timeline, takenAt.getTime()) };
    const { appended, edge } = await settleIn(
      tx,
      feed,
      seen,
      { names, isPushed: push.kind === 'playlist' },
      { now: takenAt, windowMs },
    );
    if (appended.length > 0 && seen.switching === undefined && timeline.switching !== undefined)
      await store.preserveSwitch(tx, streamId, rendition, timeline.switching);
    const awaited = stillAwaited(names, edge);
    if (before.length > 0 || awaited.length > 0) await encoders.saveAwaited(tx, encoder.id, rendition, awaited);
    await store.saveSpooled(tx, streamId, rendition, position);
  });
}

/** A waiting segment, where its bytes are, and since when it waits. */
export interface SpooledWaiting extends WaitingSegment {
  storageKey: string;
  takenAtMs: number;
}

/** Everything on which placing depends, as of one instant, and the segments from a number on. */
export interface TimelineState {
  end: TimelineEnd;
  spooled: store.SpoolPosition | undefined;
  waiting: SpooledWaiting[];
  awaited: { encoderId: number; awaited: NamedSegment[] }[];
  segments: StoredSegment[];
}

/** Undefined `from`: no segments. */
export const readTimeline = (
  db: Db,
  { streamId, rendition }: { streamId: number; rendition: RenditionName },
  from: number | undefined,
): Promise<TimelineState> =>
  db.transaction(
    async (tx) => {
      const found = await store.findTimeline(tx, streamId, rendition);
      const uploads = await waiting.listUploads(tx, streamId, rendition);
      return {
        end: found ?? { nextSequence: 0, run: 0, edge: undefined, switching: undefined },
        spooled: found?.spooled,
        waiting: uploads.map(({ createdAt, startsAt, ...upload }) => ({
          ...upload,
          startsAt: startsAt?.getTime() ?? null,
          takenAtMs: createdAt.getTime(),
        })),
        awaited: await encoders.listAwaited(tx, streamId, rendition),
        segments: from === undefined ? [] : await store.segmentsAfter(tx, streamId, rendition, from - 1),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
