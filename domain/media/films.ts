import type { Db } from '#db/database.ts';
import type { MeasuredRendition } from '#db/tables/media.ts';
import { FILM_RENDITIONS, type FilmRendition } from './film-renditions.rules.ts';
import { findFilmStream } from './films.store.ts';
import { TAPE_STARTS_AT } from './tapes.ts';

export type { MeasuredRendition };

/** Where the timeline of every film begins. */
export const FILM_STARTS_AT = TAPE_STARTS_AT;

/** What a film may be had in, the best first, as it was measured; undefined where there is no such film. */
export async function filmRenditions(
  db: Db,
  streamId: number,
): Promise<{ name: string; renditions: (MeasuredRendition & { name: FilmRendition })[] } | undefined> {
  const film = await findFilmStream(db, streamId);
  return (
    film && {
      name: film.name,
      renditions: FILM_RENDITIONS.flatMap((name) => {
        const measured = film.renditions[name];
        return measured ? [{ name, ...measured }] : [];
      }),
    }
  );
}
