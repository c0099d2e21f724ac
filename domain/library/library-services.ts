import type { Db } from '#db/database.ts';
import type { createListedArchive } from '#domain/archive/listed-sections.ts';

export type { ListedSection } from '#domain/archive/listed-sections.ts';

/** Dependencies of this module. */
export interface LibraryServices {
  db: Db;
  /** Injected, because it depends on station settings. */
  archive: ReturnType<typeof createListedArchive>;
  /** Stores a playback position. */
  recordPlaybackPosition(
    db: Db,
    event: { memberId: number; sessionId: number; deviceName: string; streamId: number; at: Date },
    now: Date,
  ): Promise<void>;
  /** Maximum bookmarks per member. */
  bookmarksAtMost: number;
}
