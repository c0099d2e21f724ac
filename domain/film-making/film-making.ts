import type { Db } from '#db/database.ts';
import { FILM_STARTS_AT, filmRenditions } from '#domain/media/films.ts';
import type { FilmRendition } from '#domain/media/film-renditions.rules.ts';
import * as store from './film-making.store.ts';
import type { FilmProfile, MadeFilm } from './film-making.types.ts';

export type { FilmState, MadeCaptions, MadeFilm, MadeRendition } from './film-making.types.ts';

const PROFILES: Record<FilmRendition, FilmProfile | null> = { v21: 21, v24: 24, v25: 25, audio: null };

/** A film that is there whole; null where there is none of that number. */
export async function madeFilm(db: Db, streamId: number): Promise<MadeFilm | null> {
  const job = await store.findJobOfStream(db, streamId);
  const film = job && (await filmRenditions(db, streamId));
  if (!job || !film || job.durationMs === null) return null;
  const renditions = film.renditions.map((one) => ({ ...one, profile: PROFILES[one.name] }));
  const startsAt = new Date(FILM_STARTS_AT);
  return {
    streamId,
    name: job.name,
    startsAt,
    endsAt: new Date(FILM_STARTS_AT + job.durationMs),
    durationMs: job.durationMs,
    renditions,
    qualities: renditions.flatMap(({ profile }) => profile ?? []),
    captions: await store.selectCaptions(db, job.id),
    chapters: await store.selectChapters(db, job.id),
    stills: job.stills,
    posterSha256: job.posterSha256,
  };
}
