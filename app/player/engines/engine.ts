import type { PlayerErrorCode, StreamClock } from '#app/player/player.machine.ts';

/** What turns a playlist into sound: hls.js or the browser itself. An engine serves one playlist, then is destroyed. */
export interface Engine {
  /** Null until the stream has said what time it is. */
  clock: () => StreamClock | null;
  /** Moves inside the playlist that is held. */
  seekTo: (instantMs: number) => void;
  /**
   * Whether a pause leaves the stream in the element. A telephone forgets who played when its element is emptied: the card
   * on its lock screen goes, and headphones wake nothing.
   */
  holdsOn: boolean;
  destroy: () => void;
}

export interface EngineOptions {
  media: HTMLMediaElement;
  /** Playlist of the live edge, as the API gave it. */
  playlistUrl: string;
  /** Null: the live edge. */
  startAtMs: number | null;
  onLost: (code: PlayerErrorCode, retry: boolean) => void;
  /** The engine has emptied the element and filled it anew, which paused it: whether it sounds is the player's to say. */
  onRefilled: () => void;
}

/** What a playlist that did not come means: the line of who listens, or what is behind it. */
export const playlistFault = (): PlayerErrorCode => (navigator.onLine ? '120010' : '120006');

/** The playlist that begins at an instant and grows to now. */
export function playlistFrom(playlistUrl: string, fromMs: number): string {
  return `${playlistUrl}${playlistUrl.includes('?') ? '&' : '?'}from=${Math.floor(fromMs)}`;
}
