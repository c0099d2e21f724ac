import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { findBookmarkAt, findBookmarks, insertBookmark, updateNote, type Bookmark } from './bookmarks.store.ts';
import { itemsOf, type Item } from './items.ts';
import { changeList, SUSPENDABLE } from './library.ts';
import { instantInto, liesIn, saidAround } from './library.rules.ts';
import type { LibraryServices } from './library-services.ts';
import { countEntries, findRevision, nextPosition } from './lists.store.ts';

export type BookmarkItem = Item & { bookmark: Bookmark };

/** A member's bookmarks, each with its current section; those in taken-down replays are omitted. */
export async function listBookmarks(
  services: LibraryServices,
  { memberId }: MemberActor,
  now: Date,
): Promise<{ items: BookmarkItem[]; revision: number }> {
  const { db, archive, bookmarksAtMost } = services;
  const revision = await findRevision(db, memberId, 'bookmark');
  const marked = await findBookmarks(db, memberId, bookmarksAtMost);
  const sections = await archive.findSectionsAt(db, marked, now);
  const shown = marked.flatMap((bookmark, i) => {
    const section = sections[i];
    return section ? [{ bookmark, section }] : [];
  });
  const items = await itemsOf(
    services,
    memberId,
    shown.map(({ section }) => section),
  );
  return { items: items.map((item, i) => ({ ...item, bookmark: shown[i]!.bookmark })), revision };
}

/** Replaces a bookmark's note; throws 6 if there is no such bookmark. */
export async function changeNote(
  { db, bookmarksAtMost }: Pick<LibraryServices, 'db' | 'bookmarksAtMost'>,
  actor: MemberActor,
  { id, note }: { id: number; note: string },
): Promise<{ revision: number }> {
  return changeList(db, actor, 'bookmark', async (tx, revision) => {
    const marked = await findBookmarks(tx, actor.memberId, bookmarksAtMost);
    if (!marked.some((bookmark) => bookmark.id === id)) throw new DomainError('dataNotFound');
    await updateNote(tx, id, note);
    return { revision };
  });
}

export interface Marked extends Pick<Bookmark, 'id' | 'at' | 'words'> {
  revision: number;
  /** False if this moment was bookmarked before. */
  isNew: boolean;
}

/**
 * Bookmarks a moment: an instant of the stream, else seconds into the section; with `isJustSaid`, the start of the
 * sentence just said. Repeating a moment updates its note. Throws 10028 in a classic, 10027 if the list is full.
 */
export async function addBookmark(
  services: LibraryServices,
  actor: MemberActor,
  asked: {
    sectionId: number;
    position?: number | undefined;
    at?: Date | undefined;
    note?: string | undefined;
    isJustSaid?: boolean | undefined;
  },
  now: Date,
): Promise<Marked> {
  const { db, archive, bookmarksAtMost } = services;
  const { memberId } = actor;
  await archive.assertNotSuspended(db, SUSPENDABLE.bookmark);
  const named = (await archive.findSections(db, [asked.sectionId], now)).get(asked.sectionId);
  if (named === undefined) throw new DomainError('dataNotFound');
  const moment = { streamId: named.streamId, at: asked.at ?? instantInto(named, asked.position ?? 0) };
  // The broadcast may have been recut since the request: the instant counts, with its current section.
  const section =
    asked.at === undefined || liesIn(named, moment) ? named : (await archive.findSectionsAt(db, [moment], now))[0];
  if (section === undefined || section.programId !== named.programId)
    throw new DomainError('invalidParam', 'the time is in no section of this programme');
  if (section.isClassic) throw new DomainError('notForClassics');
  const isJustSaid = asked.isJustSaid === true;
  const said = await saidNear(services, moment, isJustSaid);
  const words = said?.words ?? null;
  const marked = said && isJustSaid ? { ...moment, at: said.startsAt } : moment;
  return changeList(db, actor, 'bookmark', async (tx, revision) => {
    const known = await findBookmarkAt(tx, memberId, marked);
    if (known !== null) {
      if (asked.note !== undefined) await updateNote(tx, known.id, asked.note);
      return { ...known, revision, isNew: false };
    }
    if ((await countEntries(tx, memberId, 'bookmark')) >= bookmarksAtMost) throw new DomainError('tooManyBookmarks');
    const position = await nextPosition(tx, memberId, 'bookmark');
    const values = { memberId, ...marked, note: asked.note ?? '', words, position, createdAt: now };
    return { id: await insertBookmark(tx, values), at: marked.at, words, revision, isNew: true };
  });
}

async function saidNear(
  { db, archive }: LibraryServices,
  { streamId, at }: { streamId: number; at: Date },
  isJustSaid: boolean,
) {
  for (const instant of saidAround(at, isJustSaid)) {
    const said = await archive.saidAt(db, { streamId, at: instant });
    if (said !== null) return said;
  }
  return null;
}
