import type { Db, ReadDb, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { queueSearchIndex } from '#db/outbox.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { mostViewed } from '#domain/audience/most-viewed.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { filmState, findFilmOfStream as jobOfStream, holdFilm } from '#domain/film-making/film-making.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { ContentType } from '#shared/enums.ts';
import { isPossibleId } from '#shared/ids.ts';
import { FILMS_TAG } from './films-tags.rules.ts';
import {
  countFilms,
  findCategories,
  findFeatured,
  findFilm,
  findFilms,
  findFilmsById,
  findFilmsWith,
  findPageOfStream,
  findPages,
  findPagesOfStreams,
  lockPage,
  updateMade,
} from './films.store.ts';
import type { Category, Film, FilmPage } from './films.types.ts';

interface Context {
  db: ReadDb;
  now: Date;
}

const SERIES_MAX = 24;

/** A published film. Throws 6 if there is none. */
export async function getFilm({ db, now }: Context, id: number): Promise<Film> {
  if (!isPossibleId(id)) throw new DomainError('dataNotFound');
  const film = await cachedQuery(db, { key: `film ${id}`, tags: [FILMS_TAG] }, () => findFilm(db, id, now));
  if (film === null) throw new DomainError('dataNotFound');
  return film;
}

export const listCategories = ({ db, now }: Context): Promise<Category[]> =>
  cachedQuery(db, { key: 'film categories', tags: [FILMS_TAG] }, () => findCategories(db, now));

/** Films on sale or announced, of one category or all, newest first. */
export async function listFilms(
  { db, now }: Context,
  { categoryId = null, limit, offset = 0 }: { categoryId?: number | null; limit: number; offset?: number },
): Promise<FilmPage> {
  if (categoryId !== null && !isPossibleId(categoryId)) return { films: [], total: 0 };
  const key = `films ${categoryId} ${limit} ${offset}`;
  return cachedQuery(db, { key, tags: [FILMS_TAG] }, async () => {
    const [films, total] = await Promise.all([
      findFilms(db, { categoryId, limit, offset, now }),
      countFilms(db, categoryId, now),
    ]);
    return { films, total };
  });
}

/** In landing-page order, hero first. */
export const listFeatured = ({ db, now }: Context, limit: number): Promise<Film[]> =>
  cachedQuery(db, { key: `films featured ${limit}`, tags: [FILMS_TAG] }, () => findFeatured(db, limit, now));

/** Films by id, in that order; unpublished ones are omitted. */
export async function listFilmsById({ db, now }: Context, ids: readonly number[]): Promise<Film[]> {
  const found = new Map((await findFilmsById(db, ids, now)).map((film) => [film.id, film]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Films in whose credits somebody is named, or that derive from one of some programmes, newest first. */
export const listFilmsWith = (
  { db, now }: Context,
  asked: { name: string; programIds: readonly number[]; limit: number },
): Promise<Film[]> => findFilmsWith(db, { ...asked, now });

/** Requests more than are shown, because some played films are no longer published. */
const ASKED_FOR_ONE = 3;

/** The films most visitors played in the last seven days, most first; empty if none were. */
export const listMostPlayed = ({ db, now }: Context, limit: number): Promise<Film[]> =>
  cachedQuery(db, { key: `films most played ${limit}`, tags: [FILMS_TAG] }, async () => {
    const ids = await mostViewed({ db, now }, 'film', limit * ASKED_FOR_ONE);
    return (await listFilmsById({ db, now }, ids)).slice(0, limit);
  });

/** Related films: same category first, then the newest. */
export async function listMore(context: Context, film: Film, limit: number): Promise<Film[]> {
  const [near, newest] = await Promise.all([
    listFilms(context, { categoryId: film.category.id, limit: SERIES_MAX }),
    listFilms(context, { limit: SERIES_MAX }),
  ]);
  const all = new Map([...near.films, ...newest.films].map((each) => [each.id, each]));
  all.delete(film.id);
  return [...all.values()].slice(0, limit);
}

/** A description for editors of the page that shows a stream; null if none does. */
export async function pageOfStream(db: Db, streamId: number): Promise<string | null> {
  const page = await findPageOfStream(db, streamId);
  if (page === undefined) return null;
  return `on page ${page.id}, ${page.title}${page.streamId === streamId ? '' : ', as its trailer'}`;
}

/** What a page shows of a film. */
export type FilmPart = 'film' | 'trailer';

/**
 * Attaches a film or trailer to a page, which makes it watchable at once. Returns the stream that the page showed before.
 * Throws `dataNotFound` if page or film is missing, `conflict` if another page shows it.
 */
export async function attachFilm(
  tx: Tx,
  { filmId, part, streamId }: { filmId: number; part: FilmPart; streamId: number },
): Promise<{ former: number | null }> {
  const { durationMs } = await holdFilm(tx, streamId);
  const page = isPossibleId(filmId) ? await lockPage(tx, filmId) : undefined;
  if (page === undefined) throw new DomainError('dataNotFound', `page ${filmId} does not exist`);
  const shown = await pageOfStream(tx, streamId);
  if (shown !== null) throw refused('film-shown', { page: shown });
  const made = part === 'film' ? { streamId, durationMs } : { trailerStreamId: streamId, trailerMs: durationMs };
  await updateMade(tx, filmId, made);
  await queueSearchIndex(tx, ContentType.PREMIUM_CONTENT, filmId);
  await purgePages(tx, [FILMS_TAG]);
  return { former: part === 'film' ? page.streamId : page.trailerStreamId };
}

/** Assigns a film in the making list to a page. Returns the film that the page showed before; null if none. */
export async function showFilm(
  tx: Tx,
  { now }: { now: Date },
  hand: Hand,
  { jobId, pageId, part }: { jobId: number; pageId: number; part: FilmPart },
): Promise<{ former: number | null }> {
  const { streamId } = await filmState({ db: tx, now }, jobId);
  if (streamId === null) throw refused('film-not-encoded', { film_id: jobId });
  const { former } = await attachFilm(tx, { filmId: pageId, part, streamId });
  const before = { streamId: former };
  const after = { page: pageId, part, streamId };
  await recordAudit(tx, hand, { action: 'films.show', subject: ['film', jobId], before, after }, now);
  return { former: former === null ? null : await jobOfStream(tx, former) };
}

const MAX_PAGES = 500;

/** Film pages, unpublished ones too, newest first. */
export const listFilmPages = ({ db }: { db: Db }) => findPages(db, MAX_PAGES);

/** The page that shows each of these streams. */
export async function pagesOfStreams(
  db: Db,
  streamIds: readonly number[],
): Promise<Map<number, { id: number; title: string; part: FilmPart }>> {
  const pages = await findPagesOfStreams(db, streamIds);
  const shown = new Map<number, { id: number; title: string; part: FilmPart }>();
  for (const { id, title, streamId, trailerStreamId } of pages) {
    if (trailerStreamId !== null) shown.set(trailerStreamId, { id, title, part: 'trailer' });
    if (streamId !== null) shown.set(streamId, { id, title, part: 'film' });
  }
  return shown;
}
