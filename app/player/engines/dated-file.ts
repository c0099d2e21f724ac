import { marksOfPlaylist } from '#domain/songs/marks.rules.ts';
import type { VodClock } from '#app/player/player.state.ts';
import { landOn, type Engine, type EngineOptions, type OpenEngine } from './engine.ts';
import { createMarkShelf } from './mark-shelf.ts';
import { openFile } from './file.ts';
import { edgeOf, instantAt, readPlaylist, timeAt, type PlaylistPoint } from './playlist-clock.ts';
import { readMediaPlaylist } from './read-playlist.ts';

/** A stream still on air gains a segment every four seconds. */
const READ_AGAIN_MS = 8_000;
const IS_WHOLE = '#EXT-X-ENDLIST';

/**
 * A VOD stream played by the browser itself, with positions from the dates of its playlist. The element does not know
 * about gaps, so the playlist is read as well.
 */
export function openDatedFile(options: EngineOptions & { zeroMs: number }): Engine<VodClock> {
  const { media, address, startAtMs, zeroMs } = options;
  const ended = new AbortController();
  const shelf = createMarkShelf();
  let points: readonly PlaylistPoint[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const file = openFile({ ...options, startAtMs: null });
  const landing = landOn(media, () => timeAt(points, zeroMs + (startAtMs ?? 0)));
  void read();

  async function read() {
    try {
      const { text } = await readMediaPlaylist(address, ended.signal);
      ({ points } = readPlaylist(text));
      const [fromMs, toMs] = [points[0]?.atMs, edgeOf(points)];
      if (fromMs !== undefined && toMs !== null) shelf.take(marksOfPlaylist(text), { fromMs, toMs });
      // The element may have loaded first.
      landing.land();
      if (!text.includes(IS_WHOLE)) timer = setTimeout(readOn, READ_AGAIN_MS);
    } catch {
      // The element reports the same error itself.
    }
  }
  /** No requests during a pause, which may last hours. */
  function readOn() {
    if (media.paused) timer = setTimeout(readOn, READ_AGAIN_MS);
    else void read();
  }

  return {
    ...file,
    clock: () => {
      const heardAtMs = media.readyState === 0 || landing.isComing() ? null : instantAt(points, media.currentTime);
      if (heardAtMs === null) return null;
      return { positionMs: heardAtMs - zeroMs, durationMs: 0, heldToMs: (edgeOf(points) ?? heardAtMs) - zeroMs };
    },
    seekTo: (toMs) => {
      const timeS = timeAt(points, zeroMs + toMs);
      if (timeS === null) return;
      landing.cancel();
      media.currentTime = timeS;
    },
    markAt: shelf.at,
    destroy: () => {
      ended.abort();
      clearTimeout(timer);
      landing.cancel();
      file.destroy();
    },
  };
}

/** A finite stream in a browser with native HLS, which plays it like a file. */
export const openWhole: OpenEngine = (options) =>
  options.zeroMs === undefined ? openFile(options) : openDatedFile({ ...options, zeroMs: options.zeroMs });
