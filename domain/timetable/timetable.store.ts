import { and, eq, gte, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Db, ReadDb, Tx } from '#db/database.ts';
import { hosts } from '#db/tables/hosts.ts';
import { programHosts, programs } from '#db/tables/programs.ts';
import { channels, liveVideoSchedules, racingDays, scheduleOverrides, schedules } from '#db/tables/timetable.ts';
import { ChannelBit, EntityStatus, ProgramType, type ChannelId } from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';
import type { ChangeKind, RacingDay, ValuesOf } from './timetable-changes.rules.ts';
import type { BaseRow, OverrideKind, OverrideRow, WeeklyRow } from './timetable.rules.ts';

/** NOTIFY channel. The payload is the channel id. */
export const TIMETABLE_NOTIFICATION = 'timetable';
/** First key of the advisory lock that serialises changes to a channel's timetable. */
const TIMETABLE_LOCK = 53_100;

export interface ProgramName {
  id: number;
  title: string;
  slug: string;
  tagline: string;
  keyart: string;
  hasPage: boolean;
  hosts: { id: number; name: string; slug: string }[];
}

const baseColumns = {
  id: schedules.id,
  programId: schedules.programId,
  weekdayBitwise: schedules.weekdayBitwise,
  startMinute: schedules.startMinute,
  endMinute: schedules.endMinute,
  horseRacingSkip: schedules.horseRacingSkip,
  validFrom: schedules.validFrom,
  validTo: schedules.validTo,
};

const overrideColumns = {
  id: scheduleOverrides.id,
  programId: scheduleOverrides.programId,
  kind: scheduleOverrides.kind,
  title: scheduleOverrides.title,
  dayFrom: scheduleOverrides.dayFrom,
  dayTo: scheduleOverrides.dayTo,
  startMinute: scheduleOverrides.startMinute,
  endMinute: scheduleOverrides.endMinute,
};

/** The check constraint `schedule_overrides_kind` enforces the union; the column type is text. */
const asOverride = (row: Omit<OverrideRow, 'kind'> & { kind: string }): OverrideRow => ({
  ...row,
  kind: row.kind as OverrideKind,
});

/** Base rows of a channel that are valid on some day of the range; without a range, all. */
export async function listBaseRows(
  db: ReadDb,
  channelId: ChannelId,
  range?: { from: DayHk; to: DayHk },
): Promise<BaseRow[]> {
  return db
    .select(baseColumns)
    .from(schedules)
    .where(
      and(
        eq(schedules.channelId, channelId),
        range && lte(schedules.validFrom, range.to),
        range && or(isNull(schedules.validTo), gte(schedules.validTo, range.from)),
      ),
    )
    .orderBy(schedules.id);
}

export async function listOverrides(
  db: ReadDb,
  channelId: ChannelId,
  range?: { from: DayHk; to: DayHk },
): Promise<OverrideRow[]> {
  const rows = await db
    .select(overrideColumns)
    .from(scheduleOverrides)
    .where(
      and(
        eq(scheduleOverrides.channelId, channelId),
        range && lte(scheduleOverrides.dayFrom, range.to),
        range && gte(scheduleOverrides.dayTo, range.from),
      ),
    )
    .orderBy(scheduleOverrides.id);
  return rows.map(asOverride);
}

export async function listRacingDays(db: ReadDb, range: { from: DayHk; to: DayHk }): Promise<Set<DayHk>> {
  const rows = await db
    .select({ day: racingDays.day })
    .from(racingDays)
    .where(and(gte(racingDays.day, range.from), lte(racingDays.day, range.to)));
  return new Set(rows.map((row) => row.day));
}

/** Racing days with their venues, in order; without a range, all. */
export function listRacingDayRows(db: Db, range?: { from: DayHk; to: DayHk }): Promise<RacingDay[]> {
  return db
    .select()
    .from(racingDays)
    .where(range && and(gte(racingDays.day, range.from), lte(racingDays.day, range.to)))
    .orderBy(racingDays.day);
}

export async function listVideoRows(db: ReadDb, channelId: ChannelId): Promise<WeeklyRow[]> {
  return db
    .select({
      id: liveVideoSchedules.id,
      weekdayBitwise: liveVideoSchedules.weekdayBitwise,
      startMinute: liveVideoSchedules.startMinute,
      endMinute: liveVideoSchedules.endMinute,
      validFrom: liveVideoSchedules.validFrom,
      validTo: liveVideoSchedules.validTo,
    })
    .from(liveVideoSchedules)
    .where(eq(liveVideoSchedules.channelId, channelId))
    .orderBy(liveVideoSchedules.id);
}

/**
 * Programme for unscheduled time: the channel's filler programme, otherwise its first main programme. Null if the
 * channel is unknown or has no programme.
 */
export async function findFillerProgramId(db: ReadDb, channelId: ChannelId): Promise<number | null> {
  const [channel] = await db
    .select({ fillerProgramId: channels.fillerProgramId })
    .from(channels)
    .where(eq(channels.id, channelId));
  if (channel === undefined) return null;
  if (channel.fillerProgramId !== null) return channel.fillerProgramId;
  const [first] = await db
    .select({ id: programs.id })
    .from(programs)
    .where(
      and(
        eq(programs.status, EntityStatus.ACTIVE),
        eq(programs.programType, ProgramType.MAIN),
        sql`${programs.channelBitwise} & ${ChannelBit[channelId]} <> 0`,
      ),
    )
    .orderBy(programs.position, programs.id)
    .limit(1);
  return first?.id ?? null;
}

/** Names, pictures and hosts of the programmes in a timetable. */
export async function listProgramNames(db: ReadDb, ids: readonly number[]): Promise<Map<number, ProgramName>> {
  const names = new Map<number, ProgramName>();
  if (ids.length === 0) return names;
  const rows = await db
    .select({
      id: programs.id,
      title: programs.title,
      slug: programs.slug,
      tagline: programs.tagline,
      keyart: programs.keyart,
      status: programs.status,
    })
    .from(programs)
    .where(inArray(programs.id, [...ids]));
  for (const { status, ...row } of rows) {
    names.set(row.id, { ...row, hasPage: status === EntityStatus.ACTIVE, hosts: [] });
  }
  const people = await db
    .select({ programId: programHosts.programId, id: hosts.id, name: hosts.name, slug: hosts.slug })
    .from(programHosts)
    .innerJoin(hosts, eq(hosts.id, programHosts.hostId))
    .where(and(inArray(programHosts.programId, [...ids]), eq(hosts.status, EntityStatus.ACTIVE)))
    .orderBy(programHosts.position, hosts.id);
  for (const { programId, ...host } of people) names.get(programId)?.hosts.push(host);
  return names;
}

/**
 * Locks the channel's timetable until the transaction ends, so that concurrent writers cannot both pass the conflict
 * check.
 */
export async function lockTimetable(tx: Tx, channelId: ChannelId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${TIMETABLE_LOCK}::int, ${channelId}::int)`);
}

/** Notifies every process at commit that the channel's timetable has changed. */
export async function announceTimetable(tx: Tx, channelId: ChannelId): Promise<void> {
  await tx.execute(sql`select pg_notify(${TIMETABLE_NOTIFICATION}, ${String(channelId)})`);
}

/** Whether the programme exists, is not deleted and belongs to the channel. */
export async function programIsOn(db: Db, programId: number, channelId: ChannelId): Promise<boolean> {
  const rows = await db
    .select({ id: programs.id })
    .from(programs)
    .where(
      and(
        eq(programs.id, programId),
        ne(programs.status, EntityStatus.DELETED),
        sql`${programs.channelBitwise} & ${ChannelBit[channelId]} <> 0`,
      ),
    );
  return rows.length > 0;
}

const tableOf = { base: schedules, override: scheduleOverrides, video: liveVideoSchedules };
type TableKind = Exclude<ChangeKind, 'racing-day'>;

/** Adds a row and returns its id, which may be given; null for a racing day. */
export async function insertRow(
  db: Db,
  channelId: ChannelId,
  kind: ChangeKind,
  values: ValuesOf[ChangeKind],
  id?: number,
): Promise<number | null> {
  if (kind === 'racing-day') {
    await db.insert(racingDays).values(values as RacingDay);
    return null;
  }
  const table = tableOf[kind as TableKind] as typeof schedules;
  const row = { ...(values as ValuesOf['base']), channelId, ...(id !== undefined && { id }) };
  const [saved] = await db.insert(table).values(row).returning({ id: table.id });
  if (saved === undefined) throw new Error('an insert into a timetable returned no row');
  return saved.id;
}

export async function updateRow(
  db: Db,
  channelId: ChannelId,
  kind: ChangeKind,
  id: number | null,
  values: ValuesOf[ChangeKind],
): Promise<void> {
  if (kind === 'racing-day') {
    const { day, venue } = values as RacingDay;
    await db.update(racingDays).set({ venue }).where(eq(racingDays.day, day));
  } else {
    const table = tableOf[kind as TableKind] as typeof schedules;
    await db
      .update(table)
      .set({ ...(values as ValuesOf['base']), ...(kind === 'base' && { updatedAt: sql`now()` }) })
      .where(and(eq(table.id, id ?? 0), eq(table.channelId, channelId)));
  }
}

export async function deleteRow(
  db: Db,
  channelId: ChannelId,
  kind: ChangeKind,
  id: number | null,
  values: ValuesOf[ChangeKind],
): Promise<void> {
  if (kind === 'racing-day') await db.delete(racingDays).where(eq(racingDays.day, (values as RacingDay).day));
  else {
    const table = tableOf[kind as TableKind] as typeof schedules;
    await db.delete(table).where(and(eq(table.id, id ?? 0), eq(table.channelId, channelId)));
  }
}

/** Programmes of a channel that are not deleted. */
export function listProgramsOf(db: Db, channelId: ChannelId): Promise<{ id: number; title: string }[]> {
  return db
    .select({ id: programs.id, title: programs.title })
    .from(programs)
    .where(
      and(ne(programs.status, EntityStatus.DELETED), sql`${programs.channelBitwise} & ${ChannelBit[channelId]} <> 0`),
    )
    .orderBy(programs.position, programs.id);
}
