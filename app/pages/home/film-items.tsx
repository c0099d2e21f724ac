import { FilmCard, type FilmCardView } from '#app/components/lists/film-card.tsx';

/** Live events and films as a shelf. */
export function FilmItems({ films }: { films: FilmCardView[] }) {
  return films.map((film) => (
    <li key={film.href}>
      <FilmCard film={film} sizes="(min-width: 1200px) 22vw, 64vw" />
    </li>
  ));
}
