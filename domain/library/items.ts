import type { Db } from '#db/database.ts';
import { findBookmarks } from './bookmarks.store.ts';
import { findFavouritesOf } from './favourites.store.ts';
import { findHistoryOf } from './history.store.ts';
import { liesIn } from './library.rules.ts';
import type { LibraryServices, ListedSection } from './library-services.ts';

/** A section as lists show it, with the member's related entries. */
export interface Item {
  section: ListedSection;
  bookmarkId: number | null;
  favouriteId: number | null;
  historyId: number | null;
}

/** Adds to sections whether they are bookmarked, favourites or played before, with one query each. */
export async function itemsOf(
  { db, bookmarksAtMost }: Pick<LibraryServices, 'db' | 'bookmarksAtMost'>,
  memberId: number,
  sections: readonly ListedSection[],
): Promise<Item[]> {
  if (sections.length === 0) return [];
  const marked = await findBookmarks(db, memberId, bookmarksAtMost);
  const favourites = await findFavouritesOf(db, memberId, [...new Set(sections.map(({ programId }) => programId))]);
  const history = await findHistoryOf(
    db,
    memberId,
    sections.map(({ id }) => id),
  );
  const byProgram = new Map(favourites.map(({ id, programId }) => [programId, id]));
  const bySection = new Map(history.map(({ id, sectionId }) => [sectionId, id]));
  return sections.map((section) => ({
    section,
    bookmarkId: marked.find((bookmark) => liesIn(section, bookmark))?.id ?? null,
    favouriteId: byProgram.get(section.programId) ?? null,
    historyId: bySection.get(section.id) ?? null,
  }));
}

/** Entries with visible sections, each in its current form. Entries whose sections were merged are one: the first. */
export async function shownEntries<E extends { sectionId: number }>(
  { db, archive }: { db: Db } & Pick<LibraryServices, 'archive'>,
  entries: readonly E[],
  now: Date,
): Promise<(E & { section: ListedSection })[]> {
  if (entries.length === 0) return [];
  const sections = await archive.findSections(
    db,
    entries.map(({ sectionId }) => sectionId),
    now,
  );
  const seen = new Set<number>();
  return entries.flatMap((entry) => {
    const section = sections.get(entry.sectionId);
    if (section === undefined || seen.has(section.id)) return [];
    seen.add(section.id);
    return [{ ...entry, section }];
  });
}
