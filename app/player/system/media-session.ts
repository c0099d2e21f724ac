import type { LiveItem } from '#app/player/channel/live-item.ts';
import type { VodSession } from '#app/player/player.state.ts';

export interface MediaKeys {
  play: () => void;
  pause: () => void;
  /** Back, where it is negative. */
  skip: (bySeconds: number) => void;
  seekTo: (toSeconds: number) => void;
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
  bind('seekbackward', ({ seekOffset }) => keys.skip(-(seekOffset ?? SKIP_SECONDS)));
  bind('seekforward', ({ seekOffset }) => keys.skip(seekOffset ?? SKIP_SECONDS));
  bind('seekto', ({ seekTime }) => seekTime !== undefined && keys.seekTo(seekTime));
  bind('previoustrack', keys.startOver);
  bind('stop', keys.stop);
}

/** What a lock screen shows. */
export interface SessionFacts {
  title: string;
  artist: string;
  album: string;
  art: string | null;
  /** Of something whole; live has no length. */
  place?: { positionMs: number; durationMs: number };
}

export const liveFacts = (item: LiveItem | null, channelName: string): SessionFacts => ({
  title: item?.title ?? channelName,
  artist: item?.hosts ?? '',
  album: channelName,
  art: item?.art.src ?? null,
});

export const vodFacts = ({ source: { title, from, art }, positionMs, durationMs }: VodSession): SessionFacts => ({
  title,
  artist: from,
  album: from,
  art: art.src,
  place: { positionMs, durationMs },
});

function showPlace(place: SessionFacts['place']): void {
  const { mediaSession } = navigator;
  if (!('setPositionState' in mediaSession)) return;
  if (place === undefined || place.durationMs <= 0) mediaSession.setPositionState();
  else {
    const duration = place.durationMs / 1000;
    mediaSession.setPositionState({ duration, position: Math.min(place.positionMs / 1000, duration), playbackRate: 1 });
  }
}

export function showInMediaSession(facts: SessionFacts | null, playback: MediaSessionPlaybackState): void {
  if (!('mediaSession' in navigator)) return;
  const { mediaSession } = navigator;
  mediaSession.playbackState = playback;
  showPlace(facts?.place);
  if (facts === null) {
    mediaSession.metadata = null;
    return;
  }
  const { title, artist, album, art } = facts;
  // A new object redraws the lock screen: only when something changed.
  if (mediaSession.metadata?.title === title && mediaSession.metadata.album === album) return;
  mediaSession.metadata = new MediaMetadata({
    title,
    artist,
    album,
    artwork: art === null ? [] : [{ src: art, sizes: '640x360', type: 'image/webp' }],
  });
}
