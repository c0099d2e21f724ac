import Hls, { type ErrorData, type Level, type LevelDetails, type LoadPolicy } from 'hls.js/light';
import { landOn, playlistFault, playlistFrom, vodClock, type Engine, type EngineOptions } from './engine.ts';
import {
  LIVE_HOLD_BACK_TARGETS,
  type PlayerErrorCode,
  type StreamClock,
  type VodClock,
} from '#app/player/player.state.ts';
import type { SignedAddresses } from '#app/player/sources/source-kind.ts';
import { markOfRange } from '#domain/songs/marks.rules.ts';
import { createMarkShelf } from './mark-shelf.ts';
import { edgeOf, instantAt, timeAt, type PlaylistPoint } from './playlist-clock.ts';

/** Short network interruptions are retried here, invisibly. For longer ones the player reconnects. */
const retries = (maxNumRetry: number, signed?: SignedAddresses): LoadPolicy => ({
  default: {
    maxTimeToFirstByteMs: 8_000,
    maxLoadTimeMs: 15_000,
    timeoutRetry: { maxNumRetry: 1, retryDelayMs: 0, maxRetryDelayMs: 0 },
    errorRetry: {
      maxNumRetry,
      retryDelayMs: 500,
      maxRetryDelayMs: 2_000,
      ...(signed && { shouldRetry: (_, count, __, answer, retry) => retry || renews(signed, count, answer?.code) }),
    },
  },
});

/** hls.js's value for automatic selection. */
const AUTOMATIC = -1;
const FORBIDDEN = 403;
const RENEWED_AT_ONCE = 2;

/** Requests a new signature after a 403, then retries with it. */
function renews(signed: SignedAddresses, retryCount: number, status: number | undefined): boolean {
  if (status !== FORBIDDEN || retryCount >= RENEWED_AT_ONCE) return false;
  signed.refused();
  return true;
}

function pointsOf(details: LevelDetails): PlaylistPoint[] {
  return details.fragments.flatMap((fragment) =>
    fragment.programDateTime === null
      ? []
      : [{ startS: fragment.start, durationS: fragment.duration, atMs: fragment.programDateTime }],
  );
}

/**
 * Every media URL contains the rendition's name, letters followed by a number, optionally followed by a start position.
 */
const RENDITION = /\/([a-z]+\d+)\/(?:from\/)?[^/]+\.m3u8/;
const renditionOf = ({ url }: Level): string => RENDITION.exec(url[0] ?? '')?.[1] ?? '';

/** In a playlist with the whole event. Without an instant, or in other playlists: the edge, or the playlist's start. */
const eventPosition = (startAtMs: number | null, zeroMs: number | undefined): number =>
  startAtMs === null || zeroMs === undefined ? AUTOMATIC : Math.max(0, startAtMs - zeroMs) / 1000;

/**
 * A live seek before the first segment, by any amount, makes hls.js load the edge and wait forever. Its times shift by
 * a few milliseconds as it learns actual segment contents.
 */
const INSIDE_S = 0.1;

/** A media error this soon after a recovery counts as the same one: the player skips it. */
const SAME_FAULT_MS = 10_000;

/** Plays through Media Source, which gives access to the stream's clock, exact starts and all errors. */
export function openHls(options: EngineOptions): Engine {
  const { media, address, signed, timeline, startAtMs, zeroMs, onLost, onLadder, onRefilled } = options;
  const isLive = timeline === 'live';
  const hls = new Hls({
    // A worker would be created from a blob URL, which the content security policy forbids. fMP4 needs no remuxing
    // anyway.
    enableWorker: false,
    liveSyncDurationCount: options.holdBackTargets ?? LIVE_HOLD_BACK_TARGETS,
    // A channel's playlist is requested from its start instant; an event's playlist contains the whole event.
    startPosition: isLive ? eventPosition(startAtMs, zeroMs) : (startAtMs ?? 0) / 1000,
    // Programme boundaries come from the timetable. Cues would also need a track from a data: URL, which the policy
    // forbids.
    enableDateRangeMetadataCues: false,
    enableEmsgMetadataCues: false,
    enableID3MetadataCues: false,
    // Never jump to the edge automatically: a paused or rewound stream keeps its position.
    liveMaxLatencyDurationCount: Infinity,
    // Not more lines than the screen has: mobile data is paid by volume.
    capLevelToPlayerSize: true,
    backBufferLength: 60,
    maxBufferLength: 30,
    manifestLoadPolicy: retries(1, signed),
    playlistLoadPolicy: retries(2, signed),
    fragLoadPolicy: retries(3, signed),
    // hls.js reads a VOD playlist once, with the signature of that time in every URL.
    ...(signed && {
      xhrSetup: async (request: XMLHttpRequest, url: string) => request.open('GET', await signed.present(url), true),
    }),
  });
  let recoveredAtMs = -Infinity;
  let chosen = options.rendition ?? null;

  const levelOf = (rendition: string | null): number =>
    rendition === null ? AUTOMATIC : hls.levels.findIndex((level) => renditionOf(level) === rendition);
  const tellLadder = (shown: number) => {
    const rungs = hls.levels.map((level) => ({ rendition: renditionOf(level), bitsPerSecond: level.averageBitrate }));
    onLadder?.({ rungs, shown: rungs[shown]?.rendition ?? null });
  };
  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    // Must be set before the first segment, so that it has the chosen rendition.
    if (chosen !== null) hls.loadLevel = levelOf(chosen);
    tellLadder(AUTOMATIC);
  });
  hls.on(Hls.Events.LEVEL_SWITCHED, (_event, { level }) => tellLadder(level));

  let read: { details: LevelDetails; points: PlaylistPoint[] } | null = null;
  const points = (): PlaylistPoint[] => {
    const details = hls.latestLevelDetails;
    if (details === null) return [];
    // An event's playlist has thousands of lines and changes every second, so its points are cached.
    if (!isLive || zeroMs === undefined) return pointsOf(details);
    if (read?.details !== details) read = { details, points: pointsOf(details) };
    return read.points;
  };

  const shelf = createMarkShelf();
  hls.on(Hls.Events.LEVEL_LOADED, (_event, { details }) => {
    const [list, ranges] = [pointsOf(details), Object.values(details.dateRanges)];
    const [fromMs, toMs] = [list[0]?.atMs, edgeOf(list)];
    if (fromMs === undefined || toMs === null) return;
    const marks = ranges.flatMap((range) => (range && markOfRange(range.attr as Record<string, string>)) ?? []);
    shelf.take(marks, { fromMs, toMs });
  });

  hls.on(Hls.Events.ERROR, (_event, data: ErrorData) => {
    if (!data.fatal) return;
    if (data.type === Hls.ErrorTypes.NETWORK_ERROR) return onLost(playlistErrorCode(data), true);
    const isSame = performance.now() - recoveredAtMs < SAME_FAULT_MS;
    if (data.type !== Hls.ErrorTypes.MEDIA_ERROR || isSame) return onLost('120008', true);
    recoveredAtMs = performance.now();
    hls.recoverMediaError();
  });
  // Attached again: by the recovery above, or by hls.js itself, as it does not report every media error as fatal.
  let isFilled = false;
  hls.on(Hls.Events.MEDIA_ATTACHED, () => {
    if (isFilled) onRefilled();
    isFilled = true;
  });

  hls.loadSource(isLive && startAtMs !== null && zeroMs === undefined ? playlistFrom(address, startAtMs) : address);
  hls.attachMedia(media);

  const streamClock = (): StreamClock | null => {
    const list = points();
    const heardAtMs = media.readyState === 0 ? null : instantAt(list, media.currentTime);
    const edgeMs = edgeOf(list);
    const first = list[0];
    if (heardAtMs === null || edgeMs === null || first === undefined) return null;
    const targetMs = (hls.latestLevelDetails?.targetduration ?? 4) * 1000;
    return { heardAtMs, edgeMs, covers: { fromMs: first.atMs, toMs: edgeMs }, targetMs };
  };

  const liveTimeAt = (atMs: number): number | null => {
    read = null;
    const list = points();
    const timeS = timeAt(list, atMs);
    const [first] = list;
    return timeS === null || first === undefined ? timeS : Math.max(timeS, first.startS + INSIDE_S);
  };

  // With gaps, a position is not a time of the element: start as if there were none, and correct once they are known.
  // Stopping and restarting hls.js before its first segment makes it load none.
  const landsAtMs = isLive ? startAtMs : (zeroMs ?? 0) + (startAtMs ?? 0);
  const landing =
    zeroMs === undefined || landsAtMs === null
      ? null
      : landOn(media, () => (isLive ? liveTimeAt(landsAtMs) : timeAt(points(), landsAtMs)));

  const datedClock = (beginMs: number): VodClock | null => {
    const list = points();
    const heardAtMs = media.readyState === 0 || landing?.isComing() ? null : instantAt(list, media.currentTime);
    if (heardAtMs === null) return null;
    return { positionMs: heardAtMs - beginMs, durationMs: 0, heldToMs: (edgeOf(list) ?? heardAtMs) - beginMs };
  };

  return {
    clock: () => (isLive ? streamClock() : zeroMs === undefined ? vodClock(media) : datedClock(zeroMs)),
    seekTo: (toMs) => {
      const timeS = isLive ? liveTimeAt(toMs) : zeroMs === undefined ? toMs / 1000 : timeAt(points(), zeroMs + toMs);
      // Before the playlist is read the target is unknown; it still lands at the opening position.
      if (timeS === null) return;
      landing?.cancel();
      media.currentTime = timeS;
    },
    markAt: shelf.at,
    holdsOn: false,
    choose: (rendition) => {
      chosen = rendition;
      // Replaces the buffered rendition ahead without interrupting the current one.
      if (hls.levels.length > 0) hls.nextLevel = levelOf(rendition);
    },
    destroy: () => {
      landing?.cancel();
      hls.destroy();
    },
  };
}

const PLAYLIST_ERRORS: ReadonlySet<string> = new Set([
  Hls.ErrorDetails.MANIFEST_LOAD_ERROR,
  Hls.ErrorDetails.MANIFEST_LOAD_TIMEOUT,
  Hls.ErrorDetails.MANIFEST_PARSING_ERROR,
  Hls.ErrorDetails.LEVEL_LOAD_ERROR,
  Hls.ErrorDetails.LEVEL_LOAD_TIMEOUT,
  Hls.ErrorDetails.LEVEL_PARSING_ERROR,
  Hls.ErrorDetails.LEVEL_EMPTY_ERROR,
]);

/** A refused or unparsable playlist counts as no playlist; a failed request may be the listener's network. */
function playlistErrorCode(data: ErrorData): PlayerErrorCode {
  if (!PLAYLIST_ERRORS.has(data.details)) return '120006';
  return (data.response?.code ?? 0) === 0 ? playlistFault() : '120010';
}
