import type { VodClock } from '#app/player/player.state.ts';
import { vodClock, type Engine, type EngineOptions } from './engine.ts';

/** Plays what the browser plays by itself: a file, and a whole stream where it knows HLS. */
export function openFile({ media, address, startAtMs, onLost }: EngineOptions): Engine<VodClock> {
  const ended = new AbortController();
  media.addEventListener(
    'error',
    () => {
      const code = media.error?.code;
      if (code === MediaError.MEDIA_ERR_NETWORK) onLost('120006', true);
      else if (code === MediaError.MEDIA_ERR_DECODE) onLost('120008', false);
      // A server that does not answer looks like a file that cannot be played.
      else onLost('120007', true);
    },
    { signal: ended.signal },
  );
  // As a fragment of the address, so that the first bytes asked for are the ones that are heard.
  media.src = startAtMs ? `${address}#t=${startAtMs / 1000}` : address;
  return {
    clock: () => vodClock(media),
    seekTo: (toMs) => {
      media.currentTime = toMs / 1000;
    },
    holdsOn: false,
    destroy: () => {
      ended.abort();
      media.removeAttribute('src');
      media.load();
    },
  };
}
