import type { ChannelId } from '#shared/enums.ts';
import type { LiveItem } from './live-item.ts';

export interface MediaKeys {
  play: () => void;
  pause: () => void;
  back: (seconds: number) => void;
  forward: (seconds: number) => void;
  startOver: () => void;
  stop: () => void;
}

const SKIP_SECONDS = 15;

/** Lets lock screens, headphones and keyboards drive the player. */
export function bindMediaKeys(keys: MediaKeys): void {
  if (!('mediaSession' in navigator)) return;
  const { mediaSession } = navigator;
  const bind = (action: MediaSessionAction, handler: MediaSessionActionHandler) => {
    try {
      mediaSession.setActionHandler(action, handler);
    } catch {
      // An older browser does not know this key.
    }
  };
  bind('play', keys.play);
  bind('pause', keys.pause);
  bind('seekbackward', ({ seekOffset }) => keys.back(seekOffset ?? SKIP_SECONDS));
  bind('seekforward', ({ seekOffset }) => keys.forward(seekOffset ?? SKIP_SECONDS));
  bind('previoustrack', keys.startOver);
  bind('stop', keys.stop);
}

export function showInMediaSession(
  what: { item: LiveItem | null; channelName: string; channelId: ChannelId } | null,
  playback: MediaSessionPlaybackState,
): void {
  if (!('mediaSession' in navigator)) return;
  const { mediaSession } = navigator;
  mediaSession.playbackState = playback;
  if (what === null) {
    mediaSession.metadata = null;
    return;
  }
  const { item, channelName } = what;
  const title = item?.title ?? channelName;
  // A new object redraws the lock screen: only when something changed.
  if (mediaSession.metadata?.title === title && mediaSession.metadata.album === channelName) return;
  mediaSession.metadata = new MediaMetadata({
    title,
    artist: item?.hosts ?? '',
    album: channelName,
    artwork: item === null ? [] : [{ src: item.art.src, sizes: '640x360', type: 'image/webp' }],
  });
}
