import { and, between, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { articleCategories, articleColumns, articles, mediaFiles } from '#db/tables/articles.ts';
import { programs } from '#db/tables/programs.ts';
import { ContentBlockType } from '#shared/enums.ts';
import type { ArticleContentType } from './articles.schema.ts';
import type { ArticleDraft } from './article-edit.schema.ts';

/** The editable fields of an article, complete. */
export type ArticleWords = Omit<ArticleDraft, 'id' | 'slug' | 'previewContent'> & {
  slug: string;
  previewContent: string;
};

export type ArticleState = 'draft' | 'published' | 'withdrawn';

/** Fields of an article that determine its visibility. */
export interface ArticleStanding {
  id: number;
  contentType: ArticleContentType;
  state: ArticleState;
  publishAt: Date;
  withdrawAt: Date | null;
}

const standing = {
  id: articles.id,
  contentType: articles.contentType,
  state: articles.state,
  publishAt: articles.publishAt,
  withdrawAt: articles.withdrawAt,
};

const toStanding = (row: Omit<ArticleStanding, 'contentType'> & { contentType: number }): ArticleStanding => ({
  ...row,
  contentType: row.contentType as ArticleContentType,
});

const standingOf = (db: Db, id: number) => db.select(standing).from(articles).where(eq(articles.id, id));

/** An article of any state. */
export async function findStanding(db: Db, id: number): Promise<ArticleStanding | null> {
  const [row] = await standingOf(db, id);
  return row ? toStanding(row) : null;
}

/** Articles that were changed, or became public or ceased to be, between two instants. */
export async function findChangedBetween(tx: Tx, from: Date, to: Date): Promise<number[]> {
  const rows = await tx
    .select({ id: articles.id })
    .from(articles)
    .where(
      or(
        between(articles.updatedAt, from, to),
        between(articles.publishAt, from, to),
        between(articles.withdrawAt, from, to),
      ),
    )
    .orderBy(articles.id)
    .limit(1_000);
  return rows.map(({ id }) => id);
}

/** The same, locked until the transaction ends. */
export async function lockStanding(tx: Tx, id: number): Promise<ArticleStanding | null> {
  const [row] = await standingOf(tx, id).for('update');
  return row ? toStanding(row) : null;
}

/** Paths of the fields with a reference that does not exist or does not match. */
export async function findBrokenReferences(db: Db, draft: ArticleDraft): Promise<PropertyKey[][]> {
  const { columnId, categoryId, programId, contentType, blocks } = draft;
  const files = blocks.flatMap((block, position) =>
    block.type === ContentBlockType.AUDIO || block.type === ContentBlockType.VIDEO
      ? [{ id: block.mediaFileId, kind: block.type === ContentBlockType.AUDIO ? 1 : 2, position }]
      : [],
  );
  const ids = [...new Set(files.map((file) => file.id))];
  const [column, category, program, stored] = [
    columnId === null || (await db.select().from(articleColumns).where(eq(articleColumns.id, columnId))).length > 0,
    categoryId === null ||
      (
        await db
          .select({ id: articleCategories.id })
          .from(articleCategories)
          .where(and(eq(articleCategories.id, categoryId), eq(articleCategories.contentType, contentType)))
      ).length > 0,
    programId === null ||
      (await db.select({ id: programs.id }).from(programs).where(eq(programs.id, programId))).length > 0,
    ids.length === 0
      ? []
      : await db
          .select({ id: mediaFiles.id, kind: mediaFiles.kind })
          .from(mediaFiles)
          .where(inArray(mediaFiles.id, ids)),
  ];
  const isStored = (file: { id: number; kind: number }) =>
    stored.some(({ id, kind }) => id === file.id && kind === file.kind);
  return [
    ...(column ? [] : [['columnId']]),
    ...(category ? [] : [['categoryId']]),
    ...(program ? [] : [['programId']]),
    ...files.filter((file) => !isStored(file)).map(({ position }) => ['blocks', position, 'mediaFileId']),
  ];
}

/** What an editor may change of an article of any state, its standing, and whether it is public now. */
export async function findEditable(
  db: Db | Tx,
  id: number,
): Promise<(ArticleStanding & ArticleWords & { isPublic: boolean }) | null> {
  const { publishAt, withdrawAt, state } = articles;
  // By the clock of the database, as in `publishedArticles`.
  const isPublic = sql<boolean>`${state} = 'published' and ${publishAt} <= now() and (${withdrawAt} is null or ${withdrawAt} > now())`;
  const [row] = await db
    .select({ ...getTableColumns(articles), isPublic })
    .from(articles)
    .where(eq(articles.id, id));
  if (!row) return null;
  const { hasAudio: _hasAudio, hasVideo: _hasVideo, createdAt: _createdAt, updatedAt: _updatedAt, ...words } = row;
  return {
    ...words,
    contentType: words.contentType as ArticleContentType,
    layoutTemplate: words.layoutTemplate as ArticleWords['layoutTemplate'],
    section: words.section as ArticleWords['section'],
  };
}

type Words = ArticleWords & {
  hasAudio: boolean;
  hasVideo: boolean;
};

export async function insertArticle(db: Db, words: Words, now: Date): Promise<number> {
  const [row] = await db
    .insert(articles)
    .values({ ...words, state: 'draft', publishAt: now, createdAt: now, updatedAt: now })
    .returning({ id: articles.id });
  if (row === undefined) throw new Error('insert into articles returned no row');
  return row.id;
}

export async function updateArticle(db: Db, id: number, words: Words, now: Date): Promise<void> {
  await db
    .update(articles)
    .set({ ...words, updatedAt: now })
    .where(eq(articles.id, id));
}

/**
 * Changes the visibility of an article. `at once` is the database's current time, by which publication is decided.
 * False, without a change, if it would be withdrawn before it is published.
 */
export async function updateStanding(
  db: Db,
  id: number,
  {
    state,
    publishAt,
    withdrawAt,
  }: { state: ArticleState; publishAt?: Date | 'at once' | undefined; withdrawAt?: Date | null | undefined },
): Promise<boolean> {
  const from =
    publishAt === 'at once'
      ? sql`date_trunc('milliseconds', now())`
      : publishAt === undefined
        ? sql`${articles.publishAt}`
        : sql`${publishAt.toISOString()}::timestamptz`;
  const until =
    withdrawAt === undefined
      ? sql`${articles.withdrawAt}`
      : sql`${withdrawAt === null ? null : withdrawAt.toISOString()}::timestamptz`;
  const changed = await db
    .update(articles)
    .set({ state, publishAt: from, withdrawAt: until })
    .where(and(eq(articles.id, id), sql`(${until} is null or ${until} > ${from})`))
    .returning({ id: articles.id });
  return changed.length > 0;
}
