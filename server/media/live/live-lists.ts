import { REWIND_GRACE_MS, type StoredSegment } from '#domain/media/media.ts';
import { LIVE_SEGMENTS, livePlaylist, type MediaAddresses, type ProgrammeSpan } from '#domain/media/playlist.rules.ts';
import { withoutRemoved, type Playable } from '#domain/media/removals.rules.ts';
import { endOf, type TimelineSegment } from '#domain/media/timeline.rules.ts';
import { playlistBody, type PlaylistBody } from '#server/media/playlist-body.ts';
import type { Marks } from '#server/media/live/marks.ts';
import type { Removals } from '#server/media/removals.ts';
import type { Track } from '#server/media/segment-index.ts';
import type { ChannelId } from '#shared/enums.ts';

/** Relative addresses in the live playlist, `/media/<channel>/<rendition>/live.m3u8`. */
const LIVE_ADDRESSES: MediaAddresses = {
  segment: (sequence) => `${sequence}.m4s`,
  init: (initId) => `../../init/${initId}.mp4`,
};
/** After this long off air the live playlist is unavailable instead of offering old sound. */
export const OFF_AIR_MS = 60_000;
/** New sound appears in a playlist after at most a second. */
export const EDGE_CACHE = 'public, max-age=1';

/** Sound that ended earlier is no longer public by its number, although it may be kept for replays. */
export const publicSince = (nowMs: number, windowMs: number): number => nowMs - windowMs - REWIND_GRACE_MS;

/** Caches drop public sound when it leaves the window. */
export const publicCache = (segment: TimelineSegment, since: number): string =>
  `public, max-age=${Math.floor((endOf(segment) - since) / 1000)}, immutable`;

/** The playable part of the timeline, and its edge as a playlist. */
export interface LiveLists {
  playableOf: (track: Track) => Playable<StoredSegment>;
  /** End of a track's last playable sound. */
  edgeOf: (track: Track) => number;
  /** Undefined: off air. */
  body(track: Track, channelId: ChannelId): PlaylistBody | undefined;
}

export function createLiveLists({
  removals,
  marks,
  now,
  programmesOf,
}: {
  removals: Removals;
  marks: Marks;
  now: () => Date;
  programmesOf: (channelId: ChannelId) => readonly ProgrammeSpan[];
}): LiveLists {
  const playables = new WeakMap<Track, Playable<StoredSegment> & { version: number; first: number; last: number }>();
  const playableOf = (track: Track): Playable<StoredSegment> => {
    const removed = removals.of(track.streamId);
    if (removed.length === 0) return track;
    const { version } = removals;
    const [first, last] = [track.segments[0]?.sequence ?? -1, track.segments.at(-1)?.sequence ?? -1];
    let known = playables.get(track);
    if (known?.version !== version || known.first !== first || known.last !== last) {
      known = { ...withoutRemoved(track, removed), version, first, last };
      playables.set(track, known);
    }
    return known;
  };

  const edgeOf = (track: Track): number => {
    const last = playableOf(track).segments.at(-1);
    return last === undefined ? -Infinity : endOf(last);
  };

  return {
    playableOf,
    edgeOf,
    body(track, channelId) {
      if (edgeOf(track) <= now().getTime() - OFF_AIR_MS) return undefined;
      const marksVersion = marks.versionOf(channelId);
      if (track.live?.version !== removals.version || track.live.marksVersion !== marksVersion) {
        const segments = playableOf(track).segments.slice(-LIVE_SEGMENTS);
        const programmes = programmesOf(channelId);
        const text = livePlaylist({
          segments,
          programmes,
          marks: marks.linesOf(channelId, segments),
          at: LIVE_ADDRESSES,
        });
        track.live = { version: removals.version, marksVersion, body: playlistBody(text) };
      }
      return track.live.body;
    },
  };
}
