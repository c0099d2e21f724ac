import { playlistFrom, type Engine, type EngineOptions } from './engine.ts';
import type { StreamClock } from './player-machine.ts';
import { edgeOf, firstVariant, readPlaylist, type PlaylistPoint } from './playlist-clock.ts';

/** WebKit tells the date of time 0 of the element. */
type DatedMedia = HTMLMediaElement & { getStartDate: () => Date };

const TARGET_MS = 4_000;
const READ_EVERY_MS = 4_000;
const READ_TIMEOUT_MS = 8_000;
/** Where a player begins in a live playlist, counted from its end (RFC 8216, 6.3.3). */
const SEGMENTS_FROM_END = 3;

/** Plays HLS with the browser's own player, as on iPhones. */
export function openNative(options: EngineOptions): Engine {
  const { media, onLost } = options;
  const onError = () => {
    const code = media.error?.code;
    if (code === MediaError.MEDIA_ERR_DECODE) onLost(120008, true);
    else if (code === MediaError.MEDIA_ERR_NETWORK) onLost(120006, true);
    else onLost(120010, true);
  };
  media.addEventListener('error', onError);
  const engine = isDated(media) ? openDated(media, options) : openUndated(options);
  return {
    ...engine,
    destroy: () => {
      engine.destroy();
      media.removeEventListener('error', onError);
      media.removeAttribute('src');
      media.load();
    },
  };
}

const isDated = (media: HTMLMediaElement): media is DatedMedia =>
  typeof (media as Partial<DatedMedia>).getStartDate === 'function';

/** The element knows its date: the same exact clock and starts as anywhere. */
function openDated(media: DatedMedia, { playlistUrl, startAtMs }: EngineOptions): Engine {
  const startMs = () => media.getStartDate().getTime();
  const seekTo = (instantMs: number) => {
    if (!Number.isNaN(startMs())) media.currentTime = (instantMs - startMs()) / 1000;
  };
  const place = () => {
    if (startAtMs !== null) seekTo(startAtMs);
  };
  media.addEventListener('loadedmetadata', place);
  media.src = startAtMs === null ? playlistUrl : playlistFrom(playlistUrl, startAtMs);
  media.load();
  return {
    clock: (): StreamClock | null => {
      const { seekable } = media;
      if (Number.isNaN(startMs()) || seekable.length === 0) return null;
      const at = (timeS: number) => startMs() + timeS * 1000;
      const edgeMs = at(seekable.end(seekable.length - 1));
      const covers = { fromMs: at(seekable.start(0)), toMs: edgeMs };
      return { heardAtMs: at(media.currentTime), edgeMs, covers, targetMs: TARGET_MS };
    },
    seekTo,
    destroy: () => media.removeEventListener('loadedmetadata', place),
  };
}

/**
 * The element knows neither its date nor how to move in a live stream (Chromium without Media Source): it plays the
 * edge, wherever it was asked to begin, and the clock is read beside it.
 */
function openUndated({ media, playlistUrl }: EngineOptions): Engine {
  let points: PlaylistPoint[] = [];
  let originMs: number | null = null;
  let address = playlistUrl;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ended = new AbortController();

  const read = async () => {
    try {
      const list = await readMediaPlaylist(address);
      address = list.address;
      ({ points } = readPlaylist(list.text));
      originMs ??= points.at(-SEGMENTS_FROM_END)?.atMs ?? points[0]?.atMs ?? null;
    } catch {
      // The element meets the same fault and reports it.
    }
    if (!ended.signal.aborted) timer = setTimeout(() => void read(), READ_EVERY_MS);
  };
  // When the element has read its playlist, ours is the same.
  media.addEventListener('loadedmetadata', () => void read(), { once: true, signal: ended.signal });
  media.src = playlistUrl;
  media.load();

  return {
    clock: (): StreamClock | null => {
      const edgeMs = edgeOf(points);
      if (originMs === null || edgeMs === null) return null;
      const heardAtMs = originMs + media.currentTime * 1000;
      return { heardAtMs, edgeMs, covers: { fromMs: heardAtMs, toMs: heardAtMs }, targetMs: TARGET_MS };
    },
    seekTo: () => undefined,
    destroy: () => {
      ended.abort();
      clearTimeout(timer);
    },
  };
}

async function readText(address: string): Promise<string> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(READ_TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return answer.text();
}

/** The media playlist behind an address: the first variant, since all variants tell the same time. */
async function readMediaPlaylist(address: string): Promise<{ address: string; text: string }> {
  const absolute = new URL(address, location.href).href;
  const text = await readText(absolute);
  const variant = firstVariant(text);
  if (variant === null) return { address: absolute, text };
  const inner = new URL(variant, absolute).href;
  return { address: inner, text: await readText(inner) };
}
