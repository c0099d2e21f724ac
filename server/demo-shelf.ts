import type { Db } from '#db/database.ts';
import { attachFilm, listFilmsById } from '#domain/videos/videos.ts';
import { demoFilms } from '#server/demo-films.ts';

/** Gives each film that the demo sells the pictures and sound that were drawn for it, once. Answers how many have theirs now. */
export async function shelveDemoFilms(
  db: Db,
  now: Date,
  sold: readonly { id: number; slug: string }[],
): Promise<number> {
  const drawn = new Map((await demoFilms(db)).map((each) => [each.slug, each]));
  const films = await listFilmsById(
    { db, now },
    sold.map(({ id }) => id),
  );
  let shelved = 0;
  for (const { id: filmId, streamId, trailerStreamId } of films) {
    const made = drawn.get(sold.find(({ id }) => id === filmId)?.slug ?? '');
    if (!made || (made.film.streamId === streamId && made.trailer.streamId === trailerStreamId)) continue;
    await db.transaction(async (tx) => {
      await attachFilm(tx, { filmId, part: 'film', ...made.film });
      await attachFilm(tx, { filmId, part: 'trailer', ...made.trailer });
    });
    shelved += 1;
  }
  return shelved;
}
