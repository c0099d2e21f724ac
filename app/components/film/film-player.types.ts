import type { ReactNode } from 'react';

/** A picture as loaders give it to pages. */
export interface Poster {
  src: string;
  srcset: string;
}

/** A chapter of a film; times from its start. */
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
 * What a page passes about a film. All of it is public and known at render time, so the layout is stable; the viewer's
 * rights come with the playback call.
 */
export interface FilmPlayerProps {
  filmId: number;
  title: string;
  /** Category or series, shown below the title. */
  from: string;
  /** Path of the page with the player. */
  page: string;
  poster: Poster;
  durationMs: number;
  chapters: readonly Chapter[];
  /** A fixed address of its playlist; null: none. */
  trailer: { src: string; durationMs: number } | null;
  /**
   * What a press on the picture plays. `trailer` until the page's own call has confirmed that this member has the film:
   * it may change at any time without a layout shift. `film` makes the playback call, which decides.
   */
  access: 'trailer' | 'film';
  /** When the film must be finished if started now, ms; shown before the press. Null: already started, or not owned. */
  mustFinishByMs?: number | null;
  /** End of the running rental period, ms; shown as a clock before the press. Null: none, or unknown yet. */
  windowEndsAtMs?: number | null;
  next?: NextFilm | null;
  /** A position to start at, ms, from a link. Defaults to friends' position (`?together=`), or to where it was left. */
  startAtMs?: number | null;
  /** Where to rent the film again after its rental period. */
  rentPage: string;
  /** Other films, if there is no next one. */
  morePage: string;
  /** Diagnostics of devices that play nothing. */
  diagnosticPage: string;
  /** Called when the playback call or a renewal is refused: the page reloads the member's rights. */
  onRefused?: (code: number | string) => void;
  /** Called when playback has started a rental period that the page still shows as not started, until it does. */
  onBegun?: () => void;
  /** Content above the tabs (the page's texts). */
  children?: ReactNode;
}

/** What a page passes about a film that has the player and the tabs beside it. */
export interface FilmPageProps extends FilmPlayerProps {
  /** Whether it has captions, whose text is shown during playback. */
  hasWords: boolean;
  /** Facts about the film, one of the tabs. */
  about: ReactNode;
}
