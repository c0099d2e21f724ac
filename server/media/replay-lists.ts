import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import { segmentsAround, segmentsBetween, type KeptSegment } from '#domain/media/kept-sound.ts';
import { replayPlaylist, type MediaAddresses } from '#domain/media/playlist.rules.ts';
import { withoutRemoved } from '#domain/media/removals.rules.ts';
import type { RenditionName } from '#domain/media/renditions.rules.ts';
import { endOf } from '#domain/media/timeline.rules.ts';
import type { ObjectCache } from '#server/media/object-cache.ts';
import { playlistBody, type PlaylistBody } from '#server/media/playlist-body.ts';
import type { Removals } from '#server/media/removals.ts';
import type { SegmentIndex } from '#server/media/segment-index.ts';

/** How `/replay/<grant>/<stream>/<rendition>/<from>-<to>.m3u8` reaches its parts: the grant stays in front of them. */
const ADDRESSES: MediaAddresses = {
  segment: (sequence) => `${sequence}.m4s`,
  init: (initId) => `../../init/${initId}.mp4`,
};
/** Where nothing came for so long, the last sound before an end is not on its way any more. */
const ARRIVED_MS = 60_000;
/** A list is made anew after this: what is kept of it may have changed. */
const LIST_LIFE_MS = 60_000;
const MAX_LISTS = 500;
/** Some seventy hours of a rendition. */
const MAX_KNOWN_SEGMENTS = 60_000;
const KNOWN_FOR_MS = 300_000;

interface ReplayList {
  body: PlaylistBody;
  /** The init its sound begins with. */
  initId: number;
}

interface ReplaySpan {
  streamId: number;
  rendition: RenditionName;
  from: number;
  to: number;
  /** What is replayed is still on air, whatever the clock says. */
  open: boolean;
}

export interface Replays {
  /** Undefined where nothing sounds, or nothing yet. */
  list(span: ReplaySpan): Promise<ReplayList | undefined>;
  /** Undefined where no such number is kept. */
  segment(streamId: number, rendition: RenditionName, sequence: number): Promise<KeptSegment | undefined>;
  bytes(streamId: number, rendition: RenditionName, segment: KeptSegment): Promise<Buffer | undefined>;
}

/** Replays as they are cut from the timeline: the same lists and segments for everybody, whoever may have them. */
export function createReplays({
  db,
  index,
  removals,
  objects,
  now,
}: {
  db: Db;
  index: SegmentIndex;
  removals: Removals;
  objects: ObjectCache;
  now: () => Date;
}): Replays {
  const lists = new LRUCache<string, Promise<ReplayList | undefined>>({ max: MAX_LISTS, ttl: LIST_LIFE_MS });
  const known = new LRUCache<string, KeptSegment>({ max: MAX_KNOWN_SEGMENTS, ttl: KNOWN_FOR_MS });
  const keyOf = (streamId: number, rendition: string, sequence: number): string =>
    `${streamId}/${rendition}/${sequence}`;
  const remember = (streamId: number, rendition: string, segments: readonly KeptSegment[]): void => {
    for (const segment of segments) known.set(keyOf(streamId, rendition, segment.sequence), segment);
  };

  async function make({ streamId, rendition, from, to }: ReplaySpan, isOver: boolean): Promise<ReplayList | undefined> {
    const found = await segmentsBetween(db, streamId, rendition, new Date(from), new Date(to));
    remember(streamId, rendition, found);
    const { segments } = withoutRemoved({ segments: found }, removals.of(streamId));
    if (segments.length === 0) return undefined;
    const text = replayPlaylist({ segments, programmes: [], at: ADDRESSES, from, isOver });
    return { body: playlistBody(text), initId: segments[0]!.initId };
  }

  async function lookUp(streamId: number, rendition: RenditionName, sequence: number) {
    const around = await segmentsAround(db, streamId, rendition, sequence);
    remember(streamId, rendition, around);
    return around.find((segment) => segment.sequence === sequence);
  }

  return {
    list(span) {
      const { streamId, rendition, from, to, open } = span;
      const at = now().getTime();
      const last = index.track(streamId, rendition).segments.at(-1);
      const hasArrived = at >= to + ARRIVED_MS || (last !== undefined && endOf(last) >= to);
      const isOver = !open && at >= to && hasArrived;
      // One that grows is another with each segment.
      const edge = isOver ? 'over' : (last?.sequence ?? 0);
      const key = [streamId, rendition, from, to, edge, removals.version].join('/');
      let list = lists.get(key);
      if (list === undefined) {
        list = make(span, isOver);
        lists.set(key, list);
        list.catch(() => lists.delete(key));
      }
      return list;
    },
    async segment(streamId, rendition, sequence) {
      const { segments } = index.track(streamId, rendition);
      return (
        segments[sequence - (segments[0]?.sequence ?? 0)] ??
        known.get(keyOf(streamId, rendition, sequence)) ??
        lookUp(streamId, rendition, sequence)
      );
    },
    async bytes(streamId, rendition, segment) {
      const bytes = await objects.get(segment.storageKey, segment.range);
      if (bytes !== undefined) return bytes;
      // It was packed since it was looked up, or packed again.
      const moved = await lookUp(streamId, rendition, segment.sequence);
      return moved && objects.get(moved.storageKey, moved.range);
    },
  };
}
