import type { PlayerEvent } from '#app/player/player.machine.ts';
import type { Session } from '#app/player/player.state.ts';
import type { Source } from './source.ts';

/** Short-lived signed addresses: each request uses the current signature. */
export interface SignedAddresses {
  /** The address with the current signature. Never fails: a request without access is refused by the server. */
  present: (address: string) => string | Promise<string>;
  /** An address was refused (403): sign the next one anew. */
  refused: () => void;
}

/** How to open a source, if more than an address is needed. */
export interface Opening {
  address: string;
  signed?: SignedAddresses;
  /** The source, completed. */
  source?: Source;
  /** Start position, if its kind determines it. */
  startAtMs?: number;
}

export interface AskedOpening {
  /** Null: where it was left. */
  startAtMs: number | null;
  /** Whether the engine can change the addresses during playback. */
  swaps: boolean;
  /** Whether a remote device plays it, which continues without the page. */
  isElsewhere: () => boolean;
}

/** How sources of a kind are opened and played. */
export interface SourceKind<S extends Source = never> {
  /** A stream of segments, or a file the browser plays natively. */
  engine: 'stream' | 'file';
  /** Called at each opening; answers that never change are cached by the kind. */
  address: (source: S, asked: AskedOpening) => string | Opening | Promise<string | Opening>;
  /** Called on every change of the session that has the element, of this kind or another. */
  follow?: (session: Session | null, send: (event: PlayerEvent) => void) => void;
}

export const openingOf = (answer: string | Opening): Opening =>
  typeof answer === 'string' ? { address: answer } : answer;
