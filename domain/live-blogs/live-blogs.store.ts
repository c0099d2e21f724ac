import { and, asc, count, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Db, ReadDb, Tx } from '#db/database.ts';
import { articles, publishedArticles } from '#db/tables/articles.ts';
import { liveBlogs, liveEntries, liveEntryRevisions } from '#db/tables/live-blogs.ts';
import { staffAccounts } from '#db/tables/staff.ts';

export type LiveBlog = typeof liveBlogs.$inferSelect;
export type Entry = typeof liveEntries.$inferSelect;
type EntryValues = typeof liveEntries.$inferInsert;

/** The live blog of a published article. */
export async function findPublic(db: ReadDb, articleId: number): Promise<LiveBlog | null> {
  const [row] = await db
    .select({ blog: liveBlogs })
    .from(liveBlogs)
    .innerJoin(publishedArticles, eq(publishedArticles.id, liveBlogs.articleId))
    .where(eq(liveBlogs.articleId, articleId));
  return row?.blog ?? null;
}

export async function findLiveBlogRow(db: Db | Tx, articleId: number): Promise<LiveBlog | null> {
  const [row] = await db.select().from(liveBlogs).where(eq(liveBlogs.articleId, articleId));
  return row ?? null;
}

/** Entries from one on, newest first; by default from the newest. */
export async function findEntries(
  db: ReadDb,
  articleId: number,
  { fromId, limit }: { fromId?: number | undefined; limit: number },
): Promise<Entry[]> {
  const from = fromId === undefined ? undefined : lte(liveEntries.id, fromId);
  return db
    .select()
    .from(liveEntries)
    .where(and(eq(liveEntries.articleId, articleId), from))
    .orderBy(desc(liveEntries.id))
    .limit(limit);
}

export async function findPinned(db: ReadDb | Tx, articleId: number): Promise<Entry | null> {
  const [row] = await db
    .select()
    .from(liveEntries)
    .where(and(eq(liveEntries.articleId, articleId), sql`is_pinned`));
  return row ?? null;
}

/** Entries changed after a number, in the order of their last changes: the last ones, if there are more. */
export async function findChanged(db: ReadDb, articleId: number, after: number, limit: number): Promise<Entry[]> {
  const rows = await db
    .select()
    .from(liveEntries)
    .where(and(eq(liveEntries.articleId, articleId), gt(liveEntries.sequence, after)))
    .orderBy(desc(liveEntries.sequence))
    .limit(limit);
  return rows.toReversed();
}

export async function findEntry(db: Db | Tx, id: number): Promise<Entry | null> {
  const [row] = await db.select().from(liveEntries).where(eq(liveEntries.id, id));
  return row ?? null;
}

/** Names of those who posted some entries. */
export async function findPosters(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: staffAccounts.id, name: staffAccounts.name })
    .from(staffAccounts)
    .where(inArray(staffAccounts.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Former versions of an entry, oldest first. */
export const findRevisions = (db: Db, entryId: number): Promise<(typeof liveEntryRevisions.$inferSelect)[]> =>
  db
    .select()
    .from(liveEntryRevisions)
    .where(eq(liveEntryRevisions.entryId, entryId))
    .orderBy(asc(liveEntryRevisions.revision))
    .limit(50);

/** Live blogs, last opened first, with the titles of their articles. */
export const findLiveBlogs = (
  db: Db,
  limit: number,
): Promise<{ articleId: number; title: string; openedAt: Date; closedAt: Date | null; entries: number }[]> =>
  db
    .select({
      articleId: liveBlogs.articleId,
      title: articles.title,
      openedAt: liveBlogs.openedAt,
      closedAt: liveBlogs.closedAt,
      entries: sql<number>`(select count(*)::int from ${liveEntries} where ${liveEntries.articleId} = ${liveBlogs.articleId})`,
    })
    .from(liveBlogs)
    .innerJoin(articles, eq(articles.id, liveBlogs.articleId))
    .orderBy(desc(liveBlogs.openedAt), desc(liveBlogs.articleId))
    .limit(limit);

/** News that are public and have no live blog yet, newest first. */
export const findNewsWithout = (db: Db, limit: number): Promise<{ articleId: number; title: string }[]> =>
  db
    .select({ articleId: publishedArticles.id, title: publishedArticles.title })
    .from(publishedArticles)
    .where(
      sql`${publishedArticles.section} is not null and not exists (select 1 from ${liveBlogs} where ${liveBlogs.articleId} = ${publishedArticles.id})`,
    )
    .orderBy(desc(publishedArticles.publishAt), desc(publishedArticles.id))
    .limit(limit);

// CHANGES

/** Locks a live blog until the transaction ends: changes follow one another. */
export async function lockLiveBlog(tx: Tx, articleId: number): Promise<LiveBlog | null> {
  const [row] = await tx.select().from(liveBlogs).where(eq(liveBlogs.articleId, articleId)).for('update');
  return row ?? null;
}

export async function insertLiveBlog(tx: Tx, articleId: number, openedAt: Date): Promise<void> {
  await tx.insert(liveBlogs).values({ articleId, openedAt });
}

export async function setClosed(tx: Tx, articleId: number, closedAt: Date | null): Promise<void> {
  await tx.update(liveBlogs).set({ closedAt }).where(eq(liveBlogs.articleId, articleId));
}

/** The number of the next change. The live blog is locked. */
export async function nextSequence(tx: Tx, articleId: number): Promise<number> {
  const [row] = await tx
    .update(liveBlogs)
    .set({ sequence: sql`${liveBlogs.sequence} + 1` })
    .where(eq(liveBlogs.articleId, articleId))
    .returning({ sequence: liveBlogs.sequence });
  return row!.sequence;
}

export async function countEntries(tx: Tx, articleId: number): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(liveEntries).where(eq(liveEntries.articleId, articleId));
  return row!.n;
}

export async function insertEntry(tx: Tx, entry: EntryValues): Promise<number> {
  const [row] = await tx.insert(liveEntries).values(entry).returning({ id: liveEntries.id });
  return row!.id;
}

export async function updateEntry(
  tx: Tx,
  id: number,
  change: Partial<Omit<EntryValues, 'id' | 'articleId'>>,
): Promise<void> {
  await tx.update(liveEntries).set(change).where(eq(liveEntries.id, id));
}

export async function insertEntryRevision(tx: Tx, row: typeof liveEntryRevisions.$inferInsert): Promise<void> {
  await tx.insert(liveEntryRevisions).values(row);
}
