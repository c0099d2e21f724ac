import type { Ladder, PlayerErrorCode, StreamClock, VodClock } from '#app/player/player.state.ts';
import type { SignedAddresses } from '#app/player/sources/source-kinds.ts';
import type { Source } from '#app/player/sources/source.ts';
import type { SoundMark } from '#domain/songs/marks.rules.ts';

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
  /** Shows another rendition without a break; absent where it must be opened anew. Null: the one that the line carries. */
  choose?: (rendition: string | null) => void;
  /** The song, bulletin or break at an instant of the stream; absent where an engine hears of none. */
  markAt?: (instantMs: number) => SoundMark | null;
  destroy: () => void;
}

export interface EngineOptions {
  media: HTMLMediaElement;
  /** Of a file, or of a playlist: of live the one of its edge. */
  address: string;
  timeline: Source['timeline'];
  /** Null: the live edge. */
  startAtMs: number | null;
  /** How many target durations from the edge live begins; as a channel does, unless told. */
  holdBackTargets?: number;
  /** Chosen by hand; null: the one that the line carries. */
  rendition?: string | null;
  /**
   * Where the playlist begins that has all of it: of something whole, whose places are counted by its dates, or of an event
   * from its first instant to its edge.
   */
  zeroMs?: number | undefined;
  signed?: SignedAddresses | undefined;
  onLost: (code: PlayerErrorCode, retry: boolean) => void;
  onLadder?: (ladder: Ladder) => void;
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

/** Nearer than this to where it should be, it is there. */
const NEAR_S = 0.05;

/** Puts an element that has begun near a place at the place itself, as soon as that is known. */
export function landOn(
  media: HTMLMediaElement,
  timeS: () => number | null,
): { land: () => void; isComing: () => boolean; cancel: () => void } {
  const ended = new AbortController();
  const { signal } = ended;
  const land = () => {
    const toS = media.readyState < READY_HERE ? null : timeS();
    if (toS === null || signal.aborted) return;
    ended.abort();
    if (Math.abs(media.currentTime - toS) > NEAR_S) media.currentTime = toS;
  };
  for (const type of ['loadeddata', 'canplay', 'seeked', 'playing'] as const)
    media.addEventListener(type, land, { signal });
  return { land, isComing: () => !signal.aborted, cancel: () => ended.abort() };
}

/** HAVE_CURRENT_DATA: there is sound at the place it stands at. */
const READY_HERE = 2;
