import type { Logger } from 'pino';
import type { Db } from '#db/database.ts';
import type { NamedSegment } from '#domain/media/encoder-playlist.rules.ts';
import {
  receiveLate,
  segmentKey,
  settle,
  type Feed,
  type ReceivedSegment,
  type SegmentStorage,
  type StoredSegment,
} from '#domain/media/media.ts';
import type { RenditionName } from '#domain/media/renditions.rules.ts';
import { placeSegment, type Edge } from '#domain/media/timeline.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import { PushRefusal } from '#server/media/ingest/refusals.ts';
import type { SegmentIndex } from '#server/media/segment-index.ts';
import { isDatabaseUnavailable } from '#server/web/errors.ts';

/** Fifteen minutes of three channels in two sound renditions. */
const MAX_BYTES = 67_108_864;
/** Segments of one feed that no playlist has named yet. */
const MAX_UNNAMED = 32;
const RETRY_MS = 1_000;
/**
 * A segment rejected by the database is dropped after this many attempts, so that it does not block those behind it.
 */
const MAX_TRIES = 3;

/** A feed, as far as it names a timeline. */
interface TimelineFeed {
  encoder: { stream: { id: number } };
  rendition: RenditionName;
}

interface Spooled {
  feed: Feed;
  segment: ReceivedSegment & { startsAt: number };
  storageKey: string;
  sequence: number;
  placedAt: Date;
  isReceived: boolean;
  tries: number;
}

/** Segments pushed while the database is down: on air from memory, and written in order once it is back. */
export interface OutageSpool {
  /** From the first push that failed because of the database until everything is written. */
  readonly isActive: boolean;
  begin(error: unknown): void;
  /** Remembers the last known edge of a timeline, so that it can continue without the database. */
  noteEdge(feed: TimelineFeed, edge: Edge | undefined): void;
  /** Accepts a segment. One with its own time is placed on the timeline at once. */
  take(feed: Feed, segment: ReceivedSegment): StoredSegment[];
  /** Places the segments named by a playlist. */
  name(feed: Feed, playlist: readonly NamedSegment[]): StoredSegment[];
  /** Bytes not yet in storage. */
  bytesOf(storageKey: string): Buffer | undefined;
  stop(): Promise<void>;
}

const timelineOf = ({ encoder, rendition }: TimelineFeed): string => `${encoder.stream.id}/${rendition}`;
const feedOf = (feed: Feed): string => `${feed.encoder.id}/${timelineOf(feed)}`;

export function createOutageSpool({
  db,
  storage,
  index,
  windowMs,
  now,
  log,
  maxBytes = MAX_BYTES,
}: {
  db: Db;
  storage: SegmentStorage;
  index: SegmentIndex;
  windowMs: number;
  now: () => Date;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  maxBytes?: number;
}): OutageSpool {
  const edges = new Map<string, Edge>();
  const unnamed = new Map<string, ReceivedSegment[]>();
  const queue: Spooled[] = [];
  /** Bytes of queued segments by key: what is on air must be available until it is stored. */
  const held = new Map<string, Buffer>();
  /** Timelines in which numbers were assigned without the database. */
  const numbered = new Map<string, { streamId: number; rendition: RenditionName }>();
  let isActive = false;
  let heldBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();

  const unavailable = (): PushRefusal =>
    new PushRefusal('unavailable', 'unavailable', 'the database is unavailable; send the file again');

  /** Places a segment by the rule of the database, as far as its state is known. */
  function place(feed: Feed, segment: ReceivedSegment, startsAt: number): StoredSegment[] {
    const { stream, id: encoderId } = feed.encoder;
    const { rendition } = feed;
    const at = now();
    const edge = edges.get(timelineOf(feed));
    const last = index.track(stream.id, rendition).segments.at(-1);
    // The newest segment was placed by another process or is unknown, so the next number cannot be assigned here.
    if (edge === undefined || last === undefined || last.startsAt !== edge.startsAt) throw unavailable();
    const { bytes, initId, durationMs, mediaStartMs } = segment;
    const placement = placeSegment(
      { encoderId, initId, startsAt, durationMs, mediaStartMs },
      edge,
      index.siblingDiscontinuityAt({ streamId: stream.id, rendition }, startsAt),
      { now: at.getTime(), windowMs: stream.windowMs ?? windowMs, targetMs: stream.targetMs },
    );
    if (placement.kind === 'ahead')
      throw new PushRefusal('clock ahead', 'invalidParam', 'the clock of the encoder is ahead; synchronise it by NTP');
    if (placement.kind === 'standby') throw unavailable();
    if (placement.kind !== 'append') return [];
    if (heldBytes + bytes.length > maxBytes) throw unavailable();
    const { discontinuity } = placement;
    const sequence = last.sequence + 1;
    const storageKey = segmentKey(feed, at);
    queue.push({
      feed,
      segment: { ...segment, startsAt },
      storageKey,
      sequence,
      placedAt: at,
      isReceived: false,
      tries: 0,
    });
    held.set(storageKey, bytes);
    heldBytes += bytes.length;
    numbered.set(timelineOf(feed), { streamId: stream.id, rendition });
    const mediaEndMs = mediaStartMs + durationMs;
    const indexedAt = at.getTime();
    edges.set(timelineOf(feed), { encoderId, initId, startsAt, durationMs, mediaEndMs, discontinuity, indexedAt });
    return [{ streamId: stream.id, rendition, sequence, discontinuity, startsAt, durationMs, initId, storageKey }];
  }

  async function write(one: Spooled): Promise<void> {
    const { feed, segment, placedAt } = one;
    // A row may have been written without a confirmation, so a retry uses a new key.
    const storageKey = one.tries === 0 ? one.storageKey : segmentKey(feed, placedAt);
    if (!one.isReceived) await receiveLate({ db, storage, now: placedAt }, feed, segment, storageKey);
    one.isReceived = true;
    await settle({ db, now: placedAt, windowMs }, feed);
  }

  function drop(one: Spooled): void {
    queue.shift();
    held.delete(one.storageKey);
    heldBytes -= one.segment.bytes.length;
  }

  /** Throws if the database is still down. */
  async function writeAll(): Promise<void> {
    for (let one = queue[0]; one !== undefined; one = queue[0]) {
      try {
        await write(one);
      } catch (error) {
        const isOurs = error instanceof DomainError && error.errorName === 'unavailable';
        one.tries += isOurs || isDatabaseUnavailable(error) ? 0 : 1;
        if (one.tries < MAX_TRIES) throw error;
        const { streamId, rendition } = { streamId: one.feed.encoder.stream.id, rendition: one.feed.rendition };
        log.error(
          { err: error, streamId, rendition, sequence: one.sequence },
          'lost a segment received during a database outage',
        );
      }
      drop(one);
    }
    // Numbers were assigned by the database's own rule. If they differ, the database wins.
    for (const [key, timeline] of numbered) {
      // Removed before the query: a segment placed meanwhile is reconciled once it is written.
      numbered.delete(key);
      const isSame = await index.reconcile(timeline).catch((error: unknown) => {
        numbered.set(key, timeline);
        throw error;
      });
      if (!isSame) log.warn(timeline, 'the timeline differs from the one served during the database outage');
    }
  }

  async function flush(): Promise<void> {
    const before = queue.length;
    try {
      await writeAll();
      if (queue.length > 0) throw new Error('more segments arrived in the meantime');
      isActive = false;
      unnamed.clear();
      log.info({ segments: before }, 'the database is available again; stored the segments of the outage');
    } catch {
      timer = setTimeout(() => void (flushing = flush()), RETRY_MS);
    }
  }

  return {
    get isActive() {
      return isActive;
    },
    begin(error) {
      if (isActive) return;
      isActive = true;
      log.error({ err: error }, 'the database is unavailable; serving audio from memory');
      timer = setTimeout(() => void (flushing = flush()), RETRY_MS);
    },
    noteEdge(feed, edge) {
      if (edge !== undefined && !isActive) edges.set(timelineOf(feed), edge);
    },
    take(feed, segment) {
      if (segment.startsAt !== undefined) return place(feed, segment, segment.startsAt);
      const waiting = unnamed.get(feedOf(feed)) ?? [];
      unnamed.set(feedOf(feed), [...waiting, segment].slice(-MAX_UNNAMED));
      return [];
    },
    name(feed, playlist) {
      const waiting = unnamed.get(feedOf(feed)) ?? [];
      const appended: StoredSegment[] = [];
      for (const { file, startsAt } of playlist) {
        const at = waiting.findIndex((segment) => segment.file === file);
        if (at < 0) continue;
        appended.push(...place(feed, waiting[at]!, startsAt));
        waiting.splice(at, 1);
      }
      return appended;
    },
    bytesOf: (storageKey) => held.get(storageKey),
    async stop() {
      clearTimeout(timer);
      await flushing;
      clearTimeout(timer);
      if (queue.length > 0) await writeAll().catch(() => {});
      if (queue.length > 0) log.error({ segments: queue.length }, 'could not store the segments of a database outage');
    },
  };
}
