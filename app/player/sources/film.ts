import type { OtherPlayback, ScreenDetails, VodSource } from './source.ts';

/** A film, or the replay of an event. Until its call is answered, only the page's data is known. */
export interface FilmSource extends VodSource {
  kind: 'film';
  of: 'film' | 'event';
  id: number;
  /** Start position; null: where it was left. */
  atMs: number | null;
  /** Admission from the waiting room; null: none needed. */
  admission: string | null;
  /** The playback to take over. */
  takeOver: OtherPlayback | null;
  details: ScreenDetails | null;
}

/** The public trailer of a film. */
export interface TrailerSource extends VodSource {
  kind: 'trailer';
  src: string;
}

export const isFilm = (source: { kind: string }): source is FilmSource => source.kind === 'film';

/** What the page knows about it. */
interface Shown {
  title: string;
  from: string;
  art: { src: string; srcset: string };
  page: string;
  durationMs: number;
}

const shown = ({ title, from, art, page, durationMs }: Shown) => ({
  timeline: 'vod' as const,
  media: 'video' as const,
  isOnPage: true,
  title,
  from,
  art,
  page,
  durationMs,
});

export const filmSource = (
  what: Shown & Pick<FilmSource, 'of' | 'id'> & Partial<Pick<FilmSource, 'atMs' | 'admission' | 'rendition'>>,
): FilmSource => ({
  ...shown(what),
  kind: 'film',
  key: what.of === 'film' ? `film/${what.id}` : `event/${what.id}/replay`,
  of: what.of,
  id: what.id,
  hasSpeeds: true,
  atMs: what.atMs ?? null,
  admission: what.admission ?? null,
  rendition: what.rendition ?? null,
  takeOver: null,
  details: null,
});

export const trailerSource = (what: Shown & { filmId: number; src: string }): TrailerSource => ({
  ...shown(what),
  kind: 'trailer',
  key: `trailer/${what.filmId}`,
  src: what.src,
});
