import { and, asc, eq, gt, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { archivePrograms, archiveSections, automationReports, programArchives } from '#db/tables/archive.ts';
import { studioMarks } from '#db/tables/studio.ts';
import type { CutBroadcast, CutSection, EdgeSource, Mark, Reported, ReportedProgramme } from './archive-cut.rules.ts';
import type { Known } from './archive-match.rules.ts';

/** First key of the advisory lock that serialises cuts of a stream. */
const CUT_LOCK = 53_102;

export async function lockCut(tx: Tx, streamId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CUT_LOCK}::int, ${streamId}::int)`);
}

export interface KnownBroadcast extends Known {
  title: string | null;
  isOver: boolean;
  source: EdgeSource;
  state: 'shown' | 'ended' | 'taken_down';
  availableUntil: Date | null;
}

export interface KnownSection extends Known {
  archiveId: number;
  sectionNo: number;
  title: string | null;
  source: CutSection['source'];
}

/** All rows of a stream that overlap [from, to), including merged ones. */
export async function listKnownBroadcasts(db: Db, streamId: number, from: Date, to: Date): Promise<KnownBroadcast[]> {
  const rows = await db
    .select()
    .from(programArchives)
    .where(
      and(
        eq(programArchives.streamId, streamId),
        // The longest possible broadcast bounds the index scan.
        gt(programArchives.startsAt, new Date(from.getTime() - MAX_BROADCAST_MS)),
        lt(programArchives.startsAt, to),
        gt(programArchives.endsAt, from),
      ),
    )
    .orderBy(asc(programArchives.startsAt), asc(programArchives.id));
  return rows.map(({ mergedInto, ...row }) => ({ ...row, isMerged: mergedInto !== null }));
}

/** Timetable items last at most a day, and sport overruns by some hours. */
const MAX_BROADCAST_MS = 36 * 3_600_000;

export async function listKnownSections(db: Db, broadcasts: readonly KnownBroadcast[]): Promise<KnownSection[]> {
  if (broadcasts.length === 0) return [];
  const programOf = new Map(broadcasts.map((row) => [row.id, row.programId]));
  const rows = await db
    .select()
    .from(archiveSections)
    .where(inArray(archiveSections.archiveId, [...programOf.keys()]))
    .orderBy(asc(archiveSections.startsAt), asc(archiveSections.id));
  return rows.map(({ mergedInto, ...row }) => ({
    ...row,
    programId: programOf.get(row.archiveId) ?? 0,
    isMerged: mergedInto !== null,
  }));
}

/** Automation reports of a period. */
export async function listReports(
  db: Db,
  channelId: number,
  from: Date,
  to: Date,
): Promise<{ programmes: ReportedProgramme[]; sections: Reported[] }> {
  const rows = await db
    .select()
    .from(automationReports)
    .where(
      and(
        eq(automationReports.channelId, channelId),
        eq(automationReports.isWithdrawn, false),
        gt(automationReports.startsAt, new Date(from.getTime() - MAX_BROADCAST_MS)),
        lt(automationReports.startsAt, to),
        or(isNull(automationReports.endsAt), gt(automationReports.endsAt, from)),
      ),
    )
    .orderBy(asc(automationReports.startsAt), asc(automationReports.reportId));
  return {
    programmes: rows.flatMap(({ programId, ...row }) =>
      row.kind === 'programme' && programId ? [{ ...row, programId }] : [],
    ),
    sections: rows.filter((row) => row.kind === 'section'),
  };
}

/** Marks of a studio in [from, to), in order. A programme has a limit of them. */
export const listMarks = (db: Db, channelId: number, from: Date, to: Date): Promise<Mark[]> =>
  db
    .select({ at: studioMarks.at, title: studioMarks.title })
    .from(studioMarks)
    .where(
      and(
        eq(studioMarks.channelId, channelId),
        gte(studioMarks.at, from),
        lt(studioMarks.at, to),
        isNull(studioMarks.withdrawnAt),
      ),
    )
    .orderBy(asc(studioMarks.at), asc(studioMarks.id));

/** Replay days of programmes that have their own setting. */
export async function listReplayDays(db: Db, programIds: readonly number[]): Promise<Map<number, number>> {
  if (programIds.length === 0) return new Map();
  const rows = await db
    .select({ programId: archivePrograms.programId, replayDays: archivePrograms.replayDays })
    .from(archivePrograms)
    .where(inArray(archivePrograms.programId, [...new Set(programIds)]));
  return new Map(rows.flatMap((row) => (row.replayDays === null ? [] : [[row.programId, row.replayDays] as const])));
}

/** Inserts broadcasts in one statement; returns their ids in the given order. */
export async function insertBroadcasts(
  tx: Tx,
  rows: readonly (CutBroadcast & { streamId: number; dayHk: string; availableUntil: Date | null })[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const made = await tx
    .insert(programArchives)
    .values([...rows])
    .returning({ id: programArchives.id, startsAt: programArchives.startsAt });
  const byStart = new Map(made.map((row) => [row.startsAt.getTime(), row.id]));
  return rows.map((row) => byStart.get(row.startsAt.getTime()) ?? 0);
}

/** Moves rows out of the way temporarily, because start times are unique while edges move. */
export async function setBroadcastsAside(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(programArchives)
    .set({ startsAt: sql`${programArchives.startsAt} - interval '1000 years'` })
    .where(inArray(programArchives.id, [...ids]));
}

export async function updateBroadcast(
  tx: Tx,
  id: number,
  { startsAt, endsAt, isOver, title, source, dayHk }: CutBroadcast & { dayHk: string },
): Promise<void> {
  await tx
    .update(programArchives)
    .set({ startsAt, endsAt, isOver, title, source, dayHk, mergedInto: null, updatedAt: sql`now()` })
    .where(eq(programArchives.id, id));
}

/** Merges a broadcast, and all merged into it, into another; its own start is kept. */
export async function mergeBroadcast(tx: Tx, { id, startsAt }: KnownBroadcast, into: number): Promise<void> {
  await tx
    .update(programArchives)
    .set({ mergedInto: into, startsAt, updatedAt: sql`now()` })
    .where(eq(programArchives.id, id));
  await tx.update(programArchives).set({ mergedInto: into }).where(eq(programArchives.mergedInto, id));
}

export async function takeDownWith(tx: Tx, id: number): Promise<void> {
  await tx
    .update(programArchives)
    .set({ state: 'taken_down', updatedAt: sql`now()` })
    .where(eq(programArchives.id, id));
}

export async function insertSections(tx: Tx, rows: readonly (CutSection & { archiveId: number })[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const made = await tx
    .insert(archiveSections)
    .values([...rows])
    .returning({ id: archiveSections.id });
  return made.map((row) => row.id);
}

/** Moves rows out of the way temporarily, because part numbers are unique while they change. */
export async function setSectionsAside(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(archiveSections)
    .set({ sectionNo: sql`${archiveSections.sectionNo} + 1000000` })
    .where(inArray(archiveSections.id, [...ids]));
}

export async function updateSection(
  tx: Tx,
  id: number,
  { archiveId, sectionNo, title, startsAt, endsAt, source }: CutSection & { archiveId: number },
): Promise<void> {
  await tx
    .update(archiveSections)
    .set({ archiveId, sectionNo, title, startsAt, endsAt, source, mergedInto: null, updatedAt: sql`now()` })
    .where(eq(archiveSections.id, id));
}

export async function mergeSection(tx: Tx, id: number, into: number): Promise<void> {
  await tx
    .update(archiveSections)
    .set({ mergedInto: into, updatedAt: sql`now()` })
    .where(or(eq(archiveSections.id, id), eq(archiveSections.mergedInto, id)));
}
