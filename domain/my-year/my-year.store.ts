import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { programArchives } from '#db/tables/archive.ts';
import { heardSpans, playbackPositionEvents, recordingPauses } from '#db/tables/playback.ts';
import { programs } from '#db/tables/programs.ts';
import { memberSongs } from '#db/tables/songs.ts';
import { EntityStatus } from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { MIN_MOVED_MS, MAX_POSITIONS, MAX_ROWS } from './my-year.rules.ts';

/** Broadcasts that may be named: of an active programme, neither merged nor taken down. */
const NAMED = sql`${programArchives.mergedInto} is null and ${programArchives.state} <> 'taken_down'
  and ${programs.status} = ${EntityStatus.ACTIVE}`;
/** No broadcast is longer. */
const MAX_BROADCAST_LENGTH = sql`interval '36 hours'`;
/** Positions are stored to resume, even while recording is paused: those are no part of a year. */
const isRecorded = (memberId: number) => sql`not exists (
  select from ${recordingPauses} where ${recordingPauses.memberId} = ${memberId} and ${recordingPauses.spans} @> heard_at)`;
const broadcasts = sql`${programArchives} join ${programs} on ${programs.id} = ${programArchives.programId}`;

/** Seconds heard by station day of the broadcast and programme, newest first. */
export async function findMinutes(
  db: Db,
  memberId: number,
  { from, to }: { from: DayHk; to: DayHk },
): Promise<{ day: DayHk; programId: number; seconds: number }[]> {
  const { rows } = await db.execute<{ day: string; programId: number; seconds: number }>(sql`
    select to_char(heard.day_hk, 'YYYY-MM-DD') as day, part.program_id as "programId",
      sum(extract(epoch from upper(part.span) - lower(part.span)))::int as seconds
    from ${heardSpans} as heard
    cross join lateral (
      select ${programArchives.programId} as program_id,
        unnest(heard.spans * tstzmultirange(tstzrange(${programArchives.startsAt}, ${programArchives.endsAt}))) as span
      from ${broadcasts}
      where ${NAMED} and ${programArchives.streamId} = heard.stream_id
        and ${programArchives.startsAt} < upper(heard.spans) and ${programArchives.endsAt} > lower(heard.spans)
        and ${programArchives.startsAt} > lower(heard.spans) - ${MAX_BROADCAST_LENGTH}
    ) as part
    where heard.member_id = ${memberId} and heard.day_hk between ${from}::date and ${to}::date
    group by 1, 2 order by 1 desc, 2 limit ${MAX_ROWS}`);
  return rows;
}

/** When programmes were first heard on each day, newest first. */
export async function findHeardTimes(
  db: Db,
  memberId: number,
  { from, to }: { from: Date; to: Date },
): Promise<{ programId: number; heardAt: Date }[]> {
  const { rows } = await db.execute<{ programId: number; heardAt: string }>(sql`
    select broadcast.program_id as "programId", min(position.heard_at) as "heardAt"
    from (
      select stream_id, at, heard_at from ${playbackPositionEvents}
      where member_id = ${memberId} and heard_at >= ${instant(from)} and heard_at < ${instant(to)}
        and moved_ms >= ${MIN_MOVED_MS} and ${isRecorded(memberId)}
      order by heard_at desc limit ${MAX_POSITIONS}
    ) as position
    join lateral (
      select ${programArchives.programId} as program_id from ${broadcasts}
      where ${NAMED} and ${programArchives.streamId} = position.stream_id and ${programArchives.startsAt} <= position.at
        and ${programArchives.startsAt} > position.at - ${MAX_BROADCAST_LENGTH} and ${programArchives.endsAt} > position.at
      order by ${programArchives.startsAt} desc limit 1
    ) as broadcast on true
    group by broadcast.program_id, (position.heard_at at time zone 'Asia/Hong_Kong')::date
    order by 2 desc limit ${MAX_ROWS}`);
  return rows.map(({ programId, heardAt }) => ({ programId, heardAt: new Date(heardAt) }));
}

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/** Years in which the member heard something, newest first. */
export async function findYears(db: Db, memberId: number): Promise<number[]> {
  const yearOf = (column: SQL) => sql`extract(year from ${column} at time zone 'Asia/Hong_Kong')::int`;
  const { rows } = await db.execute<{ year: number }>(sql`
    select distinct year from (
      select ${yearOf(sql`heard_at`)} as year from ${playbackPositionEvents}
      where member_id = ${memberId} and ${isRecorded(memberId)}
      union all
      select ${yearOf(sql`heard_at`)} from ${memberSongs} where member_id = ${memberId}
    ) as heard order by year desc limit 100`);
  return rows.map(({ year }) => year);
}
