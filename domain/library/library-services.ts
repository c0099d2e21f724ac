import type { Db } from '#db/database.ts';
import type { ArchiveSectionWire } from '#domain/archive/archive.schema.ts';
import type { Direction } from './library.rules.ts';

/** What a list needs to know of a section. */
export interface ListedSection {
  id: number;
  archiveId: number;
  programId: number;
  streamId: number;
  startsAt: Date;
  endsAt: Date;
  isClassic: boolean;
  /** False once its rights have ended: lists still name it, nothing plays or adds it. */
  isHeard: boolean;
  /** ET-ArchiveSection. */
  wire: ArchiveSectionWire;
}

interface Moment {
  streamId: number;
  at: Date;
}

/** What lists ask the archive. What was taken down is in no answer. */
interface ArchiveOfLibrary {
  /** Sections by the numbers that lists hold; one that was merged is told as what it is now. */
  findSections(db: Db, ids: readonly number[], now: Date): Promise<ReadonlyMap<number, ListedSection>>;
  /** The sections of broadcasts in their order, by broadcast. */
  findSectionsOf(db: Db, archiveIds: readonly number[], now: Date): Promise<ReadonlyMap<number, ListedSection[]>>;
  /** The section of each moment, in the order of the moments. */
  findSectionsAt(db: Db, moments: readonly Moment[], now: Date): Promise<(ListedSection | undefined)[]>;
  /** The newest broadcast of each programme that can be heard again, by programme. */
  findNewest(
    db: Db,
    programIds: readonly number[],
    now: Date,
  ): Promise<ReadonlyMap<number, { archiveId: number; startsAt: Date }>>;
  /** Sections of the same programme after it (`forward`) or before it, nearest first, over the ends of broadcasts. */
  listNeighbours(
    db: Db,
    section: ListedSection,
    asked: { direction: Direction; limit: number },
    now: Date,
  ): Promise<ListedSection[]>;
  /** What was being said at a moment, where there is a transcript that is shown. */
  wordsAt(db: Db, moment: Moment): Promise<string | null>;
  /** Throws code 20 with the operator's message where the function is switched off. */
  assertNotSuspended(db: Db, name: string): Promise<void>;
}

/** What the lists of members need of the house. */
export interface LibraryServices {
  db: Db;
  archive: ArchiveOfLibrary;
  /** Keeps where a member was. */
  keepPlace(
    db: Db,
    place: { memberId: number; sessionId: number; deviceName: string; streamId: number; at: Date },
    now: Date,
  ): Promise<void>;
  /** Bookmarks a member may have. */
  bookmarksAtMost: number;
}
