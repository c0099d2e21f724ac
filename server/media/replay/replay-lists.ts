import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import { segmentsAround, type KeptSegment } from '#domain/media/kept-sound.ts';
import type { StoredSegment } from '#domain/media/media.ts';
import { replayEnds, replayPlaylist, segmentLines } from '#domain/media/playlist.rules.ts';
import { withoutRemoved, type Playable } from '#domain/media/removals.rules.ts';
import { rangesBetween } from '#domain/songs/mark-lines.rules.ts';
import { TARGET_DURATION_MS, type RenditionName } from '#domain/media/renditions.rules.ts';
import type { MediaStream } from '#domain/media/streams.rules.ts';
import { endOf, firstEndingAfter } from '#domain/media/timeline.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import { createEventLists } from '#server/media/replay/event-lists.ts';
import type { ObjectCache } from '#server/media/object-cache.ts';
import { playlistBody } from '#server/media/playlist-body.ts';
import type { Removals } from '#server/media/removals.ts';
import {
  createReplayHours,
  HOUR_LIFE_MS,
  REPLAY_ADDRESSES,
  type ReplayHour,
} from '#server/media/replay/replay-hours.ts';
import type { ReplayList, ReplaySpan } from '#server/media/replay/replay-span.ts';
import type { SegmentIndex, Track } from '#server/media/segment-index.ts';
import type { Streams } from '#server/media/streams.ts';

/** After this many target durations without a segment, the last sound before an end is considered arrived. */
const ARRIVED_TARGETS = 15;
/** A blocking reload is answered with the current state after this many target durations (RFC 8216bis). */
const BLOCK_TARGETS = 3;
/** Segments further ahead than this are not waited for. */
const MAX_BLOCK_AHEAD = 2;
const MAX_LIST_BYTES = 33_554_432;

export interface Replays {
  /** Undefined if there is no sound, or not yet. `skip`: a delta update suffices, for live events. */
  list(span: ReplaySpan, skip?: boolean): Promise<ReplayList | undefined>;
  /** The same without reading. Undefined also if reading is needed. */
  readyList(span: ReplaySpan, skip?: boolean): ReplayList | undefined;
  /** Resolves when a live event has the segment, or after the blocking limit. Throws if it is too far ahead. */
  awaitSegment(span: ReplaySpan, sequence: number): Promise<void>;
  /** Undefined if no such segment is retained. */
  segment(streamId: number, rendition: RenditionName, sequence: number): Promise<KeptSegment | undefined>;
  /** The same without reading. */
  readySegment(streamId: number, rendition: RenditionName, sequence: number): KeptSegment | undefined;
  bytes(streamId: number, rendition: RenditionName, segment: KeptSegment): Promise<Buffer | undefined>;
}

/** Slices of hours in sequence, without removed spans. */
function cut(hours: readonly ReplayHour[], { from, to }: ReplaySpan): { segments: KeptSegment[]; pieces: Buffer[] } {
  const segments: KeptSegment[] = [];
  const pieces: Buffer[] = [];
  for (const hour of hours) {
    const first = firstEndingAfter(hour.segments, from);
    let after = hour.segments.length;
    while (after > first && hour.segments[after - 1]!.startsAt >= to) after--;
    if (after === first) continue;
    const before = segments.at(-1);
    if (before !== undefined)
      pieces.push(Buffer.from(segmentLines(hour.segments[first]!, before, REPLAY_ADDRESSES), 'latin1'));
    pieces.push(hour.lines.subarray(hour.starts[first + 1], hour.starts[after]));
    segments.push(...hour.segments.slice(first, after));
  }
  return { segments, pieces };
}

/** Replays cut from the timeline. Playlists and segments are the same for everyone; access is checked elsewhere. */
export function createReplays({
  db,
  index,
  streams,
  removals,
  playableOf,
  windowMs,
  objects,
  now,
}: {
  db: Db;
  index: SegmentIndex;
  streams: Streams;
  removals: Removals;
  playableOf: (track: Track) => Playable<StoredSegment>;
  /** Rewind window of streams without one of their own. */
  windowMs: number;
  objects: ObjectCache;
  now: () => Date;
}): Replays {
  const lists = new LRUCache<string, ReplayList>({
    maxSize: MAX_LIST_BYTES,
    // Compressed variants are added later, a tenth of the size each.
    sizeCalculation: ({ body }) => Math.ceil(body.bytes.length * 1.3),
    ttl: HOUR_LIFE_MS,
  });
  const eventList = createEventLists({ index, removals, playableOf, windowMs, now });
  const targetMsOf = (streamId: number): number => streams.known(streamId)?.targetMs ?? TARGET_DURATION_MS;
  /** Whether no more sound from before an instant will arrive. */
  const hasArrived = (streamId: number, rendition: RenditionName, to: number): boolean => {
    const last = index.track(streamId, rendition).segments.at(-1);
    const isLate = now().getTime() >= to + targetMsOf(streamId) * ARRIVED_TARGETS;
    return isLate || (last !== undefined && endOf(last) >= to);
  };
  const hours = createReplayHours(db, hasArrived);

  const isOver = ({ streamId, rendition, to, open }: ReplaySpan): boolean =>
    !open && now().getTime() >= to && hasArrived(streamId, rendition, to);

  const isLive = (stream: MediaStream, span: ReplaySpan): boolean => stream.kind === 'event' && !isOver(span);

  /**
   * Cache key of a playlist, and whether it is final. Determined before reading, because segments that arrive meanwhile
   * may be missing in it.
   */
  function stateOf(span: ReplaySpan): { key: string; over: boolean } {
    const { streamId, rendition, from, to } = span;
    const over = isOver(span);
    // A growing playlist changes with each segment.
    const edge = over ? 'over' : (index.track(streamId, rendition).segments.at(-1)?.sequence ?? 0);
    return { key: [streamId, rendition, from, to, edge, removals.version].join('/'), over };
  }

  function make(
    span: ReplaySpan,
    { key, over }: ReturnType<typeof stateOf>,
    found: readonly ReplayHour[],
  ): ReplayList | undefined {
    const { streamId, from } = span;
    const targetMs = targetMsOf(streamId);
    const removed = removals.of(streamId);
    const { segments, pieces } = cut(found, span);
    const [first, last] = [segments[0], segments.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const sounded = found.flatMap((hour) => hour.marks);
    const marks = rangesBetween(sounded, first.startsAt, endOf(last));
    const how = { at: REPLAY_ADDRESSES, from, isOver: over, targetMs, marks };
    let list: ReplayList | undefined;
    if (removed.some((one) => one.to > first.startsAt && one.from < endOf(last))) {
      const left = withoutRemoved({ segments }, removed).segments;
      if (left.length === 0) return undefined;
      list = { body: playlistBody(replayPlaylist({ segments: left, ...how })), initId: left[0]!.initId };
    } else {
      const { begin, end } = replayEnds(withoutRemoved({ segments: [first] }, removed).segments[0]!, how);
      const bytes = Buffer.concat([Buffer.from(begin), ...pieces, Buffer.from(end)]);
      list = { body: playlistBody(bytes), initId: first.initId };
    }
    lists.set(key, list);
    return list;
  }

  async function lookUp(streamId: number, rendition: RenditionName, sequence: number) {
    const around = await segmentsAround(db, streamId, rendition, sequence);
    const found = around.find((segment) => segment.sequence === sequence);
    if (found === undefined || around.length === 1) return found;
    // The next segment will probably be requested soon.
    const { startsAt } = found;
    hours.forget(streamId, rendition, startsAt);
    await hours.read({ streamId, rendition, from: startsAt, to: startsAt + 1 });
    return found;
  }

  const lookingUp = new Map<string, Promise<KeptSegment | undefined>>();
  /** Concurrent requests for segments of an hour not in memory share one read. */
  async function found(streamId: number, rendition: RenditionName, sequence: number) {
    const track = `${streamId}/${rendition}`;
    await lookingUp.get(track)?.catch(() => undefined);
    const ready = readySegment(streamId, rendition, sequence);
    if (ready !== undefined) return ready;
    const own = lookUp(streamId, rendition, sequence).finally(() => {
      if (lookingUp.get(track) === own) lookingUp.delete(track);
    });
    lookingUp.set(track, own);
    return own;
  }

  function readySegment(streamId: number, rendition: RenditionName, sequence: number): KeptSegment | undefined {
    const { segments } = index.track(streamId, rendition);
    return segments[sequence - (segments[0]?.sequence ?? 0)] ?? hours.segment(streamId, rendition, sequence);
  }

  function readyList(span: ReplaySpan, state: ReturnType<typeof stateOf>): ReplayList | undefined {
    const list = lists.get(state.key);
    if (list !== undefined) return list;
    const found = hours.known(span);
    return found && make(span, state, found);
  }
  const liveList = (stream: MediaStream, span: ReplaySpan, skip: boolean): ReplayList | undefined =>
    isLive(stream, span) ? eventList(stream, span, skip) : undefined;

  return {
    readyList(span, skip = false) {
      const stream = streams.known(span.streamId);
      return stream && (liveList(stream, span, skip) ?? readyList(span, stateOf(span)));
    },
    async list(span, skip = false) {
      const stream = await streams.find(span.streamId);
      if (stream === undefined) return undefined;
      const live = liveList(stream, span, skip);
      if (live !== undefined) return live;
      const state = stateOf(span);
      return readyList(span, state) ?? make(span, state, await hours.read(span));
    },
    async awaitSegment(span, sequence) {
      const stream = await streams.find(span.streamId);
      const track = index.track(span.streamId, span.rendition);
      const last = track.segments.at(-1);
      if (stream === undefined || last === undefined || !isLive(stream, span)) return;
      if (sequence > last.sequence + MAX_BLOCK_AHEAD)
        throw new DomainError('invalidParam', '_HLS_msn is too far ahead');
      await index.waitFor(track, sequence, stream.targetMs * BLOCK_TARGETS);
    },
    readySegment,
    segment: async (streamId, rendition, sequence) =>
      readySegment(streamId, rendition, sequence) ?? found(streamId, rendition, sequence),
    async bytes(streamId, rendition, segment) {
      const bytes = await objects.get(segment.storageKey, segment.range);
      if (bytes !== undefined) return bytes;
      // Packed, or packed again, since it was looked up.
      const moved = await lookUp(streamId, rendition, segment.sequence);
      return moved && objects.get(moved.storageKey, moved.range);
    },
  };
}
