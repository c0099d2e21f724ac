import type { Db } from '#db/database.ts';
import type { createListedArchive } from '#domain/archive/listed-sections.ts';

export type { ListedSection } from '#domain/archive/listed-sections.ts';

/** What the lists of members need of the house. */
export interface LibraryServices {
  db: Db;
  /** Handed in, as it depends on what the station grants. */
  archive: ReturnType<typeof createListedArchive>;
  /** Keeps where a member was. */
  keepPlace(
    db: Db,
    place: { memberId: number; sessionId: number; deviceName: string; streamId: number; at: Date },
    now: Date,
  ): Promise<void>;
  /** Bookmarks a member may have. */
  bookmarksAtMost: number;
}
