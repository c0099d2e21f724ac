import type { Ladder, PlayerErrorCode, StreamClock, VodClock } from '#app/player/player.state.ts';
import type { SignedAddresses } from '#app/player/sources/source-kind.ts';
import type { Source } from '#app/player/sources/source.ts';
import type { SoundMark } from '#domain/songs/marks.rules.ts';

/** Turns an address into audio: hls.js or the browser itself. An engine serves one opening and is then destroyed. */
export interface Engine<Clock = StreamClock | VodClock> {
  /** Null until the stream's time is known. */
  clock: () => Clock | null;
  /** Seeks within the loaded content: to an instant of live or a position of VOD. */
  seekTo: (toMs: number) => void;
  /**
   * Whether a pause keeps the stream in the element. When the element is emptied, phones drop the lock screen card and
   * headphone keys stop working.
   */
  holdsOn: boolean;
  /** Switches rendition without interruption. Absent if that needs reopening. Null: automatic. */
  choose?: (rendition: string | null) => void;
  /** The song, bulletin or break at an instant of the stream. Absent if the engine has no marks. */
  markAt?: (instantMs: number) => SoundMark | null;
  destroy: () => void;
}

export interface EngineOptions {
  media: HTMLMediaElement;
  /** URL of a file or a playlist; for live, the playlist of the edge. */
  address: string;
  timeline: Source['timeline'];
  /** Null: the live edge. */
  startAtMs: number | null;
  /** Hold-back of live from the edge, in target durations. Defaults to that of channels. */
  holdBackTargets?: number;
  /** Manually chosen rendition. Null: automatic. */
  rendition?: string | null;
  /**
   * First instant of a complete playlist: of a VOD source with positions from dates, or of an event from its start to
   * its edge.
   */
  zeroMs?: number | undefined;
  signed?: SignedAddresses | undefined;
  onLost: (code: PlayerErrorCode, retry: boolean) => void;
  onLadder?: (ladder: Ladder) => void;
  /** The engine emptied and refilled the element, which paused it. The player decides whether to resume. */
  onRefilled: () => void;
}

export type OpenEngine = (options: EngineOptions) => Engine;

/** Error code of a failed playlist request, depending on whether the listener is online. */
export const playlistFault = (): PlayerErrorCode => (navigator.onLine ? '120010' : '120006');

/** URL of the playlist from an instant to now. */
export function playlistFrom(address: string, fromMs: number): string {
  return `${address}${address.includes('?') ? '&' : '?'}from=${Math.floor(fromMs)}`;
}

/** Position in a VOD source, as the element reports it. */
export function vodClock({ readyState, currentTime, duration }: HTMLMediaElement): VodClock | null {
  if (readyState === 0) return null;
  return { positionMs: currentTime * 1000, durationMs: Number.isFinite(duration) ? duration * 1000 : 0 };
}

/** Tolerance of a position. */
const NEAR_S = 0.05;

/** Moves an element that started near a position to the exact one as soon as it is known. */
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

/** HAVE_CURRENT_DATA: there is data at the current position. */
const READY_HERE = 2;
