import type { Db } from '#db/database.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';
import type { ArchiveSettings } from './archive-services.ts';
import { ARCHIVE_TAG } from './archive-tags.ts';
import { hasEnded } from './archive.rules.ts';
import { presentSection } from './archive.present.ts';
import { ProgramClass, type ArchiveSectionWire, type Broadcast, type Section } from './archive.schema.ts';
import {
  findBroadcast,
  findBroadcasts,
  findNeighbours,
  findNewestOf,
  findNotice,
  findSectionAt,
  findSectionPage,
  findSections,
  findSectionsOf,
  findSuspension,
  hasProgram,
  type BroadcastFilter,
} from './archive.store.ts';

export { canPlay, type MayPlay } from './archive.policy.ts';
export { presentReplayItem, presentSection } from './archive.present.ts';
export type { ArchiveSettings } from './archive-services.ts';
export type { Broadcast, Section } from './archive.schema.ts';

interface Page {
  limit: number;
  offset?: number | undefined;
}

/** A section as it is now, by the number it had when it was saved; none where there may be no word of it. */
export async function getSection(db: Db, id: number): Promise<Section | undefined> {
  return isPossibleId(id) ? (await findSections(db, [id])).get(id) : undefined;
}

/** A broadcast with its parts, by the number it had when it was saved. */
export async function getBroadcast(
  db: Db,
  id: number,
): Promise<{ broadcast: Broadcast; sections: Section[] } | undefined> {
  const broadcast = isPossibleId(id) ? await findBroadcast(db, id) : undefined;
  return broadcast && { broadcast, sections: await findSectionsOf(db, [broadcast.id]) };
}

/** Broadcasts with their parts, newest first. */
export async function listBroadcasts(
  db: Db,
  { limit, offset = 0, ...filter }: BroadcastFilter & Page,
): Promise<{ broadcast: Broadcast; sections: Section[] }[]> {
  const key = `archive broadcasts ${JSON.stringify([filter, limit, offset])}`;
  return cachedQuery(db, { key, tags: [ARCHIVE_TAG, 'programs'] }, async () => {
    const broadcasts = await findBroadcasts(db, filter, { limit, offset });
    const sections = Map.groupBy(
      await findSectionsOf(
        db,
        broadcasts.map(({ id }) => id),
      ),
      (section) => section.broadcast.id,
    );
    return broadcasts.map((broadcast) => ({ broadcast, sections: sections.get(broadcast.id) ?? [] }));
  });
}

async function listSections(db: Db, filter: BroadcastFilter, { limit, offset = 0 }: Page): Promise<Section[]> {
  const key = `archive sections ${JSON.stringify([filter, limit, offset])}`;
  return cachedQuery(db, { key, tags: [ARCHIVE_TAG, 'programs'] }, () =>
    findSectionPage(db, filter, { limit, offset }),
  );
}

/** The parts of a programme's broadcasts, newest first, with its notice; `dataNotFound` where there is no such programme. */
export async function listProgramSections(
  db: Db,
  programId: number,
  page: Page,
): Promise<{ sections: Section[]; notice: string | null }> {
  if (!isPossibleId(programId) || !(await hasProgram(db, programId))) throw new DomainError('dataNotFound');
  return { sections: await listSections(db, { programId }, page), notice: await findNotice(db, programId) };
}

/** The parts of classics, newest first. */
export const listClassicSections = (db: Db, page: Page): Promise<Section[]> =>
  listSections(db, { programClass: ProgramClass.CLASSIC }, page);

/** The part in which an instant of a stream lies. */
export const sectionAt = (db: Db, streamId: number, at: Date): Promise<Section | undefined> =>
  findSectionAt(db, streamId, at);

/** Throws code 20, with the operator's message, where the function is switched off. */
export async function assertNotSuspended(db: Db, name: string): Promise<void> {
  const message = await findSuspension(db, name);
  if (message !== undefined) throw new DomainError('functionSuspended', message);
}

/** A section as lists of members need it. */
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
  wire: ArchiveSectionWire;
}

/** What lists of members ask. What was taken down is in no answer; what was merged is told as what it is now. */
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
      const found: (ListedSection | undefined)[] = [];
      for (const { streamId, at } of moments) {
        const section = await findSectionAt(db, streamId, at);
        found.push(section && listed(section, now));
      }
      return found;
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
    assertNotSuspended,
  };
}
