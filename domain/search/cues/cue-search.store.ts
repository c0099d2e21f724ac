import { sql, type SQL } from 'drizzle-orm';
import type { ReadDb } from '#db/database.ts';
import { count } from '#domain/search/search.store.ts';

/** A moment that may be found now, with the broadcast that contains it. */
export interface ShownMoment {
  kind: 'cue' | 'section';
  words: string;
  startsAt: Date;
  sectionId: number;
  sectionNo: number;
  sectionTitle: string | null;
  sectionStartsAt: Date;
  archiveId: number;
  archiveStartsAt: Date;
  dayHk: string;
  streamId: number;
  freeMinutes: number | null;
  programId: number;
  programName: string;
  keyart: string;
  channelBitwise: number;
}

interface MomentRow extends Record<string, unknown> {
  words: string;
  starts_at: Date | string;
  section_id: number;
  section_no: number;
  section_title: string | null;
  section_starts_at: Date | string;
  archive_id: number;
  archive_starts_at: Date | string;
  day_hk: string;
  stream_id: number;
  free_minutes: number | null;
  program_id: number;
  program_name: string;
  keyart: string;
  channel_bitwise: number;
}

const toMoment = (kind: 'cue' | 'section', row: MomentRow): ShownMoment => ({
  kind,
  words: row.words,
  startsAt: new Date(row.starts_at),
  sectionId: row.section_id,
  sectionNo: row.section_no,
  sectionTitle: row.section_title,
  sectionStartsAt: new Date(row.section_starts_at),
  archiveId: row.archive_id,
  archiveStartsAt: new Date(row.archive_starts_at),
  dayHk: row.day_hk,
  streamId: row.stream_id,
  freeMinutes: row.free_minutes,
  programId: row.program_id,
  programName: row.program_name,
  keyart: row.keyart,
  channelBitwise: row.channel_bitwise,
});

const idsOf = (rows: readonly { cue_id: string }[]) => rows.map((row) => Number(row.cue_id));

/** Matches among the newest `depth` cues, newest first: sufficient for frequent words, however many cues there are. */
export async function walkNewestCues(db: ReadDb, text: string, depth: number): Promise<number[]> {
  const { rows } = await db.execute<{ cue_id: string }>(sql`
    with newest as materialized (
      select cue_id, starts_at, grams from search_cues order by starts_at desc limit ${count(depth)}
    ) select cue_id from newest where grams @@ ${text}::tsquery order by starts_at desc, cue_id desc`);
  return idsOf(rows);
}

/** Matches by the index, newest first. */
export async function findCuesByIndex(db: ReadDb, text: string, limit: number): Promise<number[]> {
  // Materialised, because otherwise the planner walks the dates, however rare the word is.
  const { rows } = await db.execute<{ cue_id: string }>(sql`
    with found as materialized (select cue_id, starts_at from search_cues where grams @@ ${text}::tsquery)
    select cue_id from found order by starts_at desc, cue_id desc limit ${count(limit)}`);
  return idsOf(rows);
}

const columns = sql`
  s.id as section_id, s.section_no, s.title as section_title, s.starts_at as section_starts_at,
  a.id as archive_id, a.starts_at as archive_starts_at, a.day_hk, a.stream_id, o.free_minutes,
  p.id as program_id, coalesce(a.title, p.title) as program_name, p.keyart, p.channel_bitwise`;

/** Whether a broadcast may be found and heard. */
const isShown = (now: Date): SQL => sql`
  s.merged_into is null and a.merged_into is null and a.state = 'shown' and p.status <> 2
  and (a.available_until is null or a.available_until > ${now})`;

const isRemoved = (from: SQL, to: SQL): SQL => sql`exists (
  select 1 from media_removals r
  where r.stream_id = a.stream_id and r.lifted_at is null and r.starts_at < ${to} and r.ends_at > ${from})`;

/** Timetable days contain nothing longer (archive.store.ts). */
const MAX_BROADCAST_LENGTH = sql`interval '36 hours'`;

/**
 * Cues by id, in that order, with the words that they have now. Omits those without a replay, whose replay is hidden or
 * taken down, whose sound was removed, and those of a programme that publishes no transcripts.
 */
export async function findShownCues(db: ReadDb, cueIds: readonly number[], now: Date): Promise<ShownMoment[]> {
  if (cueIds.length === 0) return [];
  const { rows } = await db.execute<MomentRow>(sql`
    select c.words, c.starts_at, ${columns}
    from unnest(${sql.param([...cueIds])}::bigint[]) with ordinality as wanted (id, ordinal)
    join transcript_cues c on c.id = wanted.id
    cross join lateral (
      select * from program_archives
      where stream_id = c.stream_id and starts_at <= c.starts_at and starts_at > c.starts_at - ${MAX_BROADCAST_LENGTH}
        and ends_at > c.starts_at and merged_into is null
      order by starts_at desc limit 1
    ) a
    join archive_sections s on s.archive_id = a.id and s.starts_at <= c.starts_at and s.ends_at > c.starts_at
    join programs p on p.id = a.program_id
    left join archive_programs o on o.program_id = a.program_id
    where ${isShown(now)} and coalesce(o.has_public_transcript, true)
      and not ${isRemoved(sql`c.starts_at`, sql`c.ends_at`)}
    order by wanted.ordinal`);
  return rows.map((row) => toMoment('cue', row));
}

/** Sections with a name of their own that matches, newest first. */
export async function findNamedSections(db: ReadDb, title: string, now: Date, limit: number): Promise<ShownMoment[]> {
  const { rows } = await db.execute<MomentRow>(sql`
    with found as materialized (
      select item_id, display_at from search_documents
      where title_grams @@ ${title}::tsquery and content_type = 202
      order by display_at desc limit ${count(limit)}
    )
    select s.title as words, s.starts_at, ${columns}
    from found join archive_sections s on s.id = found.item_id
    join program_archives a on a.id = s.archive_id
    join programs p on p.id = a.program_id
    left join archive_programs o on o.program_id = a.program_id
    where s.title is not null and ${isShown(now)}
      and not ${isRemoved(sql`s.starts_at`, sql`s.starts_at + interval '1 second'`)}
    order by found.display_at desc, s.id desc`);
  return rows.map((row) => toMoment('section', row));
}
