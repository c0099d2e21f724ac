import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { bookmarks } from '#db/tables/library.ts';

export interface Bookmark {
  id: number;
  streamId: number;
  at: Date;
  note: string;
  words: string | null;
}

const columns = {
  id: bookmarks.id,
  streamId: bookmarks.streamId,
  at: bookmarks.at,
  note: bookmarks.note,
  words: bookmarks.words,
};
const ofMember = (memberId: number) => and(eq(bookmarks.memberId, memberId), isNull(bookmarks.removedAt));

/** A member's bookmarks, in the member's order. */
export async function findBookmarks(db: Db, memberId: number, limit: number): Promise<Bookmark[]> {
  return db
    .select(columns)
    .from(bookmarks)
    .where(ofMember(memberId))
    .orderBy(desc(bookmarks.position), desc(bookmarks.id))
    .limit(limit);
}

/** The bookmark at exactly this moment. */
export async function findBookmarkAt(
  tx: Tx,
  memberId: number,
  { streamId, at }: { streamId: number; at: Date },
): Promise<Bookmark | null> {
  const [row] = await tx
    .select(columns)
    .from(bookmarks)
    .where(and(ofMember(memberId), eq(bookmarks.streamId, streamId), eq(bookmarks.at, at)));
  return row ?? null;
}

export async function insertBookmark(
  tx: Tx,
  bookmark: {
    memberId: number;
    streamId: number;
    at: Date;
    note: string;
    words: string | null;
    position: number;
    createdAt: Date;
  },
): Promise<number> {
  const [row] = await tx.insert(bookmarks).values(bookmark).returning({ id: bookmarks.id });
  if (!row) throw new Error('insert into bookmarks returned no row');
  return row.id;
}

export async function updateNote(tx: Tx, id: number, note: string): Promise<void> {
  await tx.update(bookmarks).set({ note }).where(eq(bookmarks.id, id));
}
