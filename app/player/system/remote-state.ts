/**
 * Where an element plays: here, or on a remote device (AirPlay, Cast). Not in the file that prompts for one, because engines
 * need this before anything plays.
 */

interface AppleMedia extends HTMLMediaElement {
  webkitShowPlaybackTargetPicker: () => void;
  webkitCurrentPlaybackTargetIsWireless: boolean;
}
/** Firefox has neither. */
type SomeMedia = Omit<HTMLMediaElement, 'remote'> & { remote?: RemotePlayback };

export const remoteOf = (media: HTMLMediaElement): RemotePlayback | undefined => (media as SomeMedia).remote;
export const isApple = (media: HTMLMediaElement): media is AppleMedia => 'webkitShowPlaybackTargetPicker' in media;

/** Elements meant for remote playback, until that ends. */
export const meantForOthers = new WeakSet<HTMLMediaElement>();

/** Whether playback is on a remote device. */
export function isElsewhere(media: HTMLMediaElement): boolean {
  const remote = remoteOf(media);
  return remote ? remote.state !== 'disconnected' : isApple(media) && media.webkitCurrentPlaybackTargetIsWireless;
}

/** Whether the browser must hold the stream natively, because a remote device plays it or is about to. */
export const isHeldForOthers = (media: HTMLMediaElement): boolean => meantForOthers.has(media) || isElsewhere(media);
