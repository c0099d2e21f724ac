import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { plannedForValues } from '#db/prepared-statements.ts';
import { archiveSections, programArchives, suspendedFunctions, transcriptCues } from '#db/tables/archive.ts';
import { heardSpans } from '#db/tables/playback.ts';
import { programs } from '#db/tables/programs.ts';
import { CHANNEL_IDS, EntityStatus, isChannelId } from '#shared/enums.ts';
import { stationDaySpan } from '#shared/station-day.ts';

/** Filter of the list of staff. */
export interface StaffFilter {
  streamId?: number | undefined;
  programId?: number | undefined;
  /** A station day. */
  dayHk?: string | undefined;
  state?: 'shown' | 'ended' | 'taken_down' | undefined;
}

/** Last row of a page: it began then, and has that id. */
export interface BroadcastPosition {
  startsAtMs: number;
  id: number;
}

const columns = {
  id: programArchives.id,
  programId: programArchives.programId,
  programTitle: programs.title,
  streamId: programArchives.streamId,
  dayHk: programArchives.dayHk,
  startsAt: programArchives.startsAt,
  endsAt: programArchives.endsAt,
  isOver: programArchives.isOver,
  programClass: programArchives.programClass,
  title: programArchives.title,
  state: programArchives.state,
  availableUntil: programArchives.availableUntil,
  source: programArchives.source,
};

/** Day spans overlap: a broadcast belongs to the day that its row names, and begins about then. */
const DAY_MARGIN_MS = 36 * 3_600_000;
const ofDay = (dayHk: string): SQL | undefined => {
  const { from, to } = stationDaySpan(dayHk);
  return and(
    eq(programArchives.dayHk, dayHk),
    gte(programArchives.startsAt, new Date(from.getTime() - DAY_MARGIN_MS)),
    lt(programArchives.startsAt, new Date(to.getTime() + DAY_MARGIN_MS)),
  );
};

/** Broadcasts in any state, newest first, without those that are part of another. */
export const findForStaff = (
  db: Db,
  { streamId, programId, dayHk, state }: StaffFilter,
  { after, limit }: { after: BroadcastPosition | null; limit: number },
) =>
  db
    .select({
      ...columns,
      sections: sql<number>`(select count(*)::int from ${archiveSections} where ${archiveSections.archiveId} = ${programArchives.id} and ${archiveSections.mergedInto} is null)`,
    })
    .from(programArchives)
    .innerJoin(programs, eq(programs.id, programArchives.programId))
    .where(
      and(
        plannedForValues,
        isNull(programArchives.mergedInto),
        streamId === undefined ? undefined : eq(programArchives.streamId, streamId),
        programId === undefined ? undefined : eq(programArchives.programId, programId),
        dayHk === undefined ? undefined : ofDay(dayHk),
        state === undefined ? undefined : eq(programArchives.state, state),
        after === null
          ? undefined
          : sql`(${programArchives.startsAt}, ${programArchives.id}) < (${new Date(after.startsAtMs).toISOString()}::timestamptz, ${after.id}::int)`,
      ),
    )
    .orderBy(desc(programArchives.startsAt), desc(programArchives.id))
    .limit(limit);

/** A broadcast in any state, by a saved id. */
export async function findOneForStaff(db: Db, id: number) {
  const saved = db
    .select({ now: sql<number>`coalesce(${programArchives.mergedInto}, ${programArchives.id})` })
    .from(programArchives)
    .where(eq(programArchives.id, id));
  const [row] = await db
    .select(columns)
    .from(programArchives)
    .innerJoin(programs, eq(programs.id, programArchives.programId))
    .where(eq(programArchives.id, sql`(${saved})`));
  return row;
}

/**
 * The broadcast before or after another, in any state: on its channel, or, as each tape is a stream of its own, among the
 * tapes of its programme.
 */
export async function findBeside(
  db: Db,
  { id, streamId, programId, startsAt }: { id: number; streamId: number; programId: number; startsAt: Date },
  side: 'before' | 'after',
) {
  const at = sql`(${startsAt.toISOString()}::timestamptz, ${id}::int)`;
  const row = sql`(${programArchives.startsAt}, ${programArchives.id})`;
  const order = side === 'before' ? desc : asc;
  const [found] = await db
    .select(columns)
    .from(programArchives)
    .innerJoin(programs, eq(programs.id, programArchives.programId))
    .where(
      and(
        plannedForValues,
        isNull(programArchives.mergedInto),
        ...(isChannelId(streamId)
          ? [eq(programArchives.streamId, streamId)]
          : [eq(programArchives.programId, programId), notInArray(programArchives.streamId, [...CHANNEL_IDS])]),
        side === 'before' ? sql`${row} < ${at}` : sql`${row} > ${at}`,
      ),
    )
    .orderBy(order(programArchives.startsAt), order(programArchives.id))
    .limit(1);
  return found ?? null;
}

/** No broadcast is longer; bounds the index scan. */
const MAX_BROADCAST_MS = 36 * 3_600_000;

/** The broadcast in any state that contains an instant of a stream. */
export async function findBroadcastAt(db: Db, streamId: number, at: Date) {
  const [row] = await db
    .select({ id: programArchives.id, programId: programArchives.programId })
    .from(programArchives)
    .where(
      and(
        isNull(programArchives.mergedInto),
        eq(programArchives.streamId, streamId),
        gte(programArchives.startsAt, new Date(at.getTime() - MAX_BROADCAST_MS)),
        lte(programArchives.startsAt, at),
        gt(programArchives.endsAt, at),
      ),
    )
    .orderBy(desc(programArchives.startsAt))
    .limit(1);
  return row;
}

export const findParts = (db: Db, archiveId: number) =>
  db
    .select({
      id: archiveSections.id,
      sectionNo: archiveSections.sectionNo,
      title: archiveSections.title,
      source: archiveSections.source,
      startsAt: archiveSections.startsAt,
      endsAt: archiveSections.endsAt,
    })
    .from(archiveSections)
    .where(and(eq(archiveSections.archiveId, archiveId), isNull(archiveSections.mergedInto)))
    .orderBy(asc(archiveSections.sectionNo));

/** Ids under which members may have saved these sections: their own, and those that were merged into them. */
export async function findSavedIds(db: Db, sectionIds: readonly number[]): Promise<number[]> {
  if (sectionIds.length === 0) return [];
  const rows = await db
    .select({ id: archiveSections.id })
    .from(archiveSections)
    .where(or(inArray(archiveSections.id, [...sectionIds]), inArray(archiveSections.mergedInto, [...sectionIds])));
  return rows.map(({ id }) => id);
}

interface StreamSpan {
  streamId: number;
  startsAt: Date;
  endsAt: Date;
}

export async function countCues(db: Db, { streamId, startsAt, endsAt }: StreamSpan): Promise<number> {
  const [row] = await db
    .select({ cues: count() })
    .from(transcriptCues)
    .where(
      and(
        eq(transcriptCues.streamId, streamId),
        gte(transcriptCues.startsAt, startsAt),
        lt(transcriptCues.startsAt, endsAt),
      ),
    );
  return row?.cues ?? 0;
}

/** Members who have heard a part of it, and so have a position in it. */
export async function countListeners(
  db: Db,
  { streamId, dayHk, startsAt, endsAt }: StreamSpan & { dayHk: string },
): Promise<number> {
  const [row] = await db
    .select({ members: count() })
    .from(heardSpans)
    .where(
      and(
        eq(heardSpans.dayHk, dayHk),
        eq(heardSpans.streamId, streamId),
        sql`${heardSpans.spans} && tstzrange(${startsAt.toISOString()}::timestamptz, ${endsAt.toISOString()}::timestamptz)`,
      ),
    );
  return row?.members ?? 0;
}

/** Programmes by title, for a filter. */
export const findProgramNames = (db: Db) =>
  db
    .select({ id: programs.id, title: programs.title })
    .from(programs)
    .where(ne(programs.status, EntityStatus.DELETED))
    .orderBy(asc(programs.title), asc(programs.id))
    .limit(1_000);

export const findSuspensions = (db: Db) =>
  db
    .select({
      name: suspendedFunctions.name,
      message: suspendedFunctions.message,
      since: suspendedFunctions.since,
    })
    .from(suspendedFunctions)
    .orderBy(asc(suspendedFunctions.name))
    .limit(100);
