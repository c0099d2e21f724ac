import { and, desc, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { archivePrograms, transcriptCues } from '#db/tables/archive.ts';
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

/** Moments a member marked, in the member's order. */
export async function findBookmarks(db: Db, memberId: number, limit: number): Promise<Bookmark[]> {
  return db
    .select(columns)
    .from(bookmarks)
    .where(ofMember(memberId))
    .orderBy(desc(bookmarks.position), desc(bookmarks.id))
    .limit(limit);
}

/** The bookmark of exactly this moment. */
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
  if (!row) throw new Error('no bookmark was added');
  return row.id;
}

export async function updateNote(tx: Tx, id: number, note: string): Promise<void> {
  await tx.update(bookmarks).set({ note }).where(eq(bookmarks.id, id));
}

/** Who marks what was just said presses a moment later. */
const JUST_SAID_MS = 5_000;

/** The words at a moment, or just before it, where the programme has a transcript that may be read. */
export async function findWordsAt(
  db: Db,
  programId: number,
  { streamId, at }: { streamId: number; at: Date },
): Promise<string | null> {
  const [program] = await db
    .select({ isPublic: archivePrograms.hasPublicTranscript })
    .from(archivePrograms)
    .where(eq(archivePrograms.programId, programId));
  if (program?.isPublic === false) return null;
  const [cue] = await db
    .select({ words: transcriptCues.words })
    .from(transcriptCues)
    .where(
      and(
        eq(transcriptCues.streamId, streamId),
        lte(transcriptCues.startsAt, at),
        gt(transcriptCues.endsAt, new Date(at.getTime() - JUST_SAID_MS)),
      ),
    )
    .orderBy(desc(transcriptCues.startsAt))
    .limit(1);
  return cue?.words ?? null;
}
