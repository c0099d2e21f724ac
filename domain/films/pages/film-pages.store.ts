import { and, asc, count, eq, gt, ilike, lt, ne, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { programs } from '#db/tables/programs.ts';
import { rentals, videoCategories, videos } from '#db/tables/films.ts';
import { EntityStatus } from '#shared/enums.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import type { FilmPageFields } from './film-pages.schema.ts';

const MAX_CHOICES = 2_000;

export interface EditableFilmPage {
  id: number;
  streamId: number | null;
  trailerStreamId: number | null;
  fields: FilmPageFields;
}

type Row = typeof videos.$inferSelect;

const fieldsOf = (row: Row): FilmPageFields => ({
  title: row.title,
  tagline: row.tagline,
  story: row.story,
  credits: row.credits.map(({ role, names }) => ({ role, names })),
  spoken: row.spoken,
  keyart: row.keyart,
  categoryId: row.categoryId,
  programId: row.programId,
  nextId: row.nextId,
  priceCents: row.priceCents,
  rentDays: row.rentDays,
  watchHours: row.watchHours,
  position: row.position,
  publishedTs: unixSeconds(row.publishedAt),
  sellsUntilTs: row.sellsUntil && unixSeconds(row.sellsUntil),
});

const columnsOf = ({ publishedTs, sellsUntilTs, ...rest }: FilmPageFields) => ({
  ...rest,
  publishedAt: new Date(publishedTs * 1000),
  sellsUntil: sellsUntilTs === null ? null : new Date(sellsUntilTs * 1000),
});

const editable = (row: Row | undefined): EditableFilmPage | null =>
  row === undefined
    ? null
    : { id: row.id, streamId: row.streamId, trailerStreamId: row.trailerStreamId, fields: fieldsOf(row) };

export const findEditablePage = async (db: Db | Tx, id: number): Promise<EditableFilmPage | null> =>
  editable((await db.select().from(videos).where(eq(videos.id, id)))[0]);

/** Same, locked until the transaction ends. */
export const lockEditablePage = async (tx: Tx, id: number): Promise<EditableFilmPage | null> =>
  editable((await tx.select().from(videos).where(eq(videos.id, id)).for('update'))[0]);

export async function insertPage(tx: Tx, fields: FilmPageFields, now: Date): Promise<number> {
  const [row] = await tx
    .insert(videos)
    .values({ ...columnsOf(fields), createdAt: now })
    .returning({ id: videos.id });
  return row!.id;
}

export async function updatePage(tx: Tx, id: number, fields: FilmPageFields): Promise<void> {
  await tx.update(videos).set(columnsOf(fields)).where(eq(videos.id, id));
}

/** The fields that name nothing that exists. */
export async function findBrokenFields(tx: Tx, id: number | null, fields: FilmPageFields): Promise<string[]> {
  const { categoryId, programId, nextId } = fields;
  const [category] = await tx
    .select({ id: videoCategories.id })
    .from(videoCategories)
    .where(eq(videoCategories.id, categoryId));
  const [program] =
    programId === null
      ? []
      : await tx
          .select({ id: programs.id })
          .from(programs)
          .where(and(eq(programs.id, programId), ne(programs.status, EntityStatus.DELETED)));
  const [next] =
    nextId === null || nextId === id
      ? []
      : await tx.select({ id: videos.id }).from(videos).where(eq(videos.id, nextId));
  return [
    ...(category ? [] : ['categoryId']),
    ...(programId === null || program ? [] : ['programId']),
    ...(nextId === null || next ? [] : ['nextId']),
  ];
}

export interface FilmPageFilter {
  /** Part of its title, or its id. */
  text?: string | undefined;
  state?: FilmPageState | undefined;
}

export type FilmPageState = 'coming' | 'on_sale' | 'announced' | 'over';

const stateOf = (now: Date) => sql<FilmPageState>`case
  when ${videos.publishedAt} > ${now.toISOString()}::timestamptz then 'coming'
  when ${videos.sellsUntil} <= ${now.toISOString()}::timestamptz then 'over'
  when ${videos.streamId} is null then 'announced'
  else 'on_sale' end`;

/** Film pages in the order of the landing page. */
export function findPageRows(
  db: Db,
  { text, state }: FilmPageFilter,
  { after, limit, now }: { after: { position: number; id: number } | null; limit: number; now: Date },
) {
  const pattern = text && `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return db
    .select({
      id: videos.id,
      title: videos.title,
      keyart: videos.keyart,
      categoryName: videoCategories.name,
      priceCents: videos.priceCents,
      position: videos.position,
      state: stateOf(now),
      hasTrailer: sql<boolean>`${videos.trailerStreamId} is not null`,
    })
    .from(videos)
    .innerJoin(videoCategories, eq(videoCategories.id, videos.categoryId))
    .where(
      and(
        pattern ? or(ilike(videos.title, pattern), sql`${videos.id}::text = ${text}`) : undefined,
        state === undefined ? undefined : sql`${stateOf(now)} = ${state}`,
        after ? sql`(${videos.position}, ${videos.id}) > (${after.position}::int, ${after.id}::int)` : undefined,
      ),
    )
    .orderBy(asc(videos.position), asc(videos.id))
    .limit(limit);
}

/** What a film page may name, and the position after the last. */
export async function findPageChoices(db: Db) {
  const [categories, series, [last]] = await Promise.all([
    db
      .select({ id: videoCategories.id, name: videoCategories.name })
      .from(videoCategories)
      .orderBy(asc(videoCategories.position), asc(videoCategories.id))
      .limit(MAX_CHOICES),
    db
      .select({ id: programs.id, name: programs.title })
      .from(programs)
      .where(ne(programs.status, EntityStatus.DELETED))
      .orderBy(asc(programs.position), asc(programs.id))
      .limit(MAX_CHOICES),
    db.select({ position: sql<number | null>`max(${videos.position})` }).from(videos),
  ]);
  return { categories, programs: series, nextPosition: (last?.position ?? 0) + 10 };
}

/** Rentals of a film that run now. */
export async function countRunning(db: Db | Tx, id: number, now: Date): Promise<number> {
  const [row] = await db
    .select({ running: count() })
    .from(rentals)
    .where(and(eq(rentals.videoId, id), gt(rentals.endsAt, now), lt(rentals.rentedAt, now)));
  return row?.running ?? 0;
}
