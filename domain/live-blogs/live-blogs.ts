import type { Db, ReadDb } from '#db/database.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { isPossibleId } from '#shared/ids.ts';
import { presentEntry } from './live-blogs.present.ts';
import { ENTRIES_A_PAGE, type LiveBlogView, type LiveChanges } from './live-blogs.rules.ts';
import {
  findChanged,
  findEntries,
  findEntry,
  findLiveBlogs,
  findLiveBlogRow,
  findNewsWithout,
  findPinned,
  findPosters,
  findPublic,
  findRevisions,
  type Entry,
  type LiveBlog,
} from './live-blogs.store.ts';

interface Context {
  db: ReadDb;
  siteUrl: string;
}

const closedTs = ({ closedAt }: LiveBlog) => closedAt && unixSeconds(closedAt);

/**
 * The live blog of a published article, from an entry on or from the newest; null if the article has none, or none of its
 * entries is that one.
 */
export async function findLiveBlog(
  { db, siteUrl }: Context,
  articleId: number,
  fromId?: number,
): Promise<LiveBlogView | null> {
  const blog = await findPublic(db, articleId);
  if (blog === null) return null;
  const [found, pinned, [newest]] = await Promise.all([
    findEntries(db, articleId, { fromId, limit: ENTRIES_A_PAGE + 1 }),
    findPinned(db, articleId),
    findEntries(db, articleId, { limit: 1 }),
  ]);
  if (fromId !== undefined && found[0]?.id !== fromId) return null;
  return {
    article_id: articleId,
    sequence: blog.sequence,
    opened_ts: unixSeconds(blog.openedAt),
    closed_ts: closedTs(blog),
    entries: found
      .slice(0, ENTRIES_A_PAGE)
      .filter(({ isPinned }) => !isPinned)
      .map((entry) => presentEntry(entry, siteUrl)),
    pinned: pinned && presentEntry(pinned, siteUrl),
    older_id: found[ENTRIES_A_PAGE]?.id ?? null,
    is_newest: newest === undefined || found[0]?.id === newest.id,
  };
}

/**
 * What changed after a number, for open pages; null if the article has no live blog or is not public. With `is_reset` it is
 * the last `limit` changes alone.
 */
export async function findLiveChanges(
  { db, siteUrl }: Context,
  articleId: number,
  { after, limit }: { after: number; limit: number },
): Promise<LiveChanges | null> {
  if (!isPossibleId(articleId)) return null;
  // Read before the entries: what changes in between is sent twice rather than never.
  const blog = await findPublic(db, articleId);
  if (blog === null) return null;
  const rows = await findChanged(db, articleId, after, limit + 1);
  const entries = rows.slice(-limit).map((entry) => presentEntry(entry, siteUrl));
  return {
    sequence: Math.max(blog.sequence, entries.at(-1)?.sequence ?? 0),
    closed_ts: closedTs(blog),
    entries,
    is_reset: rows.length > limit,
  };
}

// FOR THE DESK

/** Live blogs, last opened first. */
export const listLiveBlogs = ({ db }: { db: Db }, limit: number): ReturnType<typeof findLiveBlogs> =>
  findLiveBlogs(db, limit);

/** Public news without one, newest first. */
export const listNewsWithout = ({ db }: { db: Db }, limit: number): ReturnType<typeof findNewsWithout> =>
  findNewsWithout(db, limit);

/** A live blog with its entries as stored, newest first, and the names of their authors. */
export async function findLiveBlogForStaff(
  { db }: { db: Db },
  articleId: number,
  { fromId, limit }: { fromId?: number | undefined; limit: number },
): Promise<{ blog: LiveBlog; entries: (Entry & { poster: string })[]; olderId: number | null } | null> {
  const blog = await findLiveBlogRow(db, articleId);
  if (blog === null) return null;
  const rows = await findEntries(db, articleId, { fromId, limit: limit + 1 });
  const names = await findPosters(db, [...new Set(rows.map(({ postedBy }) => postedBy))]);
  return {
    blog,
    entries: rows.slice(0, limit).map((row) => ({ ...row, poster: names.get(row.postedBy) ?? '' })),
    olderId: rows[limit]?.id ?? null,
  };
}

/** An entry as stored, with what it was before each correction; null if there is none. */
export async function findEntryForStaff({ db }: { db: Db }, id: number) {
  const entry = await findEntry(db, id);
  return entry && { entry, revisions: await findRevisions(db, id) };
}
