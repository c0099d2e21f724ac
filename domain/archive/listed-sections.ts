import type { Db } from '#db/database.ts';
import { assertNotSuspended } from './archive.ts';
import { presentSection } from './archive.present.ts';
import { hasEnded } from './archive.rules.ts';
import { ProgramClass, type ArchiveSectionWire, type Section } from './archive.schema.ts';
import type { ArchiveSettings } from './archive-services.ts';
import { findNeighbours, findNewestOf, findSectionsAt, findSections, findSectionsOf } from './archive.store.ts';
import { saidAt } from './words/transcripts.ts';

/** A section as member lists use it. */
export interface ListedSection {
  id: number;
  archiveId: number;
  programId: number;
  streamId: number;
  startsAt: Date;
  endsAt: Date;
  isClassic: boolean;
  /** False once expired: lists still show it, but it cannot be played or added. */
  isHeard: boolean;
  /** Name in the picture store. */
  keyart: string;
  wire: ArchiveSectionWire;
}

/** Lookups for member lists. Taken-down sections are omitted; merged ones are returned in their current form. */
export function createListedArchive(settings: ArchiveSettings) {
  const listed = (section: Section, now: Date): ListedSection => {
    const { id, startsAt, endsAt, broadcast } = section;
    return {
      id,
      archiveId: broadcast.id,
      programId: broadcast.programId,
      streamId: broadcast.streamId,
      startsAt,
      endsAt,
      isClassic: broadcast.programClass === ProgramClass.CLASSIC,
      isHeard: !hasEnded(broadcast, now),
      keyart: broadcast.keyart,
      wire: presentSection(section, settings, now),
    };
  };
  return {
    async findSections(db: Db, ids: readonly number[], now: Date): Promise<ReadonlyMap<number, ListedSection>> {
      const found = await findSections(db, ids);
      return new Map([...found].map(([id, section]) => [id, listed(section, now)]));
    },
    async findSectionsOf(
      db: Db,
      archiveIds: readonly number[],
      now: Date,
    ): Promise<ReadonlyMap<number, ListedSection[]>> {
      const sections = await findSectionsOf(db, archiveIds);
      return Map.groupBy(
        sections.map((section) => listed(section, now)),
        ({ archiveId }) => archiveId,
      );
    },
    async findSectionsAt(
      db: Db,
      moments: readonly { streamId: number; at: Date }[],
      now: Date,
    ): Promise<(ListedSection | undefined)[]> {
      const found = await findSectionsAt(db, moments);
      return found.map((section) => section && listed(section, now));
    },
    findNewest: findNewestOf,
    async listNeighbours(
      db: Db,
      { programId, streamId, startsAt }: ListedSection,
      { direction, limit }: { direction: 'forward' | 'backward'; limit: number },
      now: Date,
    ): Promise<ListedSection[]> {
      const by = { isForward: direction === 'forward', limit };
      const sections = await findNeighbours(db, { programId, streamId, at: startsAt }, by);
      return sections.map((section) => listed(section, now));
    },
    saidAt,
    assertNotSuspended,
  };
}
