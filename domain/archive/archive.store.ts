import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Db, ReadDb } from '#db/database.ts';
import { archivePrograms, archiveSections, programArchives, suspendedFunctions } from '#db/tables/archive.ts';
import { programs } from '#db/tables/programs.ts';
import { heardSpans } from '#db/tables/playback.ts';
import { EntityStatus } from '#shared/enums.ts';
import { stationDaySpan } from '#shared/station-day.ts';
import { ProgramClass, type Broadcast, type Section } from './archive.schema.ts';

const broadcastColumns = {
  id: programArchives.id,
  programId: programArchives.programId,
  programTitle: programs.title,
  programSlug: programs.slug,
  keyart: programs.keyart,
  channelBitwise: programs.channelBitwise,
  hasPage: sql<boolean>`${programs.status} = ${EntityStatus.ACTIVE}`,
  streamId: programArchives.streamId,
  dayHk: programArchives.dayHk,
  startsAt: programArchives.startsAt,
  endsAt: programArchives.endsAt,
  isOver: programArchives.isOver,
  programClass: programArchives.programClass,
  title: programArchives.title,
  notice: sql<string | null>`coalesce(${programArchives.notice}, ${archivePrograms.notice})`,
  state: programArchives.state,
  availableUntil: programArchives.availableUntil,
  freeMinutes: archivePrograms.freeMinutes,
  hasPublicTranscript: sql<boolean>`coalesce(${archivePrograms.hasPublicTranscript}, true)`,
};

/** Not merged into another, and not hidden. */
const isPublic = and(
  isNull(programArchives.mergedInto),
  // A literal: with a parameter, the generic plan estimates nearly every row as taken down.
  sql`${programArchives.state} <> 'taken_down'`,
  ne(programs.status, EntityStatus.DELETED),
);

const broadcastsWhere = (db: ReadDb, where: SQL | undefined) =>
  db
    .select(broadcastColumns)
    .from(programArchives)
    .innerJoin(programs, eq(programs.id, programArchives.programId))
    .leftJoin(archivePrograms, eq(archivePrograms.programId, programArchives.programId))
    .where(and(isPublic, where));

const sectionsWhere = (db: ReadDb, where: SQL | undefined) =>
  db
    .select({
      id: archiveSections.id,
      sectionNo: archiveSections.sectionNo,
      title: archiveSections.title,
      startsAt: archiveSections.startsAt,
      endsAt: archiveSections.endsAt,
      broadcast: broadcastColumns,
    })
    .from(archiveSections)
    .innerJoin(programArchives, eq(programArchives.id, archiveSections.archiveId))
    .innerJoin(programs, eq(programs.id, programArchives.programId))
    .leftJoin(archivePrograms, eq(archivePrograms.programId, programArchives.programId))
    .where(and(isNull(archiveSections.mergedInto), isPublic, where));

/** Sections by saved ids, each in its current form. */
export async function findSections(db: ReadDb, ids: readonly number[]): Promise<Map<number, Section>> {
  if (ids.length === 0) return new Map();
  const saved = await db
    .select({
      id: archiveSections.id,
      now: sql<number>`coalesce(${archiveSections.mergedInto}, ${archiveSections.id})`,
    })
    .from(archiveSections)
    .where(inArray(archiveSections.id, [...ids]));
  const rows = await sectionsWhere(db, inArray(archiveSections.id, [...new Set(saved.map((row) => row.now))]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    saved.flatMap((row) => {
      const section = byId.get(row.now);
      return section ? [[row.id, section] as const] : [];
    }),
  );
}

/** A broadcast by a saved id, in its current form. */
export async function findBroadcast(db: ReadDb, id: number): Promise<Broadcast | undefined> {
  const [saved] = await db
    .select({ now: sql<number>`coalesce(${programArchives.mergedInto}, ${programArchives.id})` })
    .from(programArchives)
    .where(eq(programArchives.id, id));
  if (saved === undefined) return undefined;
  const [row] = await broadcastsWhere(db, eq(programArchives.id, saved.now));
  return row;
}

/** Timetable days contain nothing longer, and sport overruns by some hours. */
const MAX_BROADCAST_MS = 36 * 3_600_000;

export interface BroadcastFilter {
  programId?: number | undefined;
  streamId?: number | undefined;
  dayHk?: string | undefined;
  programClass?: number | undefined;
}

/** Also bounded by instants, to use the index. */
const startsAbout = (dayHk: string): SQL | undefined => {
  const { from, to } = stationDaySpan(dayHk);
  return and(
    gt(programArchives.startsAt, new Date(from.getTime() - MAX_BROADCAST_MS)),
    lt(programArchives.startsAt, new Date(to.getTime() + MAX_BROADCAST_MS)),
  );
};

/** A literal for classics: a generic plan could not use their partial index. */
const isOfClass = (programClass: number): SQL =>
  programClass === ProgramClass.CLASSIC
    ? sql`${programArchives.programClass} = 2`
    : eq(programArchives.programClass, programClass);

const matching = ({ programId, streamId, dayHk, programClass }: BroadcastFilter): SQL | undefined =>
  and(
    programId === undefined ? undefined : eq(programArchives.programId, programId),
    streamId === undefined ? undefined : eq(programArchives.streamId, streamId),
    dayHk === undefined ? undefined : eq(programArchives.dayHk, dayHk),
    dayHk === undefined ? undefined : startsAbout(dayHk),
    programClass === undefined ? undefined : isOfClass(programClass),
  );

/** Newest first. */
export async function findBroadcasts(
  db: ReadDb,
  filter: BroadcastFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Broadcast[]> {
  return broadcastsWhere(db, matching(filter))
    .orderBy(desc(programArchives.startsAt), desc(programArchives.id))
    .limit(limit)
    .offset(offset);
}

/** Newest broadcast first, with its parts in order. */
export async function findSectionPage(
  db: ReadDb,
  filter: BroadcastFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Section[]> {
  return sectionsWhere(db, matching(filter))
    .orderBy(desc(programArchives.startsAt), desc(programArchives.id), asc(archiveSections.sectionNo))
    .limit(limit)
    .offset(offset);
}

/** Parts of broadcasts, in order. */
export async function findSectionsOf(db: ReadDb, archiveIds: readonly number[]): Promise<Section[]> {
  if (archiveIds.length === 0) return [];
  return sectionsWhere(db, inArray(programArchives.id, [...archiveIds])).orderBy(
    asc(programArchives.startsAt),
    asc(archiveSections.sectionNo),
  );
}

/** The part that contains each of several instants, in one query; undefined where none does. */
export async function findSectionsAt(
  db: ReadDb,
  moments: readonly { streamId: number; at: Date }[],
): Promise<(Section | undefined)[]> {
  if (moments.length === 0) return [];
  const streamIds = sql.param(moments.map(({ streamId }) => streamId));
  const instants = sql.param(moments.map(({ at }) => at.toISOString()));
  const rows = await sectionsWhere(
    db,
    sql`${archiveSections.id} in (
      select part.id
      from unnest(${streamIds}::int[], ${instants}::timestamptz[]) as moment (stream_id, at)
      cross join lateral (
        select ${archiveSections.id} from ${programArchives}
        join ${programs} on ${programs.id} = ${programArchives.programId}
        join ${archiveSections} on ${archiveSections.archiveId} = ${programArchives.id}
        where ${isPublic} and ${archiveSections.mergedInto} is null and ${programArchives.streamId} = moment.stream_id
          and ${programArchives.startsAt} > moment.at - ${MAX_BROADCAST_MS / 1000}::int * interval '1 second'
          and ${programArchives.startsAt} <= moment.at
          and ${archiveSections.startsAt} <= moment.at and ${archiveSections.endsAt} > moment.at
        order by ${programArchives.startsAt} desc limit 1
      ) as part
    )`,
  ).orderBy(desc(programArchives.startsAt));
  return moments.map(({ streamId, at }) =>
    rows.find(
      ({ broadcast, startsAt, endsAt }) =>
        broadcast.streamId === streamId && broadcast.startsAt <= at && startsAt <= at && endsAt > at,
    ),
  );
}

export const findSectionAt = async (db: ReadDb, streamId: number, at: Date): Promise<Section | undefined> =>
  (await findSectionsAt(db, [{ streamId, at }]))[0];

/** Parts of the same programme and stream after or before an instant, nearest first. */
export async function findNeighbours(
  db: Db,
  { programId, streamId, at }: { programId: number; streamId: number; at: Date },
  { isForward, limit }: { isForward: boolean; limit: number },
): Promise<Section[]> {
  const start = archiveSections.startsAt;
  return sectionsWhere(
    db,
    and(
      eq(programArchives.programId, programId),
      eq(programArchives.streamId, streamId),
      isForward ? gt(start, at) : lt(start, at),
    ),
  )
    .orderBy(
      isForward ? asc(programArchives.startsAt) : desc(programArchives.startsAt),
      isForward ? asc(start) : desc(start),
    )
    .limit(limit);
}

/** The newest available broadcast of each programme. */
export async function findNewestOf(
  db: Db,
  programIds: readonly number[],
  now: Date,
): Promise<Map<number, { archiveId: number; startsAt: Date }>> {
  if (programIds.length === 0) return new Map();
  // One index lookup per programme, however many replays it has.
  const { rows } = await db.execute<{ program_id: number; id: number; starts_at: Date | string }>(sql`
    select wanted.program_id, newest.id, newest.starts_at
    from unnest(${sql.param([...programIds])}::integer[]) as wanted (program_id)
    cross join lateral (
      select id, starts_at from ${programArchives}
      where program_id = wanted.program_id and merged_into is null and state = 'shown'
        and (available_until is null or available_until > ${now})
      order by starts_at desc limit 1
    ) newest`);
  return new Map(rows.map((row) => [row.program_id, { archiveId: row.id, startsAt: new Date(row.starts_at) }]));
}

/** Broadcasts by id, in that order; hidden ones are omitted. */
export async function findBroadcastsByNumber(db: ReadDb, ids: readonly number[]): Promise<Broadcast[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await broadcastsWhere(db, inArray(programArchives.id, [...ids]))).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** Fully available broadcasts of streams in a period, or classics, newest first. */
export async function findAddresses(
  db: ReadDb,
  which: { streamIds: readonly number[]; from: Date; to: Date } | { programClass: number },
  { now, limit }: { now: Date; limit: number },
): Promise<{ id: number; endsAt: Date }[]> {
  const { streamId, startsAt, availableUntil } = programArchives;
  const where =
    'programClass' in which
      ? isOfClass(which.programClass)
      : and(inArray(streamId, [...which.streamIds]), gte(startsAt, which.from), lt(startsAt, which.to));
  return db
    .select({ id: programArchives.id, endsAt: programArchives.endsAt })
    .from(programArchives)
    .innerJoin(programs, eq(programs.id, programArchives.programId))
    .where(
      and(
        isPublic,
        where,
        eq(programArchives.state, 'shown'),
        eq(programArchives.isOver, true),
        or(isNull(availableUntil), gt(availableUntil, now)),
      ),
    )
    .orderBy(desc(startsAt))
    .limit(limit);
}

/** The newest finished and available broadcasts of programmes, newest first. */
export async function findNewestBroadcasts(
  db: ReadDb,
  programIds: readonly number[],
  { now, limit }: { now: Date; limit: number },
): Promise<Broadcast[]> {
  if (programIds.length === 0) return [];
  // A few index lookups per programme, however many replays it has.
  const { rows } = await db.execute<{ id: number }>(sql`
    select newest.id
    from unnest(${sql.param([...programIds])}::integer[]) as wanted (program_id)
    cross join lateral (
      select id, starts_at from ${programArchives}
      where program_id = wanted.program_id and merged_into is null and state = 'shown' and is_over
        and (available_until is null or available_until > ${now})
      order by starts_at desc limit ${limit}
    ) newest
    order by newest.starts_at desc, newest.id desc limit ${limit}`);
  return findBroadcastsByNumber(
    db,
    rows.map(({ id }) => id),
  );
}

/** Ids of available broadcasts whose end has come since, latest first. None lasts more than a day. */
export async function findEndedSince(db: Db, since: Date, { now, limit }: { now: Date; limit: number }) {
  const { startsAt, endsAt, availableUntil } = programArchives;
  const rows = await db
    .select({ id: programArchives.id })
    .from(programArchives)
    .where(
      and(
        isNull(programArchives.mergedInto),
        gte(startsAt, new Date(since.getTime() - 86_400_000)),
        gte(endsAt, since),
        eq(programArchives.state, 'shown'),
        eq(programArchives.isOver, true),
        eq(programArchives.programClass, ProgramClass.REGULAR),
        or(isNull(availableUntil), gt(availableUntil, now)),
      ),
    )
    .orderBy(desc(startsAt), desc(programArchives.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Start of the first public broadcast of streams. */
export async function findFirstInstant(db: ReadDb, streamIds: readonly number[]): Promise<Date | null> {
  const { rows } = await db.execute<{ starts_at: Date | string }>(sql`
    select first.starts_at
    from unnest(${sql.param([...streamIds])}::integer[]) as wanted (stream_id)
    cross join lateral (
      select starts_at from ${programArchives}
      where stream_id = wanted.stream_id and merged_into is null and state <> 'taken_down'
      order by starts_at limit 1
    ) first
    order by first.starts_at limit 1`);
  const [row] = rows;
  return row === undefined ? null : new Date(row.starts_at);
}

/** Available broadcasts of streams that contain these parts, in order of the parts, without duplicates. */
export async function findBroadcastsOfParts(
  db: ReadDb,
  sectionIds: readonly number[],
  { streamIds, now, limit }: { streamIds: readonly number[]; now: Date; limit: number },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select broadcast.id
    from unnest(${sql.param([...sectionIds])}::integer[]) with ordinality as heard (id, ordinal)
    join ${archiveSections} part on part.id = heard.id
    join ${archiveSections} now_part on now_part.id = coalesce(part.merged_into, part.id)
    join ${programArchives} broadcast on broadcast.id = now_part.archive_id
    where broadcast.stream_id = any (${sql.param([...streamIds])}::integer[]) and broadcast.starts_at <= ${now}
      and broadcast.merged_into is null and broadcast.state = 'shown'
      and (broadcast.available_until is null or broadcast.available_until > ${now})
    group by broadcast.id order by min(heard.ordinal) limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Broadcasts since a day by the number of members who heard part of them, most first, then newest. */
export async function findMostHeard(
  db: ReadDb,
  { streamIds, sinceDay, now, limit }: { streamIds: readonly number[]; sinceDay: string; now: Date; limit: number },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select recent.id
    from unnest(${sql.param([...streamIds])}::integer[]) as wanted (stream_id)
    cross join lateral (
      select id, stream_id, day_hk, starts_at, ends_at from ${programArchives}
      where stream_id = wanted.stream_id and starts_at between ${stationDaySpan(sinceDay).from} and ${now}
        and merged_into is null and state = 'shown' and (available_until is null or available_until > ${now})
    ) recent
    cross join lateral (
      select count(*) as members from ${heardSpans} h
      where h.day_hk = recent.day_hk and h.stream_id = recent.stream_id
        and h.spans && tstzrange(recent.starts_at, recent.ends_at)
    ) heard
    where heard.members > 0
    order by heard.members desc, recent.starts_at desc limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** The notice above a programme's replays. */
export async function findNotice(db: ReadDb, programId: number): Promise<string | null> {
  const [row] = await db
    .select({ notice: archivePrograms.notice })
    .from(archivePrograms)
    .where(eq(archivePrograms.programId, programId));
  return row?.notice ?? null;
}

/** Whether the programme exists, to distinguish an empty list from a wrong id. */
export async function hasProgram(db: ReadDb, programId: number): Promise<boolean> {
  const rows = await db
    .select({ id: programs.id })
    .from(programs)
    .where(and(eq(programs.id, programId), ne(programs.status, EntityStatus.DELETED)));
  return rows.length > 0;
}

/** The operator's message for a suspended function; undefined if not suspended. */
export async function findSuspension(db: Db, name: string): Promise<string | undefined> {
  const [row] = await db
    .select({ message: suspendedFunctions.message })
    .from(suspendedFunctions)
    .where(eq(suspendedFunctions.name, name));
  return row?.message;
}
