import { and, asc, count, desc, eq, getTableColumns, gt, inArray, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Db, ReadDb, Tx } from '#db/database.ts';
import { programs } from '#db/tables/programs.ts';
import { videoCategories, videos } from '#db/tables/films.ts';
import type { Category, Film } from './films.types.ts';

const { categoryId: _categoryId, createdAt: _createdAt, ...ofVideo } = getTableColumns(videos);

const selectFilms = (db: ReadDb) =>
  db
    .select({
      ...ofVideo,
      category: { id: videoCategories.id, name: videoCategories.name },
      programTitle: programs.title,
    })
    .from(videos)
    .innerJoin(videoCategories, eq(videoCategories.id, videos.categoryId))
    .leftJoin(programs, eq(programs.id, videos.programId));

const isPublic = (now: Date): SQL => lte(videos.publishedAt, now);

/** On sale or announced. A film no longer on sale is found by its renters, but is on no list. */
const isListed = (now: Date): SQL | undefined =>
  and(isPublic(now), or(isNull(videos.sellsUntil), gt(videos.sellsUntil, now)));

const ofCategory = (categoryId: number | null): SQL | undefined =>
  categoryId === null ? undefined : eq(videos.categoryId, categoryId);

export async function findFilm(db: ReadDb, id: number, now: Date): Promise<Film | null> {
  const [row] = await selectFilms(db).where(and(eq(videos.id, id), isPublic(now)));
  return row ?? null;
}

export const findFilmsById = async (db: ReadDb, ids: readonly number[], now: Date): Promise<Film[]> =>
  ids.length === 0 ? [] : selectFilms(db).where(and(inArray(videos.id, [...ids]), isPublic(now)));

/** Also unpublished films: the caller has a right already. */
export async function findFilmOfStream(db: Db, streamId: number): Promise<Film | null> {
  const [row] = await selectFilms(db).where(eq(videos.streamId, streamId));
  return row ?? null;
}

/** Same, for a film or a trailer. */
export async function findPageOfStream(
  db: Db,
  streamId: number,
): Promise<{ id: number; title: string; streamId: number | null } | undefined> {
  const [page] = await db
    .select({ id: videos.id, title: videos.title, streamId: videos.streamId })
    .from(videos)
    .where(or(eq(videos.streamId, streamId), eq(videos.trailerStreamId, streamId)));
  return page;
}

/** Pages that show one of these streams, as their film or trailer. */
export const findPagesOfStreams = (db: Db, streamIds: readonly number[]) =>
  streamIds.length === 0
    ? []
    : selectPages(db).where(
        or(inArray(videos.streamId, [...streamIds]), inArray(videos.trailerStreamId, [...streamIds])),
      );

/** All pages, unpublished ones too, newest first. */
export const findPages = (db: Db, limit: number) =>
  selectPages(db).orderBy(desc(videos.publishedAt), desc(videos.id)).limit(limit);

const selectPages = (db: Db) =>
  db
    .select({
      id: videos.id,
      title: videos.title,
      streamId: videos.streamId,
      trailerStreamId: videos.trailerStreamId,
    })
    .from(videos);

/** The streams of a page, locked until the transaction ends. */
export async function lockPage(tx: Tx, id: number) {
  const [page] = await selectPages(tx).where(eq(videos.id, id)).for('update');
  return page;
}

/** Newest first. */
export const findFilms = (
  db: ReadDb,
  { categoryId, limit, offset, now }: { categoryId: number | null; limit: number; offset: number; now: Date },
): Promise<Film[]> =>
  selectFilms(db)
    .where(and(isListed(now), ofCategory(categoryId)))
    .orderBy(desc(videos.publishedAt), desc(videos.id))
    .limit(limit)
    .offset(offset);

/** Films whose credits name somebody, or that derive from one of some programmes, newest first. */
export const findFilmsWith = (
  db: ReadDb,
  { name, programIds, limit, now }: { name: string; programIds: readonly number[]; limit: number; now: Date },
): Promise<Film[]> =>
  selectFilms(db)
    .where(
      and(
        isListed(now),
        or(
          sql`${videos.credits} @> ${JSON.stringify([{ names: [name] }])}::jsonb`,
          inArray(videos.programId, [...programIds]),
        ),
      ),
    )
    .orderBy(desc(videos.publishedAt), desc(videos.id))
    .limit(limit);

/** Films of the landing page, in its order. */
export const findFeatured = (db: ReadDb, limit: number, now: Date): Promise<Film[]> =>
  selectFilms(db)
    .where(isListed(now))
    .orderBy(asc(videos.position), desc(videos.publishedAt), desc(videos.id))
    .limit(limit);

export async function countFilms(db: ReadDb, categoryId: number | null, now: Date): Promise<number> {
  const [row] = await db
    .select({ films: count() })
    .from(videos)
    .where(and(isListed(now), ofCategory(categoryId)));
  return row?.films ?? 0;
}

/** Categories with films, in order. */
export const findCategories = (db: ReadDb, now: Date): Promise<Category[]> =>
  db
    .select({ id: videoCategories.id, name: videoCategories.name, films: count(videos.id) })
    .from(videoCategories)
    .innerJoin(videos, and(eq(videos.categoryId, videoCategories.id), isListed(now)))
    .groupBy(videoCategories.id)
    .orderBy(asc(videoCategories.position), asc(videoCategories.id));

/** The stream of a film, published or not; null if there is none yet. */
export async function findPicture(db: Db, id: number): Promise<{ streamId: number; durationMs: number } | null> {
  const [row] = await db
    .select({ streamId: videos.streamId, durationMs: videos.durationMs })
    .from(videos)
    .where(eq(videos.id, id));
  return row?.streamId != null && row.durationMs !== null
    ? { streamId: row.streamId, durationMs: row.durationMs }
    : null;
}

/** Attaches made streams to a film. */
export async function updateMade(
  tx: Tx,
  id: number,
  made: Partial<Pick<Film, 'streamId' | 'durationMs' | 'trailerStreamId' | 'trailerMs'>>,
): Promise<void> {
  await tx.update(videos).set(made).where(eq(videos.id, id));
}
