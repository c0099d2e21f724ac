import { channelText } from '#app/text/zh-hk/channels.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { isChannelId } from '#shared/enums.ts';
import type { LiveItem } from '#app/player/channel/live-item.ts';
import type { EventSession, VodSession } from '#app/player/player.state.ts';
import { isReplay, type ReplaySource } from '#app/player/sources/replay.ts';
import type { EventSource, VodSource } from '#app/player/sources/source.ts';

export interface MediaKeys {
  play: () => void;
  pause: () => void;
  /** Back or forward, by this many seconds if the system gives a number. */
  skip: (to: -1 | 1, seconds: number | undefined) => void;
  seekTo: (toSeconds: number) => void;
  previous: () => void;
  next: () => void;
  stop: () => void;
}

let showNext: (hasNext: boolean) => void = () => undefined;
let showsNext = false;

/** Connects lock screens, headphones and media keys to the player. */
export function bindMediaKeys(keys: MediaKeys): void {
  if (!('mediaSession' in navigator)) return;
  const { mediaSession } = navigator;
  const bind = (action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
    try {
      mediaSession.setActionHandler(action, handler);
    } catch {
      // Older browsers do not know this action.
    }
  };
  bind('play', keys.play);
  bind('pause', keys.pause);
  bind('seekbackward', ({ seekOffset }) => keys.skip(-1, seekOffset));
  bind('seekforward', ({ seekOffset }) => keys.skip(1, seekOffset));
  bind('seekto', ({ seekTime }) => seekTime !== undefined && keys.seekTo(seekTime));
  bind('previoustrack', keys.previous);
  // Lock screens show the key only if it has a handler.
  showNext = (hasNext) => bind('nexttrack', hasNext ? keys.next : null);
  bind('stop', keys.stop);
}

/** What a lock screen shows. */
export interface SessionFacts {
  title: string;
  artist: string;
  album: string;
  art: string | null;
  /** For VOD; live has no length. */
  position?: { positionMs: number; durationMs: number; speed: number };
  hasNext?: boolean;
}

export const liveFacts = (item: LiveItem | null, channelName: string): SessionFacts => ({
  title: item?.title ?? channelName,
  artist: item?.hosts ?? '',
  album: channelName,
  art: item?.art.src ?? null,
});

const namedFacts = ({ title, from, art }: EventSource | VodSource): SessionFacts => ({
  title,
  artist: from,
  album: from,
  art: art.src || null,
});

/** A replay shows its channel; a classic, which has none, the station. */
function replayFacts(source: ReplaySource): SessionFacts {
  const { details } = source;
  const channel = details && isChannelId(details.streamId) ? channelText[details.streamId].name : shell.siteName;
  if (source.song !== null) return { ...namedFacts(source), album: channel };
  return { ...namedFacts(source), artist: channel, album: source.from || channel };
}

/** For sources with their own title: VOD, or an event on air, which has no length. */
export function factsOf(
  session:
    | Pick<VodSession, 'timeline' | 'source' | 'positionMs' | 'durationMs' | 'speed'>
    | Pick<EventSession, 'timeline' | 'source'>,
): SessionFacts {
  if (session.timeline === 'live') return namedFacts(session.source);
  const { source, positionMs, durationMs, speed } = session;
  const named = isReplay(source) ? replayFacts(source) : namedFacts(source);
  return { ...named, position: { positionMs, durationMs, speed }, hasNext: Boolean(source.next) };
}

function showPosition(shown: SessionFacts['position']): void {
  const { mediaSession } = navigator;
  if (!('setPositionState' in mediaSession)) return;
  if (shown === undefined || shown.durationMs <= 0) mediaSession.setPositionState();
  else {
    const duration = shown.durationMs / 1000;
    const position = Math.min(shown.positionMs / 1000, duration);
    mediaSession.setPositionState({ duration, position, playbackRate: shown.speed });
  }
}

export function showInMediaSession(facts: SessionFacts | null, playback: MediaSessionPlaybackState): void {
  if (!('mediaSession' in navigator)) return;
  const { mediaSession } = navigator;
  mediaSession.playbackState = playback;
  showPosition(facts?.position);
  const hasNext = facts?.hasNext ?? false;
  if (hasNext !== showsNext) showNext(hasNext);
  showsNext = hasNext;
  if (facts === null) {
    mediaSession.metadata = null;
    return;
  }
  const { title, artist, album, art } = facts;
  // A new object redraws the lock screen, so it is set only on changes.
  const shown = mediaSession.metadata;
  if (shown?.title === title && shown.artist === artist && shown.album === album) return;
  mediaSession.metadata = new MediaMetadata({
    title,
    artist,
    album,
    artwork: art === null ? [] : [{ src: art, sizes: '640x360', type: 'image/webp' }],
  });
}
