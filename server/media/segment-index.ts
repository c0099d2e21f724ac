import { isDeepStrictEqual } from 'node:util';
import type { Db } from '#db/database.ts';
import {
  listTimelines,
  REWIND_GRACE_MS,
  segmentsAfter,
  segmentsSince,
  type StoredSegment,
} from '#domain/media/media.ts';
import { segmentLines, type MediaAddresses } from '#domain/media/playlist.rules.ts';
import { siblingsOf, type RenditionName } from '#domain/media/renditions.rules.ts';
import { FIRST_STREAM } from '#domain/media/streams.rules.ts';
import { endOf, JITTER_MS } from '#domain/media/timeline.rules.ts';
import type { PlaylistBody } from '#server/media/playlist-body.ts';
import { REPLAY_ADDRESSES } from '#server/media/replay/replay-hours.ts';
import type { Streams } from '#server/media/streams.ts';

/** Relative addresses in an EVENT playlist, `/media/<channel>/<rendition>/from/<ms>.m3u8`. */
export const EVENT_ADDRESSES: MediaAddresses = {
  segment: (sequence) => `../${sequence}.m4s`,
  init: (initId) => `../../../init/${initId}.mp4`,
};

/** One rendition of one stream: the timeline as known to this process. Sequence numbers are contiguous. */
export interface Track {
  streamId: number;
  rendition: RenditionName;
  segments: StoredSegment[];
  /** Playlist lines of each segment as a successor of the previous one, rendered once. */
  lines: string[];
  /** Live playlist as bytes, valid until the next segment, removal or mark. */
  live: { version: number; marksVersion: number; body: PlaylistBody } | undefined;
}

export interface SegmentIndex {
  /** Empty for an unknown track, which is not stored: anybody may request any number. */
  track(streamId: number, rendition: RenditionName): Track;
  /** Loads the whole window, or what was added since. Call it whenever a notification may have been missed. */
  catchUp(): Promise<void>;
  /** Adds a segment just committed by any process. Idempotent; order does not matter. */
  add(segment: StoredSegment): Promise<void>;
  /**
   * Replaces a track's segments by those of the table from where they differ, and then returns false. For numbers assigned
   * while the database was down, and for a table that lost rows.
   */
  reconcile(of: Pick<Track, 'streamId' | 'rendition'>): Promise<boolean>;
  /** Loads what is missing at the end of a track. */
  load(of: Pick<Track, 'streamId' | 'rendition'>): Promise<void>;
  /** Adds the next segment of a track. False if the track has another one with its number, or lacks those before. */
  extend(segment: StoredSegment): boolean;
  /** Replaces the segments of a track from a number on. False if others were served. */
  replace(of: Pick<Track, 'streamId' | 'rendition'>, sequence: number, segments: readonly StoredSegment[]): boolean;
  /** The highest discontinuity number among sibling renditions at an instant. */
  siblingDiscontinuityAt(of: Pick<Track, 'streamId' | 'rendition'>, instant: number): number | undefined;
  /** The newest segment of each track. */
  edges(): StoredSegment[];
  prune(): void;
  /** Resolves to true when the track has the sequence number, or to false on timeout. */
  waitFor(track: Track, sequence: number, timeoutMs: number): Promise<boolean>;
  /** Ends all waits with what there is, and allows no new ones. */
  endWaits(): void;
}

/** An event without segments for this long is not live; requests for it read the tables. */
const EVENT_QUIET_MS = 3_600_000;

/** Playlists of channels are public; those of events require a grant, like replays. */
const addressesOf = (streamId: number): MediaAddresses =>
  streamId < FIRST_STREAM.event ? EVENT_ADDRESSES : REPLAY_ADDRESSES;

export function createSegmentIndex({
  db,
  windowMs,
  streams,
  isAhead,
  now,
}: {
  db: Db;
  /** Default for streams without a window of their own. */
  windowMs: number;
  streams: Streams;
  /** Whether segments are listed before the table has them. */
  isAhead: () => boolean;
  now: () => Date;
}): SegmentIndex {
  const tracks = new Map<string, Track>();
  const keyOf = (streamId: number, rendition: string): string => `${streamId}/${rendition}`;
  const emptyTrack = (streamId: number, rendition: RenditionName): Track => ({
    streamId,
    rendition,
    segments: [],
    lines: [],
    live: undefined,
  });
  const trackOf = ({ streamId, rendition }: Pick<Track, 'streamId' | 'rendition'>): Track => {
    const key = keyOf(streamId, rendition);
    const track = tracks.get(key) ?? emptyTrack(streamId, rendition);
    tracks.set(key, track);
    return track;
  };
  const waiting = new Map<Track, Set<() => void>>();
  let isEnding = false;
  const horizon = (streamId: number): Date =>
    new Date(now().getTime() - (streams.known(streamId)?.windowMs ?? windowMs) - REWIND_GRACE_MS);

  function append(segment: StoredSegment): void {
    const track = trackOf(segment);
    const last = track.segments.at(-1);
    if (last !== undefined && segment.sequence !== last.sequence + 1) return;
    track.segments.push(segment);
    track.lines.push(last === undefined ? '' : segmentLines(segment, last, addressesOf(track.streamId)));
    track.live = undefined;
    for (const wake of waiting.get(track) ?? []) wake();
  }

  const catchUpTrack = async (track: Track): Promise<void> => {
    const last = track.segments.at(-1);
    // Makes the stream's window known.
    await streams.find(track.streamId);
    if (last === undefined) {
      for (const segment of await segmentsSince(db, horizon(track.streamId), track)) append(segment);
      return;
    }
    const rows = await segmentsAfter(db, track.streamId, track.rendition, last.sequence - 1);
    // A promoted server may lack the last moment of its predecessor, and assign the numbers again.
    if (!isAhead() && !isDeepStrictEqual(rows[0], last)) await reconcile(track);
    else for (const segment of rows) append(segment);
  };

  function replace(
    of: Pick<Track, 'streamId' | 'rendition'>,
    sequence: number,
    wanted: readonly StoredSegment[],
  ): boolean {
    const track = trackOf(of);
    const first = track.segments[0]?.sequence ?? sequence;
    const kept = wanted.filter((segment) => segment.sequence >= first);
    const at = Math.max(0, sequence - first);
    const isSame = track.segments.slice(at).every((segment, i) => isDeepStrictEqual(segment, kept[i]));
    if (isSame) for (const segment of kept.slice(track.segments.length - at)) append(segment);
    else {
      track.segments.splice(at);
      track.lines.splice(at);
      track.live = undefined;
      for (const segment of kept) append(segment);
    }
    return isSame;
  }

  async function reconcile(of: Pick<Track, 'streamId' | 'rendition'>): Promise<boolean> {
    const { segments } = trackOf(of);
    const placed = segments.at(-1)?.sequence ?? -1;
    const first = segments[0]?.sequence ?? 0;
    const rows = await segmentsAfter(db, of.streamId, of.rendition, first - 1);
    // A segment placed during the query is not in its result, but must be kept.
    const meanwhile = segments.filter(({ sequence }) => sequence > Math.max(placed, rows.at(-1)?.sequence ?? -1));
    // Those before the first row were packed.
    return replace(of, rows[0]?.sequence ?? first, [...rows, ...meanwhile]);
  }

  return {
    track: (streamId, rendition) => tracks.get(keyOf(streamId, rendition)) ?? emptyTrack(streamId, rendition),
    async catchUp() {
      const eventsSince = new Date(now().getTime() - EVENT_QUIET_MS);
      for (const timeline of await listTimelines(db, { eventsSince })) await catchUpTrack(trackOf(timeline));
    },
    async add(segment) {
      const track = trackOf(segment);
      const last = track.segments.at(-1);
      if (last !== undefined && segment.sequence <= last.sequence) return;
      if (last !== undefined && segment.sequence === last.sequence + 1) append(segment);
      else await catchUpTrack(track);
    },
    reconcile,
    load: (of) => catchUpTrack(trackOf(of)),
    extend(segment) {
      const { segments } = trackOf(segment);
      const last = segments.at(-1);
      if (last === undefined || segment.sequence === last.sequence + 1) {
        append(segment);
        return true;
      }
      return segments[segment.sequence - segments[0]!.sequence]?.storageKey === segment.storageKey;
    },
    replace,
    siblingDiscontinuityAt({ streamId, rendition }, instant) {
      const numbers = siblingsOf(rendition).flatMap(
        (sibling) =>
          tracks.get(keyOf(streamId, sibling))?.segments.findLast((segment) => segment.startsAt <= instant + JITTER_MS)
            ?.discontinuity ?? [],
      );
      return numbers.length === 0 ? undefined : Math.max(...numbers);
    },
    edges: () => [...tracks.values()].flatMap(({ segments }) => segments.at(-1) ?? []),
    prune() {
      for (const track of tracks.values()) {
        const before = horizon(track.streamId).getTime();
        // The last one is kept, because the next number follows from it.
        let gone = 0;
        while (gone < track.segments.length - 1 && endOf(track.segments[gone]!) <= before) gone++;
        if (gone === 0) continue;
        track.segments.splice(0, gone);
        track.lines.splice(0, gone);
        track.live = undefined;
      }
    },
    waitFor(track, sequence, timeoutMs) {
      const has = (): boolean => (track.segments.at(-1)?.sequence ?? -1) >= sequence;
      if (has() || isEnding) return Promise.resolve(has());
      return new Promise((resolve) => {
        const waiters = waiting.get(track) ?? new Set();
        waiting.set(track, waiters);
        const end = (): void => {
          clearTimeout(timer);
          waiters.delete(wake);
          resolve(has());
        };
        const wake = (): void => {
          if (has() || isEnding) end();
        };
        const timer = setTimeout(end, timeoutMs);
        waiters.add(wake);
      });
    },
    endWaits() {
      isEnding = true;
      for (const waiters of waiting.values()) for (const wake of waiters) wake();
    },
  };
}
