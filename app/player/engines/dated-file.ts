import { marksOfPlaylist } from '#domain/songs/marks.rules.ts';
import type { VodClock } from '#app/player/player.state.ts';
import { landOn, type Engine, type EngineOptions } from './engine.ts';
import { createMarkShelf } from './mark-shelf.ts';
import { openFile } from './file.ts';
import { edgeOf, instantAt, readPlaylist, timeAt, type PlaylistPoint } from './playlist-clock.ts';
import { readMediaPlaylist } from './read-playlist.ts';

/** What is still on air grows by a segment each four seconds. */
const READ_AGAIN_MS = 8_000;
const IS_WHOLE = '#EXT-X-ENDLIST';

/**
 * A whole stream that the browser plays by itself, whose places are counted by the dates of its playlist: the element knows
 * nothing of gaps, so the playlist is read beside it.
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
      // The element may have been there first.
      landing.land();
      if (!text.includes(IS_WHOLE)) timer = setTimeout(readOn, READ_AGAIN_MS);
    } catch {
      // The element meets the same fault and reports it.
    }
  }
  /** A pause may last hours, and asks for nothing. */
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
