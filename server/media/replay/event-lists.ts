import { LRUCache } from 'lru-cache';
import { REWIND_GRACE_MS, type StoredSegment } from '#domain/media/media.ts';
import { eventPlaylist } from '#domain/media/playlist.rules.ts';
import type { Playable } from '#domain/media/removals.rules.ts';
import type { MediaStream } from '#domain/media/streams.rules.ts';
import { firstEndingAfter } from '#domain/media/timeline.rules.ts';
import { playlistBody } from '#server/media/playlist-body.ts';
import type { Removals } from '#server/media/removals.ts';
import { REPLAY_ADDRESSES } from '#server/media/replay/replay-hours.ts';
import type { ReplayList, ReplaySpan } from '#server/media/replay/replay-span.ts';
import type { SegmentIndex, Track } from '#server/media/segment-index.ts';

const MAX_LIST_BYTES = 67_108_864;

/**
 * Playlists of live events: from any instant of the event to its edge, built from memory and shared by identical
 * requests. Three hours are 10,800 lines, so clients that have the list request delta updates, and block until there is
 * something new (blocking reload).
 */
export function createEventLists({
  index,
  removals,
  playableOf,
  windowMs,
  now,
}: {
  index: SegmentIndex;
  removals: Removals;
  playableOf: (track: Track) => Playable<StoredSegment>;
  /** Default for streams without a window of their own. */
  windowMs: number;
  now: () => Date;
}) {
  const lists = new LRUCache<string, ReplayList>({
    maxSize: MAX_LIST_BYTES,
    // Compressed variants are added later, a tenth of the size each.
    sizeCalculation: ({ body }) => Math.ceil(body.bytes.length * 1.3),
  });

  /** Undefined if nothing of it is in memory. */
  return function list(stream: MediaStream, span: ReplaySpan, skip: boolean): ReplayList | undefined {
    const { rendition, from, to } = span;
    const { segments, lines } = playableOf(index.track(stream.id, rendition));
    const first = firstEndingAfter(segments, from);
    let after = segments.length;
    while (after > first && segments[after - 1]!.startsAt >= to) after--;
    const [start, last] = [segments[first], segments[after - 1]];
    if (after === first || start === undefined || last === undefined) return undefined;
    // A list that began before the retained window loses its head, like a live playlist.
    const grows = from >= now().getTime() - (stream.windowMs ?? windowMs) - REWIND_GRACE_MS;
    const about = [stream.id, rendition, from, to, start.sequence, last.sequence];
    const key = [...about, removals.version, grows, skip].join('/');
    let known = lists.get(key);
    if (known === undefined) {
      const text = eventPlaylist({
        segments: segments.slice(first, after),
        lines: lines.slice(first, after),
        programmes: [],
        at: REPLAY_ADDRESSES,
        targetMs: stream.targetMs,
        from,
        grows,
        skip,
        isNear: true,
      });
      known = { body: playlistBody(text), initId: last.initId };
      lists.set(key, known);
    }
    return known;
  };
}
