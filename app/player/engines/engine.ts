import type { PlayerErrorCode, StreamClock, VodClock } from '#app/player/player.state.ts';
import type { Source } from '#app/player/sources/source.ts';

/** What turns an address into sound: hls.js or the browser itself. An engine serves one opening, then is destroyed. */
export interface Engine<Clock = StreamClock | VodClock> {
  /** Null until the stream has said what time it is. */
  clock: () => Clock | null;
  /** Moves inside what is held: to an instant of live, to a place of something whole. */
  seekTo: (toMs: number) => void;
  /**
   * Whether a pause leaves the stream in the element. A telephone forgets who played when its element is emptied: the card
   * on its lock screen goes, and headphones wake nothing.
   */
  holdsOn: boolean;
  destroy: () => void;
}

export interface EngineOptions {
  media: HTMLMediaElement;
  /** Of a file, or of a playlist: of live the one of its edge. */
  address: string;
  timeline: Source['timeline'];
  /** Null: the live edge. */
  startAtMs: number | null;
  onLost: (code: PlayerErrorCode, retry: boolean) => void;
  /** The engine has emptied the element and filled it anew, which paused it: whether it sounds is the player's to say. */
  onRefilled: () => void;
}

export type OpenEngine = (options: EngineOptions) => Engine;

/** What a playlist that did not come means: the line of who listens, or what is behind it. */
export const playlistFault = (): PlayerErrorCode => (navigator.onLine ? '120010' : '120006');

/** The playlist that begins at an instant and grows to now. */
export function playlistFrom(address: string, fromMs: number): string {
  return `${address}${address.includes('?') ? '&' : '?'}from=${Math.floor(fromMs)}`;
}

/** The place in something whole, which the element itself knows. */
export function vodClock({ readyState, currentTime, duration }: HTMLMediaElement): VodClock | null {
  if (readyState === 0) return null;
  return { positionMs: currentTime * 1000, durationMs: Number.isFinite(duration) ? duration * 1000 : 0 };
}
