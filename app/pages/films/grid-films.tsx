import { FilmCard, type FilmCardView } from '#app/components/lists/film-card.tsx';
import { unhydrated } from '#app/ui/static-island.tsx';

function Items({ films }: { films: readonly FilmCardView[] }) {
  return films.map((film) => (
    <li key={film.id}>
      <FilmCard film={film} sizes="(min-width: 1200px) 22vw, (min-width: 768px) 30vw, 46vw" />
    </li>
  ));
}

/** Films of a shelf. */
export const GridFilms = unhydrated(Items, 'ul');
