import type { Source } from '#app/player/sources/source.ts';
import type { AskedOpening, SourceKind } from '#app/player/sources/source-kind.ts';
import type { OpenEngine } from './engine.ts';
import { isElsewhere, isHeldForOthers } from '#app/player/system/remote-state.ts';
import { openFile } from './file.ts';

const ENGINE_KEY = 'player-engine';

/** A setting for troublesome browsers, and for tests of that branch. */
function prefersNative(): boolean {
  try {
    return localStorage.getItem(ENGINE_KEY) === 'native';
  } catch {
    return false;
  }
}

/** hls.js if Media Source exists, else the browser's own HLS. Null if there is neither. */
function streamEngine(media: HTMLMediaElement): 'hls' | 'native' | null {
  const native = media.canPlayType('application/vnd.apple.mpegurl') !== '';
  if (native && (prefersNative() || isHeldForOthers(media))) return 'native';
  const hasMediaSource =
    typeof MediaSource === 'function' && MediaSource.isTypeSupported('audio/mp4; codecs="mp4a.40.2"');
  if (hasMediaSource) return 'hls';
  return native ? 'native' : null;
}

/** Whether the player requests each segment itself, and so can change addresses during playback. */
export const swapsAddresses = (media: HTMLMediaElement): boolean => streamEngine(media) === 'hls';

/** Opening details passed to a source kind. */
export const openingIn = (media: HTMLMediaElement, startAtMs: number | null): AskedOpening => ({
  startAtMs,
  swaps: swapsAddresses(media),
  isElsewhere: () => isElsewhere(media),
});

/** The engine for a source in this browser; null if none. Stream engines are loaded on demand. */
export function chooseEngine(
  media: HTMLMediaElement,
  engine: SourceKind['engine'],
  timeline: Source['timeline'],
): OpenEngine | Promise<OpenEngine> | null {
  if (engine === 'file') return openFile;
  switch (streamEngine(media)) {
    case 'hls':
      return import('./hls.ts').then(({ openHls }) => openHls);
    case 'native':
      // A browser with native HLS plays a finite stream like a file.
      return timeline === 'vod'
        ? import('./dated-file.ts').then(({ openWhole }) => openWhole)
        : import('./native.ts').then(({ openNative }) => openNative);
    case null:
      return null;
  }
}
