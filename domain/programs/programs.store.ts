import { aliasedTable, and, asc, count, desc, eq, gte, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { ReadDb } from '#db/database.ts';
import { hosts } from '#db/tables/hosts.ts';
import { programCategories, programHosts, programs } from '#db/tables/programs.ts';
import { schedules } from '#db/tables/timetable.ts';
import {
  ChannelBit,
  channelsOf,
  EntityStatus,
  HostType,
  isChannelId,
  ProgramType,
  type ChannelId,
} from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';
import type { LatestReplay, ProgramCard, ProgramCategory, ProgramHost, ScheduleEntry } from './programs.schema.ts';

const parents = aliasedTable(programs, 'parent_programs');

const cardColumns = {
  id: programs.id,
  title: programs.title,
  titleChi: programs.titleChi,
  slug: programs.slug,
  tagline: programs.tagline,
  categoryId: programs.categoryId,
  categoryName: programCategories.name,
  programType: programs.programType,
  channelBitwise: programs.channelBitwise,
  keyart: programs.keyart,
  parentId: parents.id,
  parentTitle: parents.title,
  parentTitleChi: parents.titleChi,
  parentSlug: parents.slug,
  parentKeyart: parents.keyart,
  parentChannelBitwise: parents.channelBitwise,
};

/** A programme row without hosts, slots and replays, which are fetched for all rows of a list at once. */
type BareCard = Omit<ProgramCard, 'hosts' | 'schedule' | 'latestReplay'>;

function cardsWhere(db: ReadDb, where: SQL | undefined) {
  return db
    .select(cardColumns)
    .from(programs)
    .innerJoin(programCategories, eq(programCategories.id, programs.categoryId))
    .leftJoin(parents, and(eq(parents.id, programs.parentProgramId), eq(parents.status, EntityStatus.ACTIVE)))
    .where(where);
}

interface CardRow extends Omit<BareCard, 'programType' | 'parent' | 'channelIds'> {
  programType: number;
  parentId: number | null;
  parentTitle: string | null;
  parentTitleChi: string | null;
  parentSlug: string | null;
  parentKeyart: string | null;
  parentChannelBitwise: number | null;
}

function toCard(row: CardRow): BareCard {
  const { parentId, parentTitle, parentTitleChi, parentSlug, parentKeyart, parentChannelBitwise, ...rest } = row;
  return {
    ...rest,
    programType: row.programType === ProgramType.SUB ? 'part' : 'main',
    channelIds: channelsOf(row.channelBitwise),
    parent:
      parentId === null
        ? null
        : {
            id: parentId,
            title: parentTitle ?? '',
            titleChi: parentTitleChi ?? '',
            slug: parentSlug ?? '',
            keyart: parentKeyart ?? '',
            channelBitwise: parentChannelBitwise ?? 0,
          },
  };
}

export interface ProgramFilter {
  categoryId?: number | undefined;
  channelId?: ChannelId | undefined;
  /** Already folded. Matched anywhere in a title or an active host's name. */
  keyword?: string | undefined;
  /** WeekdayBit: on air on this weekday, by its own slot or, for a part, by that of its programme. */
  weekdayBit?: number | undefined;
  /** Slots that ended before this day are ignored. */
  today: DayHk;
  /** Excludes parts. */
  mainOnly: boolean;
}

/** Folds a column like a keyword: compatibility forms normalised, then lower case. */
const folded = (column: SQL.Aliased | typeof programs.title | typeof programs.titleChi | typeof hosts.name) =>
  sql`lower(normalize(${column}, NFKC))`;

function matching(filter: ProgramFilter): SQL | undefined {
  const pattern = filter.keyword && `%${filter.keyword.replace(/[\\%_]/g, '\\$&')}%`;
  return and(
    eq(programs.status, EntityStatus.ACTIVE),
    filter.mainOnly ? eq(programs.programType, ProgramType.MAIN) : undefined,
    filter.categoryId === undefined ? undefined : eq(programs.categoryId, filter.categoryId),
    filter.channelId === undefined
      ? undefined
      : sql`${programs.channelBitwise} & ${ChannelBit[filter.channelId]}::int <> 0`,
    filter.weekdayBit === undefined
      ? undefined
      : sql`exists (select 1 from ${schedules} where ${schedules.programId} in (${programs.id}, ${programs.parentProgramId})
          and ${schedules.weekdayBitwise} & ${filter.weekdayBit}::int <> 0
          and (${schedules.validTo} is null or ${schedules.validTo} >= ${filter.today}))`,
    pattern
      ? or(
          sql`${folded(programs.title)} like ${pattern}`,
          sql`${folded(programs.titleChi)} like ${pattern}`,
          sql`exists (select 1 from ${programHosts} join ${hosts} on ${hosts.id} = ${programHosts.hostId}
            where ${programHosts.programId} = ${programs.id} and ${hosts.status} = ${EntityStatus.ACTIVE}::int
            and (${folded(hosts.name)} like ${pattern} or lower(${hosts.nameEng}) like ${pattern}))`,
        )
      : undefined,
  );
}

/** Programmes in list order. */
export async function findPrograms(
  db: ReadDb,
  filter: ProgramFilter,
  page: { limit: number; offset: number },
): Promise<BareCard[]> {
  const rows = await cardsWhere(db, matching(filter))
    .orderBy(asc(programs.position), asc(programs.id))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(toCard);
}

export async function findProgramsOf(db: ReadDb, ids: readonly number[]): Promise<BareCard[]> {
  const rows = await cardsWhere(db, and(eq(programs.status, EntityStatus.ACTIVE), inArray(programs.id, [...ids])));
  return rows.map(toCard);
}

export async function countPrograms(db: ReadDb, filter: ProgramFilter): Promise<number> {
  const [row] = await db.select({ total: count() }).from(programs).where(matching(filter));
  return row?.total ?? 0;
}

/** An active programme with its description, or null. */
export async function findProgram(db: ReadDb, id: number): Promise<(BareCard & { description: string }) | null> {
  const [row] = await cardsWhere(db, and(eq(programs.id, id), eq(programs.status, EntityStatus.ACTIVE)));
  if (row === undefined) return null;
  const [text] = await db.select({ description: programs.description }).from(programs).where(eq(programs.id, id));
  return { ...toCard(row), description: text?.description ?? '' };
}

export async function findParts(db: ReadDb, parentId: number): Promise<BareCard[]> {
  const rows = await cardsWhere(
    db,
    and(eq(programs.parentProgramId, parentId), eq(programs.status, EntityStatus.ACTIVE)),
  ).orderBy(asc(programs.position), asc(programs.id));
  return rows.map(toCard);
}

/** Related main programmes, weighted by shared hosts first, then category, then channel. */
export async function findRelated(
  db: ReadDb,
  of: { id: number; categoryId: number; channelBitwise: number; parentId: number | null },
  limit: number,
): Promise<BareCard[]> {
  const sharedHosts = sql<number>`(select count(*) from ${programHosts} theirs join ${programHosts} ours
    on ours.host_id = theirs.host_id and ours.program_id = ${of.id}::int where theirs.program_id = ${programs.id})`;
  const score = sql<number>`3 * ${sharedHosts} + 2 * (${programs.categoryId} = ${of.categoryId}::int)::int
    + (${programs.channelBitwise} & ${of.channelBitwise}::int <> 0)::int`;
  const rows = await cardsWhere(
    db,
    and(
      eq(programs.status, EntityStatus.ACTIVE),
      eq(programs.programType, ProgramType.MAIN),
      ne(programs.id, of.id),
      of.parentId === null ? undefined : ne(programs.id, of.parentId),
      sql`${score} > 0`,
    ),
  )
    .orderBy(desc(score), asc(programs.position), asc(programs.id))
    .limit(limit);
  return rows.map(toCard);
}

export async function findCategories(db: ReadDb): Promise<ProgramCategory[]> {
  return db
    .select({ id: programCategories.id, name: programCategories.name, programCount: count(programs.id) })
    .from(programCategories)
    .leftJoin(
      programs,
      and(
        eq(programs.categoryId, programCategories.id),
        eq(programs.status, EntityStatus.ACTIVE),
        eq(programs.programType, ProgramType.MAIN),
      ),
    )
    .groupBy(programCategories.id)
    .orderBy(asc(programCategories.position), asc(programCategories.id));
}

/** Active hosts of programmes, in billing order, by programme. */
export async function findHostsOf(db: ReadDb, programIds: readonly number[]): Promise<Map<number, ProgramHost[]>> {
  const byProgram = new Map<number, ProgramHost[]>();
  if (programIds.length === 0) return byProgram;
  const rows = await db
    .select({
      programId: programHosts.programId,
      id: hosts.id,
      name: hosts.name,
      nameEng: hosts.nameEng,
      slug: hosts.slug,
      hostType: hosts.hostType,
      tagline: hosts.tagline,
      picture: hosts.picture,
    })
    .from(programHosts)
    .innerJoin(hosts, eq(hosts.id, programHosts.hostId))
    .where(and(inArray(programHosts.programId, [...programIds]), eq(hosts.status, EntityStatus.ACTIVE)))
    .orderBy(asc(programHosts.position), asc(hosts.id));
  for (const { programId, ...row } of rows) {
    const host: ProgramHost = { ...row, hostType: row.hostType === HostType.GUEST ? 'guest' : 'regular' };
    byProgram.set(programId, [...(byProgram.get(programId) ?? []), host]);
  }
  return byProgram;
}

/** Weekly slots valid on `day` or later, by programme. */
export async function findSlotsOf(
  db: ReadDb,
  programIds: readonly number[],
  day: DayHk,
): Promise<Map<number, ScheduleEntry[]>> {
  const byProgram = new Map<number, ScheduleEntry[]>();
  if (programIds.length === 0) return byProgram;
  const rows = await db
    .select({
      programId: schedules.programId,
      channelId: schedules.channelId,
      weekdayBitwise: schedules.weekdayBitwise,
      startMinute: schedules.startMinute,
      endMinute: schedules.endMinute,
      horseRacingSkip: schedules.horseRacingSkip,
      validFrom: schedules.validFrom,
      validTo: schedules.validTo,
    })
    .from(schedules)
    .where(
      and(inArray(schedules.programId, [...programIds]), or(isNull(schedules.validTo), gte(schedules.validTo, day))),
    )
    .orderBy(asc(schedules.validFrom), asc(schedules.channelId), asc(schedules.startMinute), asc(schedules.id));
  for (const { programId, channelId, ...row } of rows) {
    if (!isChannelId(channelId)) continue;
    byProgram.set(programId, [...(byProgram.get(programId) ?? []), { channelId, ...row }]);
  }
  return byProgram;
}

/** The newest part of the newest replayable broadcast, by programme. */
export async function findLatestReplays(
  db: ReadDb,
  programIds: readonly number[],
  now: Date,
): Promise<Map<number, LatestReplay>> {
  if (programIds.length === 0) return new Map();
  // One index lookup per programme, however many broadcasts it has.
  const { rows } = await db.execute<{ program_id: number; id: number; starts_at: Date | string }>(sql`
    select wanted.program_id, newest.id, part.starts_at
    from unnest(${sql.param([...programIds])}::integer[]) as wanted (program_id)
    cross join lateral (
      select id from program_archives
      where program_id = wanted.program_id and merged_into is null and state = 'shown'
        and (available_until is null or available_until > ${now})
      order by starts_at desc limit 1
    ) newest
    cross join lateral (
      select starts_at from archive_sections
      where archive_id = newest.id and merged_into is null order by section_no desc limit 1
    ) part`);
  return new Map(
    rows.map((row) => [row.program_id, { archiveId: row.id, startsAtMs: new Date(row.starts_at).getTime() }]),
  );
}

/** Ids and slugs of all active programmes, including parts, by id. */
export async function findProgramAddresses(db: ReadDb, limit: number) {
  return db
    .select({ id: programs.id, slug: programs.slug, updatedAt: programs.updatedAt })
    .from(programs)
    .where(eq(programs.status, EntityStatus.ACTIVE))
    .orderBy(asc(programs.id))
    .limit(limit);
}
