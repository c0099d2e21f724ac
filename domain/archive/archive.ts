import type { Db, ReadDb } from '#db/database.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';
import { ARCHIVE_TAG } from './archive-tags.rules.ts';
import { ProgramClass, type Broadcast, type Section } from './archive.schema.ts';
import {
  findBroadcast,
  findBroadcasts,
  findNotice,
  findSectionAt,
  findSectionsAt,
  findSectionPage,
  findSections,
  findSectionsOf,
  findSuspension,
  hasProgram,
  type BroadcastFilter,
} from './archive.store.ts';

export type { ArchiveSettings } from './archive-services.ts';
export type { Broadcast, Section } from './archive.schema.ts';

interface Page {
  limit: number;
  offset?: number | undefined;
}

/** A section in its current form, by saved id; undefined if hidden. */
export async function getSection(db: ReadDb, id: number): Promise<Section | undefined> {
  return isPossibleId(id) ? (await findSections(db, [id])).get(id) : undefined;
}

/** A broadcast with its parts, by saved id. */
export async function getBroadcast(
  db: ReadDb,
  id: number,
): Promise<{ broadcast: Broadcast; sections: Section[] } | undefined> {
  const broadcast = isPossibleId(id) ? await findBroadcast(db, id) : undefined;
  return broadcast && { broadcast, sections: await findSectionsOf(db, [broadcast.id]) };
}

/** Broadcasts with their parts, newest first. */
export async function listBroadcasts(
  db: ReadDb,
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

async function listSections(db: ReadDb, filter: BroadcastFilter, { limit, offset = 0 }: Page): Promise<Section[]> {
  const key = `archive sections ${JSON.stringify([filter, limit, offset])}`;
  return cachedQuery(db, { key, tags: [ARCHIVE_TAG, 'programs'] }, () =>
    findSectionPage(db, filter, { limit, offset }),
  );
}

/**
 * The parts of a programme's broadcasts, newest first, with its notice; throws `dataNotFound` if there is no such
 * programme.
 */
export async function listProgramSections(
  db: ReadDb,
  programId: number,
  page: Page,
): Promise<{ sections: Section[]; notice: string | null }> {
  if (!isPossibleId(programId) || !(await hasProgram(db, programId))) throw new DomainError('dataNotFound');
  return { sections: await listSections(db, { programId }, page), notice: await findNotice(db, programId) };
}

/** Parts of classics, newest first. */
export const listClassicSections = (db: ReadDb, page: Page): Promise<Section[]> =>
  listSections(db, { programClass: ProgramClass.CLASSIC }, page);

/** The part that contains an instant of a stream. */
export const sectionAt = (db: ReadDb, streamId: number, at: Date): Promise<Section | undefined> =>
  findSectionAt(db, streamId, at);

/** The part that contains each of several instants of streams; undefined where none is public. */
export const sectionsAt = (
  db: ReadDb,
  moments: readonly { streamId: number; at: Date }[],
): Promise<(Section | undefined)[]> => findSectionsAt(db, moments);

/** Throws code 20 with the operator's message if the function is suspended. */
export async function assertNotSuspended(db: Db, name: string): Promise<void> {
  const message = await findSuspension(db, name);
  if (message !== undefined) throw new DomainError('functionSuspended', message);
}
