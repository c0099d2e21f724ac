import type { Source } from '#app/player/sources/source.ts';
import type { AskedOpening, SourceKind } from '#app/player/sources/source-kinds.ts';
import type { OpenEngine } from './engine.ts';
import { isElsewhere, isHeldForOthers } from '#app/player/system/remote-playback.ts';
import { openDatedFile } from './dated-file.ts';
import { openFile } from './file.ts';

const ENGINE_KEY = 'player-engine';

/** A setting for people with a stubborn browser, and for the tests of that branch. */
function prefersNative(): boolean {
  try {
    return localStorage.getItem(ENGINE_KEY) === 'native';
  } catch {
    return false;
  }
}

/** hls.js where Media Source exists, the browser's own HLS elsewhere; null where there is neither. */
function streamEngine(media: HTMLMediaElement): 'hls' | 'native' | null {
  const native = media.canPlayType('application/vnd.apple.mpegurl') !== '';
  if (native && (prefersNative() || isHeldForOthers(media))) return 'native';
  const hasMediaSource =
    typeof MediaSource === 'function' && MediaSource.isTypeSupported('audio/mp4; codecs="mp4a.40.2"');
  if (hasMediaSource) return 'hls';
  return native ? 'native' : null;
}

/** Whether the player itself asks for each segment, and may ask under another address than it was told at first. */
export const swapsAddresses = (media: HTMLMediaElement): boolean => streamEngine(media) === 'hls';

/** What a kind is told of where it is to be opened. */
export const openingIn = (media: HTMLMediaElement, startAtMs: number | null): AskedOpening => ({
  startAtMs,
  swaps: swapsAddresses(media),
  isElsewhere: () => isElsewhere(media),
});

/** What plays a source in this browser; null where nothing does. The code of a stream's engine comes when it is needed. */
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
      // A stream with an end is a file to a browser that knows HLS.
      return timeline === 'vod' ? openWhole : import('./native.ts').then(({ openNative }) => openNative);
    case null:
      return null;
  }
}

const openWhole: OpenEngine = (options) =>
  options.zeroMs === undefined ? openFile(options) : openDatedFile({ ...options, zeroMs: options.zeroMs });
