import { paths } from '#app/paths.ts';
import { isPerformerShow, type Film } from '#domain/films/films.ts';
import { FULL_FILM_ID } from '#shared/enums.ts';
import { phrase } from '#shared/text/phrase.ts';
import type { FilmCardView } from './film-card.tsx';

export const toFilmCard = (film: Film): FilmCardView => ({
  id: film.id,
  title: phrase(film.title),
  href: paths.premiumVideoDetail(film.id, film.title),
  art: film.keyart,
  priceCents: film.priceCents,
  durationMs: film.durationMs,
  isFull: film.id === FULL_FILM_ID,
  isPerformerShow: isPerformerShow(film),
});
