import { playlistFrom, type Engine, type EngineOptions } from './engine.ts';
import { marksOfPlaylist } from '#domain/songs/marks.rules.ts';
import type { StreamClock } from '#app/player/player.state.ts';
import { edgeOf, extend, instantAt, readPlaylist, timeAt, type PlaylistPoint } from './playlist-clock.ts';
import { createMarkShelf } from './mark-shelf.ts';
import { readMediaPlaylist } from './read-playlist.ts';

/** WebKit tells the date of time 0 of the element; not always at once, and perhaps never. */
type DatedMedia = HTMLMediaElement & { getStartDate: () => Date };

const FIRST_TARGET_MS = 4_000;
const READ_EVERY_MS = 4_000;
/** A list that has all of an event is long; between two readings it is known how it goes on. */
const READ_ALL_EVERY_MS = 30_000;
/** A date that has not come by then is not waited for. */
const DATE_WITHIN_MS = 3_000;
/** Where a player begins in a live playlist, counted from its end (RFC 8216, 6.3.3). */
const SEGMENTS_FROM_END = 3;

/**
 * Plays HLS with the browser's own player, as on iPhones. The element knows one date at most, and a gap in the sound
 * makes it wrong for all that follows: positions are read from the dates of the playlist, which is read beside it.
 */
export function openNative({ media, address, startAtMs, zeroMs, onLost }: EngineOptions): Engine<StreamClock> {
  const ended = new AbortController();
  const { signal } = ended;
  const on = (type: keyof HTMLMediaElementEventMap, listener: () => void) =>
    media.addEventListener(type, listener, { signal });
  // Chromium without Media Source cannot move in a live stream: it plays the edge, wherever it was asked to begin.
  const moves = isDated(media);
  const shelf = createMarkShelf();
  let points: PlaylistPoint[] = [];
  let targetMs = FIRST_TARGET_MS;
  /** Instant of time 0 where the element does not tell it. */
  let guessMs: number | null = null;
  let loadedAtMs: number | null = null;
  /** A move that waits until it is known where to. */
  let wantedMs = startAtMs;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Instant of time 0 of the element; null while that is not known. */
  const beginMs = (): number | null => {
    const toldMs = moves ? media.getStartDate().getTime() : Number.NaN;
    if (!Number.isNaN(toldMs)) return toldMs;
    const waits = moves && (loadedAtMs === null || performance.now() - loadedAtMs < DATE_WITHIN_MS);
    return waits ? null : guessMs;
  };
  /** Our list on the element's time. Until it is read, sound is taken to be without a gap. */
  const placed = (): PlaylistPoint[] => {
    const zero = beginMs();
    if (zero === null) return [];
    const [first] = points;
    if (first === undefined) return [{ startS: 0, durationS: Infinity, atMs: zero }];
    const shiftS = (first.atMs - zero) / 1000 - first.startS;
    return points.map((point) => ({ ...point, startS: point.startS + shiftS }));
  };

  const land = () => {
    if (wantedMs === null || media.readyState === 0) return;
    const timeS = timeAt(placed(), wantedMs);
    if (timeS === null) return;
    if (moves) media.currentTime = Math.max(0, timeS);
    wantedMs = null;
  };

  const hasAll = zeroMs !== undefined;
  const everyMs = hasAll ? READ_ALL_EVERY_MS : READ_EVERY_MS;
  const asked = moves && startAtMs !== null && !hasAll ? playlistFrom(address, startAtMs) : address;
  let toRead = asked;
  const read = async () => {
    try {
      const list = await readMediaPlaylist(toRead, signal);
      const isFirst = points.length === 0;
      const later = readPlaylist(list.text);
      const [fromMs, toMs] = [later.points[0]?.atMs, edgeOf(later.points)];
      if (fromMs !== undefined && toMs !== null) shelf.take(marksOfPlaylist(list.text), { fromMs, toMs });
      points = extend(points, later.points);
      targetMs = later.targetS * 1000;
      // From the first reading on, the short list of the edge tells all that is new.
      toRead = isFirst && asked !== address ? address : list.address;
      const begun = moves ? points[0] : (points.at(-SEGMENTS_FROM_END) ?? points[0]);
      guessMs ??= begun?.atMs ?? null;
      land();
    } catch {
      // The element meets the same fault and reports it.
    }
    if (!signal.aborted) timer = setTimeout(readOn, everyMs);
  };
  /** A pause may last hours, and asks for nothing. */
  const readOn = () => {
    if (!media.paused) void read();
    else timer = setTimeout(readOn, everyMs);
  };

  on('error', () => {
    const code = media.error?.code;
    if (code === MediaError.MEDIA_ERR_DECODE) onLost('120008', true);
    else if (code === MediaError.MEDIA_ERR_NETWORK) onLost('120006', true);
    else onLost('120010', true);
  });
  // When the element has read its playlist, ours is the same.
  media.addEventListener(
    'loadedmetadata',
    () => {
      loadedAtMs = performance.now();
      if (moves) void read();
    },
    { once: true, signal },
  );
  for (const type of ['loadeddata', 'durationchange', 'timeupdate'] as const) on(type, land);
  media.src = asked;
  media.load();
  // Without a date all that is known is where its playlist ended as it asked for it: ours is asked for in the same moment.
  if (!moves) void read();

  return {
    clock: (): StreamClock | null => {
      const list = placed();
      const at = (timeS: number) => instantAt(list, timeS);
      const heardAtMs = at(media.currentTime);
      if (heardAtMs === null) return null;
      const { seekable } = media;
      const canMove = moves && seekable.length > 0;
      const edgeMs = (canMove ? at(seekable.end(seekable.length - 1)) : edgeOf(points)) ?? heardAtMs;
      const fromMs = (canMove ? at(seekable.start(0)) : null) ?? heardAtMs;
      return { heardAtMs, edgeMs, covers: { fromMs, toMs: canMove ? edgeMs : heardAtMs }, targetMs };
    },
    seekTo: (instantMs) => {
      wantedMs = instantMs;
      land();
    },
    markAt: shelf.at,
    holdsOn: true,
    destroy: () => {
      ended.abort();
      clearTimeout(timer);
      media.removeAttribute('src');
      media.load();
    },
  };
}

const isDated = (media: HTMLMediaElement): media is DatedMedia =>
  typeof (media as Partial<DatedMedia>).getStartDate === 'function';
