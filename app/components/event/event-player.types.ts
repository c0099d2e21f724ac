import type { ReactNode } from 'react';
import type { Poster } from '#app/components/film/film-player.types.ts';

/**
 * `before`: nothing is sent yet. `live`: it is on air. `hold`: it is on air, and the station has interrupted it. `ended`: it
 * is over, and its replay is not there (yet, or any more). `replay`: it can be seen again.
 */
export type EventPhase = 'before' | 'live' | 'hold' | 'ended' | 'replay';

/** A piece of the evening, at an instant of the stream: a chapter while it happens. */
interface SetListItem {
  atMs: number;
  title: string;
}

/** A line of the station under the picture; text alone. */
export interface StripMessage {
  id: number;
  atMs: number;
  words: string;
}

/** What a page tells of an event. It asks its call again and again, and hands in what changed: nothing moves. */
export interface EventPlayerProps {
  eventId: number;
  title: string;
  /** Place, hosts or series, shown under the title. */
  from: string;
  /** Address of the page that shows the player. */
  page: string;
  poster: Poster;
  phase: EventPhase;
  /** First instant of the stream, ms: rewinding goes no further. */
  startsAtMs: number;
  /** When it is planned to end, or did, ms. */
  endsAtMs: number;
  /** Until when its replay may be seen, ms; null: not known. */
  replayUntilMs: number | null;
  setList: readonly SetListItem[];
  /** Newest last. */
  messages: readonly StripMessage[];
  /** Why it is interrupted, as the station wrote it; shown while `phase` is `hold`. */
  hold: { words: string; sinceMs: number; expectedAtMs: number | null } | null;
  /** What the waiting room gave to whoever it let in; null: none is needed. */
  admission: string | null;
  /** How far behind the station's clock everybody of the link watches, ms: who watches together. Null: alone. */
  togetherBehindMs?: number | null;
  /** Sound alone, as on the telephone of somebody whose television has the picture. */
  soundOnly?: boolean;
  /** An instant of the stream to begin at, ms, from a link; live, or where the replay was left, unless told. */
  startAtMs?: number | null;
  diagnosticPage: string;
  onRefused?: (code: number | string) => void;
  /** The stream has ended, or begun: the page asks its call at once. */
  onPhaseMayHaveChanged?: () => void;
  /** Shown on the picture while nothing plays: the countdown, the waiting room, what became of it. */
  children?: ReactNode;
}
