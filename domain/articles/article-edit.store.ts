import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { articleCategories, articleColumns, articles, mediaFiles } from '#db/tables/articles.ts';
import { programs } from '#db/tables/programs.ts';
import { ContentBlockType } from '#shared/enums.ts';
import type { ArticleContentType } from './articles.schema.ts';
import type { ArticleDraft } from './article-edit.schema.ts';

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

/** The same, locked until the transaction ends. */
export async function lockStanding(tx: Tx, id: number): Promise<ArticleStanding | null> {
  const [row] = await standingOf(tx, id).for('update');
  return row ? toStanding(row) : null;
}

/** Names of the fields with a reference that does not exist or does not match. */
export async function findBrokenReferences(db: Db, draft: ArticleDraft): Promise<string[]> {
  const { columnId, categoryId, programId, contentType, blocks } = draft;
  const files = blocks.flatMap((block) =>
    block.type === ContentBlockType.AUDIO || block.type === ContentBlockType.VIDEO
      ? [{ id: block.mediaFileId, kind: block.type === ContentBlockType.AUDIO ? 1 : 2 }]
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
    ...(column ? [] : ['columnId']),
    ...(category ? [] : ['categoryId']),
    ...(program ? [] : ['programId']),
    ...(files.every(isStored) ? [] : ['blocks.mediaFileId']),
  ];
}

type Words = Omit<ArticleDraft, 'id'> & {
  slug: string;
  previewContent: string;
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
