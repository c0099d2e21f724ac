import type { Db } from '#db/database.ts';
import { madeFilm } from '#domain/film-making/film-making.ts';
import { segmentsBetween, TAPE_STARTS_AT } from '#domain/media/kept-sound.ts';
import type { SegmentStorage } from '#domain/media/media.ts';
import { listFilms, type FilmServices } from '#domain/films/films.ts';
import type { Base } from '#server/services/base.ts';

/** Dependencies of films. `startLease` is that of replays, since both share device slots. */
export const createFilmServices = (
  { config, database }: Base,
  { keys, startLease }: Pick<FilmServices, 'keys' | 'startLease'>,
): FilmServices => ({ db: database.db, madeFilm, keys, maxDevices: config.PLAYBACK_DEVICES, startLease });

const LOOK_AT = 36;
const FIRST_MS = 4_000;

/**
 * Whether films can be watched, as far as a process can tell: reads the first seconds of one from storage. True if
 * there is no film. Throws if the database does not respond, which must not count as true either.
 */
export function createFilmCheck({
  db,
  storage,
  clock,
}: {
  db: Db;
  storage: SegmentStorage;
  clock: () => Date;
}): () => Promise<boolean> {
  return async () => {
    const { films } = await listFilms({ db, now: clock() }, { limit: LOOK_AT });
    const streamId = films.find((film) => film.streamId !== null)?.streamId;
    if (!streamId) return true;
    const from = new Date(TAPE_STARTS_AT);
    const to = new Date(TAPE_STARTS_AT + FIRST_MS);
    const [first] = await segmentsBetween(db, streamId, 'audio', from, to);
    return first !== undefined && (await storage.get(first.storageKey, first.range)) !== undefined;
  };
}
