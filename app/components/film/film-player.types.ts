import type { ReactNode } from 'react';

/** A picture as pages get it from their loader. */
export interface Poster {
  src: string;
  srcset: string;
}

/** A part of a film, counted from its beginning. */
interface Chapter {
  atMs: number;
  title: string;
}

/** What plays after a film, such as the next part of a series. */
export interface NextFilm {
  filmId: number;
  title: string;
  page: string;
  poster: Poster;
}

/**
 * What a page tells of a film. All of it is public and known when the page is rendered, so nothing moves later; what the
 * viewer may do with it comes with the call that plays it.
 */
export interface FilmPlayerProps {
  filmId: number;
  title: string;
  /** Category or series, shown under the title. */
  from: string;
  /** Address of the page that shows the player. */
  page: string;
  poster: Poster;
  durationMs: number;
  chapters: readonly Chapter[];
  /** An address that stands and leads to its playlist; null: there is none. */
  trailer: { src: string; durationMs: number } | null;
  /**
   * What a press on the picture plays. `trailer` until the page's own call has told that this member has the film: it may
   * change at any time, and nothing moves when it does. `film` asks the playback call, which has the last word.
   */
  access: 'trailer' | 'film';
  /** When the film must be finished if it is begun now, ms; shown before the press. Null: it is begun already, or not had. */
  mustFinishByMs?: number | null;
  /** The end of the running window, ms; shown as a clock before the press. Null: it has none, or is not known yet. */
  windowEndsAtMs?: number | null;
  next?: NextFilm | null;
  /** A place to begin at, ms, from a link; where friends are (`?together=`), or where it was left, unless told. */
  startAtMs?: number | null;
  /** Where the film is rented again, when its window is over. */
  rentPage: string;
  /** Other films, when there is no next. */
  morePage: string;
  /** Where a device that plays nothing is looked into. */
  diagnosticPage: string;
  /** Called when the playback call or a renewal refuses the right: the page asks anew what its member has. */
  onRefused?: (code: number | string) => void;
  /** Called when playback has begun the hours that the page still shows as not begun, until the page shows them. */
  onBegun?: () => void;
  /** What stands over the chapters (the texts of the page). */
  children?: ReactNode;
}
