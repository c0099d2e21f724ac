import type { ReactNode } from 'react';
import type { Poster } from '#app/components/film/film-player.types.ts';

/**
 * `before`: not on air yet. `live`: on air. `hold`: on air, interrupted by the station. `ended`: over, and the replay
 * is not available (yet, or any more). `replay`: available as a replay.
 */
export type EventPhase = 'before' | 'live' | 'hold' | 'ended' | 'replay';

/** An entry of the set list, at an instant of the stream: a chapter. */
interface SetListItem {
  atMs: number;
  title: string;
}

/** A message of the station below the picture; plain text. */
export interface StripMessage {
  id: number;
  atMs: number;
  words: string;
}

/** What a page passes about an event. It polls its call and passes changes; the layout is stable. */
export interface EventPlayerProps {
  eventId: number;
  title: string;
  /** Place, hosts or series, shown below the title. */
  from: string;
  /** Path of the page with the player. */
  page: string;
  poster: Poster;
  phase: EventPhase;
  /** First instant of the stream, ms: the limit of rewinding. */
  startsAtMs: number;
  /** Planned or actual end, ms. */
  endsAtMs: number;
  /** Until when its replay may be watched, ms; null: unknown. */
  replayUntilMs: number | null;
  setList: readonly SetListItem[];
  /** Newest last. */
  messages: readonly StripMessage[];
  /** Reason of the interruption, as written by the station; shown while `phase` is `hold`. */
  hold: { words: string; sinceMs: number; expectedAtMs: number | null } | null;
  /** Admission from the waiting room; null: none needed. */
  admission: string | null;
  /** How far behind the station's clock viewers of a shared link watch, ms. Null: alone. */
  togetherBehindMs?: number | null;
  /** Audio only, such as on a phone when a television has the picture. */
  soundOnly?: boolean;
  /** An instant of the stream to start at, ms, from a link. Defaults to live, or to where the replay was left. */
  startAtMs?: number | null;
  diagnosticPage: string;
  onRefused?: (code: number | string) => void;
  /** The stream has ended or begun: the page calls its API at once. */
  onPhaseMayHaveChanged?: () => void;
  /** Shown over the picture while nothing plays: the countdown, the waiting room, or the outcome. */
  children?: ReactNode;
}
