import type { Db } from '#db/database.ts';
import { attachFilm, listFilmsById } from '#domain/films/films.ts';
import { demoFilms } from '#server/demo/demo-films.ts';

/** Attaches the generated stream to each film that the demo sells, once. Returns how many are complete. */
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
    if (!made) continue;
    const wanted = [
      { part: 'film' as const, has: streamId, streamId: made.film.streamId },
      { part: 'trailer' as const, has: trailerStreamId, streamId: made.trailer.streamId },
    ].filter((one) => one.has !== one.streamId);
    if (wanted.length === 0) continue;
    await db.transaction(async (tx) => {
      for (const one of wanted) await attachFilm(tx, { filmId, part: one.part, streamId: one.streamId });
    });
    shelved += 1;
  }
  return shelved;
}
