import { playlistFrom, type Engine, type EngineOptions } from './engine.ts';
import { marksOfPlaylist } from '#domain/songs/marks.rules.ts';
import type { StreamClock } from '#app/player/player.state.ts';
import { edgeOf, extend, instantAt, readPlaylist, timeAt, type PlaylistPoint } from './playlist-clock.ts';
import { createMarkShelf } from './mark-shelf.ts';
import { readMediaPlaylist } from './read-playlist.ts';

/** WebKit reports the date of the element's time 0, possibly late or never. */
type DatedMedia = HTMLMediaElement & { getStartDate: () => Date };

const FIRST_TARGET_MS = 4_000;
const READ_EVERY_MS = 4_000;
/** An event's playlist is long; between two reads its points are extrapolated. */
const READ_ALL_EVERY_MS = 30_000;
/** Maximum wait for the date. */
const DATE_WITHIN_MS = 3_000;
/** Distance from the end at which players start a live playlist (RFC 8216, 6.3.3). */
const SEGMENTS_FROM_END = 3;

/**
 * Plays HLS with the browser's own player, as on iPhones. The element has at most one date, which is wrong after a gap,
 * so positions come from the dates of the playlist, which is read as well.
 */
export function openNative({ media, address, startAtMs, zeroMs, onLost }: EngineOptions): Engine<StreamClock> {
  const ended = new AbortController();
  const { signal } = ended;
  const on = (type: keyof HTMLMediaElementEventMap, listener: () => void) =>
    media.addEventListener(type, listener, { signal });
  // Chromium without Media Source cannot seek in a live stream: it plays the edge, whatever start was requested.
  const moves = isDated(media);
  const shelf = createMarkShelf();
  let points: PlaylistPoint[] = [];
  let targetMs = FIRST_TARGET_MS;
  /** Estimated instant of time 0, if the element does not report it. */
  let guessMs: number | null = null;
  let loadedAtMs: number | null = null;
  /** A seek that waits until its target is known. */
  let wantedMs = startAtMs;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Instant of the element's time 0; null while unknown. */
  const beginMs = (): number | null => {
    const toldMs = moves ? media.getStartDate().getTime() : Number.NaN;
    if (!Number.isNaN(toldMs)) return toldMs;
    const waits = moves && (loadedAtMs === null || performance.now() - loadedAtMs < DATE_WITHIN_MS);
    return waits ? null : guessMs;
  };
  /** Our playlist in the element's time. Until it is read, no gaps are assumed. */
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
      // After the first read, the short edge playlist contains everything new.
      toRead = isFirst && asked !== address ? address : list.address;
      const begun = moves ? points[0] : (points.at(-SEGMENTS_FROM_END) ?? points[0]);
      guessMs ??= begun?.atMs ?? null;
      land();
    } catch {
      // The element reports the same error itself.
    }
    if (!signal.aborted) timer = setTimeout(readOn, everyMs);
  };
  /** No requests during a pause, which may last hours. */
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
  // Once the element has read its playlist, read ours, which is the same.
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
  // Without a date only the end of its playlist at the time of the request is known, so request ours at the same
  // moment.
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
