import { playlistFrom, type Engine, type EngineOptions } from './engine.ts';
import { LIVE_HOLD_BACK_TARGETS, type StreamClock } from './player-machine.ts';
import { edgeOf, firstVariant, instantAt, readPlaylist, timeAt, type PlaylistPoint } from './playlist-clock.ts';

/** WebKit tells the date of time 0; other engines do not. */
type DatedMedia = HTMLMediaElement & { getStartDate?: () => Date };

const READ_EVERY_MS = 4_000;
const READ_TIMEOUT_MS = 8_000;
/** An opening near the edge for engines that hide the clock: a growing playlist whose time 0 never moves. */
const NEAR_EDGE_MS = 30_000;

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

/** Plays HLS with the browser's own player, as on iPhones. */
export function openNative({ media, playlistUrl, startAtMs, nowMs, onLost }: EngineOptions): Engine {
  const dated = typeof (media as DatedMedia).getStartDate === 'function';
  // Without dates the time of the element means something only in a playlist whose start stands still.
  const fromMs = startAtMs ?? (dated ? null : nowMs() - NEAR_EDGE_MS);
  const address = fromMs === null ? playlistUrl : playlistFrom(playlistUrl, fromMs);
  let points: PlaylistPoint[] = [];
  let targetS = 4;
  let mediaPlaylist = address;
  let placed = startAtMs === null && dated;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let destroyed = false;

  const place = () => {
    if (placed || media.readyState === 0 || points.length === 0) return;
    placed = true;
    const edgeMs = edgeOf(points) ?? 0;
    const timeS = timeAt(points, startAtMs ?? edgeMs - LIVE_HOLD_BACK_TARGETS * targetS * 1000);
    if (timeS !== null) media.currentTime = timeS;
  };

  const read = async () => {
    try {
      const list = await readMediaPlaylist(mediaPlaylist);
      if (destroyed) return;
      mediaPlaylist = list.address;
      ({ points, targetS } = readPlaylist(list.text));
      place();
    } catch {
      // The element meets the same fault and reports it; the clock goes on from what was read.
    }
    if (!destroyed) timer = setTimeout(() => void read(), READ_EVERY_MS);
  };

  const onError = () => {
    const code = media.error?.code;
    if (code === MediaError.MEDIA_ERR_DECODE) onLost(120008, true);
    else if (code === MediaError.MEDIA_ERR_NETWORK) onLost(120006, true);
    else onLost(120010, true);
  };

  media.addEventListener('error', onError);
  media.addEventListener('loadedmetadata', place);
  media.src = address;
  media.load();
  if (!dated || startAtMs !== null) void read();

  return {
    clock: (): StreamClock | null => (fromMs === null ? datedClock(media) : listedClock(media, points, targetS)),
    seekTo: (instantMs) => {
      const timeS = fromMs === null ? datedTime(media, instantMs) : timeAt(points, instantMs);
      if (timeS !== null) media.currentTime = timeS;
    },
    destroy: () => {
      destroyed = true;
      clearTimeout(timer);
      media.removeEventListener('error', onError);
      media.removeEventListener('loadedmetadata', place);
      media.removeAttribute('src');
      media.load();
    },
  };
}

function listedClock(media: HTMLMediaElement, points: PlaylistPoint[], targetS: number): StreamClock | null {
  const heardAtMs = media.readyState === 0 ? null : instantAt(points, media.currentTime);
  const edgeMs = edgeOf(points);
  const first = points[0];
  if (heardAtMs === null || edgeMs === null || first === undefined) return null;
  return { heardAtMs, edgeMs, covers: { fromMs: first.atMs, toMs: edgeMs }, targetMs: targetS * 1000 };
}

const startOf = (media: HTMLMediaElement): number => (media as DatedMedia).getStartDate?.().getTime() ?? Number.NaN;

function datedClock(media: HTMLMediaElement): StreamClock | null {
  const startMs = startOf(media);
  const { seekable } = media;
  if (Number.isNaN(startMs) || seekable.length === 0) return null;
  const fromMs = startMs + seekable.start(0) * 1000;
  const edgeMs = startMs + seekable.end(seekable.length - 1) * 1000;
  return {
    heardAtMs: startMs + media.currentTime * 1000,
    edgeMs,
    covers: { fromMs, toMs: edgeMs },
    targetMs: 4_000,
  };
}

function datedTime(media: HTMLMediaElement, instantMs: number): number | null {
  const startMs = startOf(media);
  return Number.isNaN(startMs) ? null : (instantMs - startMs) / 1000;
}
