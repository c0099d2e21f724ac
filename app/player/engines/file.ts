import type { VodClock } from '#app/player/player.state.ts';
import { vodClock, type Engine, type EngineOptions } from './engine.ts';

/** Plays what the browser supports natively: files, and VOD streams if it has HLS. */
export function openFile({ media, address, startAtMs, onLost }: EngineOptions): Engine<VodClock> {
  const ended = new AbortController();
  media.addEventListener(
    'error',
    () => {
      const code = media.error?.code;
      if (code === MediaError.MEDIA_ERR_NETWORK) onLost('120006', true);
      else if (code === MediaError.MEDIA_ERR_DECODE) onLost('120008', false);
      // The element cannot distinguish a server that does not answer from an unplayable file. Without a network it is
      // the line, which comes back.
      else onLost(navigator.onLine ? '120007' : '120006', true);
    },
    { signal: ended.signal },
  );
  // As a URL fragment, so that the first bytes requested are those at that position.
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
