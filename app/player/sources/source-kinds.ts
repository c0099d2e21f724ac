import { fileKind } from './file.ts';
import { liveKind } from './live.ts';
import type { FilmSource, TrailerSource } from './film.ts';
import { createLeaseKind } from './lease-kind.ts';
import type { ReplaySource } from './replay.ts';
import type { Session } from '#app/player/player.state.ts';
import type { PlayerEvent } from '#app/player/player.machine.ts';
import type { EventSource, Source } from './source.ts';

/** Addresses that are signed for a short while: each is asked for under the signature of the moment. */
export interface SignedAddresses {
  /** The same address as it is asked for now. Never fails: what cannot be had is refused by who is asked. */
  present: (address: string) => string | Promise<string>;
  /** An address was refused (403): the next is signed anew. */
  refused: () => void;
}

/** How a source is reached, where there is more to it than an address. */
export interface Opening {
  address: string;
  signed?: SignedAddresses;
  /** What became known of it. */
  source?: Source;
  /** Where it begins, where that was left to its kind. */
  startAtMs?: number;
}

export interface AskedOpening {
  /** Null: where it was left. */
  startAtMs: number | null;
  /** Whether what plays it can change the addresses it asks for. */
  swaps: boolean;
  /** Whether another machine plays it by now, which goes on without the page. */
  isElsewhere: () => boolean;
}

/** How sources of a kind are reached and played. */
export interface SourceKind<S extends Source = never> {
  /** A stream of segments, or a file that the browser plays by itself. */
  engine: 'stream' | 'file';
  /** Asked for at each opening: what is said once and for all is remembered here. */
  address: (source: S, asked: AskedOpening) => string | Opening | Promise<string | Opening>;
  /** Told of all that becomes of what has the element, its own or another's. */
  follow?: (session: Session | null, send: (event: PlayerEvent) => void) => void;
}

export const openingOf = (answer: string | Opening): Opening =>
  typeof answer === 'string' ? { address: answer } : answer;

export type SourceKinds = Readonly<Record<string, SourceKind>>;

/** Everybody's: its address stands, and leads to the playlist of the moment. */
const trailerKind: SourceKind<TrailerSource> = { engine: 'stream', address: ({ src }) => src };

/** All that the player can play: a new kind is a file beside this one and an entry here. */
export const SOURCE_KINDS: SourceKinds = {
  live: liveKind,
  file: fileKind,
  replay: createLeaseKind<ReplaySource>(async () =>
    (await import('#app/player/replay/replay-desk.ts')).createReplayDesk(),
  ),
  film: createLeaseKind<FilmSource>(async () => (await import('#app/player/screen/film-desk.ts')).createFilmDesk()),
  event: createLeaseKind<EventSource>(async () => (await import('#app/player/screen/event-desk.ts')).createEventDesk()),
  trailer: trailerKind,
};
