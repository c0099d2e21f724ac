import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, lte, ne } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/database.ts';
import { archiveSections, programArchives, suspendedFunctions } from '#db/tables/archive.ts';
import { mediaStreams } from '#db/tables/media.ts';
import { programs } from '#db/tables/programs.ts';
import { subscriptionPlans, subscriptions } from '#db/tables/subscriptions.ts';
import type { ArchiveOfLibrary, LibraryServices, ListedSection } from '#domain/library/library.ts';
import { DomainError } from '#shared/domain-error.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { createMemberCalls, type CallReply, type LoggedInMember } from './member-calls.ts';
import { insertSmallStation } from './station.ts';

const rowColumns = {
  id: archiveSections.id,
  archiveId: archiveSections.archiveId,
  sectionNo: archiveSections.sectionNo,
  startsAt: archiveSections.startsAt,
  endsAt: archiveSections.endsAt,
  streamId: programArchives.streamId,
  programId: programArchives.programId,
  programClass: programArchives.programClass,
  state: programArchives.state,
  programName: programs.title,
};

const rowsOf = (db: Db) =>
  db
    .select(rowColumns)
    .from(archiveSections)
    .innerJoin(programArchives, eq(programArchives.id, archiveSections.archiveId))
    .innerJoin(programs, eq(programs.id, programArchives.programId));

const isShown = and(isNull(archiveSections.mergedInto), ne(programArchives.state, 'taken_down'));

function toSection(row: Awaited<ReturnType<typeof rowsOf>>[number]): ListedSection {
  return {
    id: row.id,
    archiveId: row.archiveId,
    programId: row.programId,
    streamId: row.streamId,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    isClassic: row.programClass === 2,
    isHeard: row.state === 'shown',
    wire: {
      item_id: row.id,
      program_archive_id: row.archiveId,
      program_name: row.programName,
      display_date: dayHkOf(row.startsAt),
      display_start_time: clockHk(row.startsAt),
      display_end_time: clockHk(row.endsAt),
      duration: (row.endsAt.getTime() - row.startsAt.getTime()) / 1000,
      program_class: row.programClass,
      section_no: row.sectionNo,
    },
  };
}

/** The archive as lists ask it, straight from its tables. */
const tablesOfArchive: ArchiveOfLibrary = {
  async findSections(db, ids) {
    const now = new Map<number, number>(ids.map((id) => [id, id]));
    const merged = ids.length
      ? await db
          .select()
          .from(archiveSections)
          .where(inArray(archiveSections.id, [...ids]))
      : [];
    for (const { id, mergedInto } of merged) now.set(id, mergedInto ?? id);
    const rows = ids.length
      ? await rowsOf(db).where(and(isShown, inArray(archiveSections.id, [...new Set(now.values())])))
      : [];
    const byId = new Map(rows.map((row) => [row.id, toSection(row)]));
    return new Map([...now].flatMap(([id, is]) => (byId.has(is) ? [[id, byId.get(is)!] as const] : [])));
  },
  async findSectionsOf(db, archiveIds) {
    const found = new Map<number, ListedSection[]>();
    if (archiveIds.length === 0) return found;
    const rows = await rowsOf(db)
      .where(and(isShown, inArray(archiveSections.archiveId, [...archiveIds])))
      .orderBy(asc(archiveSections.startsAt));
    for (const row of rows) found.set(row.archiveId, [...(found.get(row.archiveId) ?? []), toSection(row)]);
    return found;
  },
  async findSectionsAt(db, moments) {
    const found: (ListedSection | undefined)[] = [];
    for (const { streamId, at } of moments) {
      const there = [lte(archiveSections.startsAt, at), gt(archiveSections.endsAt, at)];
      const [row] = await rowsOf(db).where(and(isShown, eq(programArchives.streamId, streamId), ...there));
      found.push(row && toSection(row));
    }
    return found;
  },
  async findNewest(db, programIds) {
    const newest = new Map<number, { archiveId: number; startsAt: Date }>();
    if (programIds.length === 0) return newest;
    const rows = await db
      .select()
      .from(programArchives)
      .where(and(inArray(programArchives.programId, [...programIds]), eq(programArchives.state, 'shown')))
      .orderBy(asc(programArchives.startsAt));
    for (const { programId, id, startsAt } of rows) newest.set(programId, { archiveId: id, startsAt });
    return newest;
  },
  async listNeighbours(db, { programId, startsAt, endsAt }, { direction, limit }) {
    const isForward = direction === 'forward';
    const beyond = isForward ? gte(archiveSections.startsAt, endsAt) : lt(archiveSections.startsAt, startsAt);
    const order = isForward ? asc(archiveSections.startsAt) : desc(archiveSections.startsAt);
    const rows = await rowsOf(db)
      .where(and(isShown, eq(programArchives.programId, programId), beyond))
      .orderBy(order)
      .limit(limit);
    return rows.map(toSection);
  },
  async assertNotSuspended(db, name) {
    const [row] = await db.select().from(suspendedFunctions).where(eq(suspendedFunctions.name, name));
    if (row) throw new DomainError('functionSuspended', row.message);
  },
};

export type KeptPlace = Parameters<LibraryServices['keepPlace']>[1];

/** What lists need of the house; places are handed to `places`. */
export const createLibraryServices = (db: Db, places: KeptPlace[] = []): LibraryServices => ({
  db,
  archive: tablesOfArchive,
  keepPlace: async (_db, place) => void places.push(place),
  bookmarksAtMost: 200,
});

export interface Broadcast {
  id: number;
  programId: number;
  startsAt: Date;
  sections: number;
  streamId?: number;
  isClassic?: boolean;
}

/** A broadcast of sections of ten minutes; a section has the number of its broadcast a hundred times and its own. */
export async function insertBroadcast(
  db: Db,
  { id, programId, startsAt, sections, streamId = 881, isClassic = false }: Broadcast,
): Promise<void> {
  const minute = (n: number) => new Date(startsAt.getTime() + n * 60_000);
  await db
    .insert(mediaStreams)
    .values({ id: streamId, kind: streamId < 10_000 ? 'channel' : 'tape', name: String(streamId) })
    .onConflictDoNothing();
  const edges = { startsAt, endsAt: minute(sections * 10) };
  const programClass = isClassic ? 2 : 1;
  await db
    .insert(programArchives)
    .values({ id, programId, streamId, dayHk: dayHkOf(startsAt), ...edges, isOver: true, programClass });
  await db.insert(archiveSections).values(
    Array.from({ length: sections }, (_, i) => ({
      id: id * 100 + i + 1,
      archiveId: id,
      sectionNo: i + 1,
      startsAt: minute(i * 10),
      endsAt: minute(i * 10 + 10),
    })),
  );
}

const DAY_ONE = new Date('2026-11-02T14:00:00+08:00');

/** Programme 1 with seven broadcasts of ten sections, 3 with one of two, 5 with a tape of three that is a classic. */
export async function insertSmallArchive(db: Db): Promise<void> {
  await insertSmallStation(db);
  for (let i = 0; i < 7; i++) {
    const startsAt = new Date(DAY_ONE.getTime() + i * 86_400_000);
    await insertBroadcast(db, { id: i + 1, programId: 1, startsAt, sections: 10 });
  }
  await insertBroadcast(db, { id: 10, programId: 3, startsAt: DAY_ONE, sections: 2, streamId: 903 });
  await insertBroadcast(db, {
    id: 20,
    programId: 5,
    startsAt: DAY_ONE,
    sections: 3,
    streamId: 10_001,
    isClassic: true,
  });
  await db.insert(subscriptionPlans).values({ id: 100, name: '250日', priceCents: 38_800, days: 250 });
}

/** The calls of lists over a small archive, and members who have a plan. */
export async function createLibraryCalls(bare?: FastifyInstance) {
  const places: KeptPlace[] = [];
  const calls = await createMemberCalls(bare, { library: (db) => createLibraryServices(db, places) });
  await insertSmallArchive(calls.db);

  async function send(as: LoggedInMember | null, method: string, path: string, body?: unknown): Promise<CallReply> {
    const reply = await calls.app.inject({
      method: method as 'GET' | 'POST' | 'DELETE' | 'PATCH',
      url: `/api/${path}`,
      headers: { ...(as && { cookie: as.cookie }), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    const told = reply.json<{ response_code: number; response_message: string; response: unknown }>();
    return { status: reply.statusCode, headers: reply.headers, ...told };
  }

  return {
    ...calls,
    places,
    send,
    /** What a call answers that succeeds. */
    async get<T>(as: LoggedInMember, method: string, path: string, body?: unknown): Promise<T> {
      const { response_code: code, response } = await send(as, method, path, body);
      if (code !== 200) throw new Error(`${method} ${path} was refused: ${code} ${JSON.stringify(response)}`);
      return response as T;
    },
    /** The code a call is refused with. */
    code: async (as: LoggedInMember | null, method: string, path: string, body?: unknown): Promise<number> =>
      (await send(as, method, path, body)).response_code,
    async subscriber(email: string): Promise<LoggedInMember> {
      const { memberId } = await calls.member(email);
      const hours = (n: number) => new Date(calls.clock.now.getTime() + n * 3_600_000);
      await calls.db
        .insert(subscriptions)
        .values({ memberId, planId: 100, source: 'hand', startsAt: hours(-1), endsAt: hours(24 * 30) });
      return calls.session(memberId);
    },
  };
}
