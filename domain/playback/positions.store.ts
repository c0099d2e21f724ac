import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { mediaStreams } from '#db/tables/media.ts';
import { members } from '#db/tables/members.ts';
import { heardSpans, playbackPositionEvents, recordingPauses } from '#db/tables/playback.ts';
import { STATION_DAY_STARTS_MINUTE } from '#shared/station-day.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { MIN_PLAYED_MS, type DevicePosition, type Pause } from './positions.rules.ts';

interface Device {
  memberId: number;
  deviceKey: string;
}

/** Maximum fragments of a member's day of a stream; more is abuse. */
const MAX_PARTS = 2_000;
/** Newest events scanned for a member's last positions. */
const RECENT_EVENTS = 10_000;
/** Events scanned for one that supersedes an older one. */
const EVENTS_LOOKED_AT = 1_000;
const HK_OFFSET_S = 8 * 3_600;

const instantSql = (instant: Date) => sql`${instant.toISOString()}::timestamptz`;
const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/**
 * Context of a batch: whether its member exists (locked until the transaction ends), which streams exist, the times of
 * adjacent events, and recording pauses.
 */
export async function findAround(
  tx: Tx,
  { memberId, deviceKey }: Device,
  { first, last, streamIds }: { first: number; last: number; streamIds: readonly number[] },
): Promise<{ isMember: boolean; streams: number[]; before: Date | null; after: Date | null; pauses: Pause[] }> {
  const own = sql`member_id = ${memberId} and device_key = ${deviceKey}`;
  const { rows } = await tx.execute<{
    members: number;
    streams: number[] | null;
    before: number | null;
    after: number | null;
    pauses: [from: number, to: number | null][] | null;
  }>(sql`
    with holder as (
      select id from ${members} where id = ${memberId} and state in ('active', 'deleting') for key share
    )
    select (select count(*)::int from holder) as members,
      (select array_agg(id) from ${mediaStreams} where id = any(${sql.param(streamIds)}::int[])) as streams,
      (select (extract(epoch from heard_at) * 1000)::float8 from ${playbackPositionEvents}
        where ${own} and sequence < ${first}::bigint order by sequence desc limit 1) as before,
      (select (extract(epoch from heard_at) * 1000)::float8 from ${playbackPositionEvents}
        where ${own} and sequence > ${last}::bigint order by sequence limit 1) as after,
      (select json_agg(json_build_array(extract(epoch from lower(pause)) * 1000, extract(epoch from upper(pause)) * 1000))
        from ${recordingPauses}, unnest(spans) as pause where member_id = ${memberId}) as pauses`);
  const [row] = rows;
  return {
    isMember: row?.members === 1,
    streams: row?.streams ?? [],
    before: dateOf(row?.before ?? null),
    after: dateOf(row?.after ?? null),
    pauses: (row?.pauses ?? []).map(([from, to]) => ({ from: new Date(from), to: dateOf(to) })),
  };
}

export interface DatedEvent {
  sequence: number;
  streamId: number;
  at: Date;
  heardAt: Date;
  movedMs: number;
}
export type HeardOfDay = { streamId: number; dayHk: DayHk; spans: readonly (readonly [Date, Date])[] };

/** A column of rows as one parameter. */
export const columnOf =
  <Row>(rows: readonly Row[]) =>
  (pick: (row: Row) => unknown) =>
    sql.param(rows.map(pick));

/**
 * Merges heard spans of the reports that `whose` names with their members. Rows are taken in a fixed order, to avoid
 * deadlocks.
 */
export function heardInsert(heard: readonly (HeardOfDay & { number: number })[], whose: SQL): SQL {
  const literal = (spans: HeardOfDay['spans']) =>
    `{${spans.map(([from, to]) => `["${from.toISOString()}","${to.toISOString()}")`).join(',')}}`;
  const column = columnOf(heard);
  const both = sql`${heardSpans.spans} + excluded.spans`;
  return sql`
    insert into ${heardSpans} (member_id, stream_id, day_hk, spans)
    select whose.member_id, one.stream_id, one.day_hk, range_agg(one.spans)
    from unnest(
      ${column(({ number }) => number)}::bigint[],
      ${column(({ streamId }) => streamId)}::int[],
      ${column(({ dayHk }) => dayHk)}::date[],
      ${column(({ spans }) => literal(spans))}::tstzmultirange[]
    ) as one (number, stream_id, day_hk, spans)
    join (${whose}) as whose (number, member_id) on whose.number = one.number
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (member_id, stream_id, day_hk) do update set spans = ${both}
    where not ${heardSpans.spans} @> excluded.spans and (select count(*) from unnest(${both})) <= ${MAX_PARTS}`;
}

/** Inserts events with free numbers, and returns those numbers. */
export async function insertEvents(
  tx: Tx,
  events: readonly (typeof playbackPositionEvents.$inferInsert)[],
): Promise<Set<number>> {
  const rows = await tx
    .insert(playbackPositionEvents)
    .values([...events])
    .onConflictDoNothing()
    .returning({ sequence: playbackPositionEvents.sequence });
  return new Set(rows.map(({ sequence }) => sequence));
}

export const findEvents = (db: Db, { memberId, deviceKey }: Device, sequences: readonly number[]) =>
  db
    .select()
    .from(playbackPositionEvents)
    .where(
      and(
        eq(playbackPositionEvents.memberId, memberId),
        eq(playbackPositionEvents.deviceKey, deviceKey),
        inArray(playbackPositionEvents.sequence, [...sequences]),
      ),
    );

/** The highest number a device has used. */
export async function lastSequence(db: Db, { memberId, deviceKey }: Device): Promise<number> {
  const [row] = await db
    .select({ last: sql<string | null>`max(${playbackPositionEvents.sequence})` })
    .from(playbackPositionEvents)
    .where(and(eq(playbackPositionEvents.memberId, memberId), eq(playbackPositionEvents.deviceKey, deviceKey)));
  return Number(row?.last ?? 0);
}

/** Merges into what a member heard. */
export async function addHeard(tx: Tx, memberId: number, heard: readonly HeardOfDay[]): Promise<void> {
  if (heard.length === 0) return;
  const own = heard.map((one) => ({ ...one, number: 1 }));
  await tx.execute(heardInsert(own, sql`select 1::bigint, ${memberId}::int`));
}

export interface StreamSpan {
  streamId: number;
  from: Date;
  to: Date;
}

/** Last position per device of each span's member, with the index of the span. */
export async function findDevicePositions(
  db: Db,
  spans: readonly (StreamSpan & { memberId: number })[],
): Promise<(DevicePosition & { span: number })[]> {
  const column = columnOf(spans);
  const { rows } = await db.execute<{ span: number; deviceName: string; at: number; heardAt: number }>(sql`
    select wanted.number::int - 1 as span, device_name as "deviceName",
      (extract(epoch from at) * 1000)::float8 as at, (extract(epoch from heard_at) * 1000)::float8 as "heardAt"
    from unnest(
      ${column(({ memberId }) => memberId)}::int[],
      ${column(({ streamId }) => streamId)}::int[],
      ${column(({ from }) => from.toISOString())}::timestamptz[],
      ${column(({ to }) => to.toISOString())}::timestamptz[]
    ) with ordinality as wanted (member_id, stream_id, from_at, to_at, number)
    cross join lateral (
      select distinct on (device_key) device_key, device_name, at, heard_at from ${playbackPositionEvents}
      where playback_position_events.member_id = wanted.member_id and playback_position_events.stream_id = wanted.stream_id
        and at >= wanted.from_at and at < wanted.to_at and moved_ms >= ${MIN_PLAYED_MS}
      order by device_key, sequence desc
    ) as last
    order by span, device_key`);
  return rows.map((row) => ({ ...row, at: new Date(row.at), heardAt: new Date(row.heardAt) }));
}

const secondsIntoDay = HK_OFFSET_S - STATION_DAY_STARTS_MINUTE * 60;
/** The number of the stretch of a stream that an instant is in; day stretches are station days. */
const stretchOf = (at: unknown, seconds: number) =>
  sql`floor((extract(epoch from ${at}) + ${secondsIntoDay}::int) / ${seconds}::int)`;

const DAY_S = 86_400;

/** A member's newest position per stream and station day, newest first. */
export async function findRecentPositions(
  db: Db,
  memberId: number,
  limit: number,
): Promise<(DevicePosition & { streamId: number })[]> {
  const { rows } = await db.execute<{ streamId: number; deviceName: string; at: number; heardAt: number }>(sql`
    select stream_id as "streamId", device_name as "deviceName",
      (extract(epoch from at) * 1000)::float8 as at, (extract(epoch from heard_at) * 1000)::float8 as "heardAt"
    from (
      select distinct on (stream_id, day) * from (
        select *, ${stretchOf(sql`at`, DAY_S)} as day from ${playbackPositionEvents} where member_id = ${memberId} and moved_ms >= ${MIN_PLAYED_MS}
        order by heard_at desc limit ${RECENT_EVENTS}
      ) as newest
      order by stream_id, day, heard_at desc, sequence desc
    ) as positions
    order by heard_at desc limit ${limit}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at), heardAt: new Date(row.heardAt) }));
}

/** What a member heard of a span, in order, without overlap. */
export async function findHeard(
  db: Db,
  memberId: number,
  { streamId, from, to }: StreamSpan,
  days: { from: DayHk; to: DayHk },
): Promise<{ from: Date; to: Date }[]> {
  const { rows } = await db.execute<{ from: number; to: number }>(sql`
    select (extract(epoch from lower(span)) * 1000)::float8 as from, (extract(epoch from upper(span)) * 1000)::float8 as to
    from unnest((
      select range_agg(spans) from ${heardSpans}
      where member_id = ${memberId} and stream_id = ${streamId} and day_hk between ${days.from}::date and ${days.to}::date
    ) * tstzmultirange(tstzrange(${instantSql(from)}, ${instantSql(to)}))) as span
    order by 1`);
  return rows.map((row) => ({ from: new Date(row.from), to: new Date(row.to) }));
}

/**
 * Deletes redundant events received in a period: those that are no position, and those followed by the same device in
 * the same stretch of the stream. A device's last event is always kept, for its number.
 */
export async function deleteNeedlessEvents(
  db: Db,
  { from, before, stretchSeconds }: { from: Date; before: Date; stretchSeconds: number },
): Promise<void> {
  await db.execute(sql`
    delete from ${playbackPositionEvents} as old
    where old.received_at >= ${instantSql(from)} and old.received_at < ${instantSql(before)}
      and exists (
        select 1 from ${playbackPositionEvents} as later
        where later.member_id = old.member_id and later.device_key = old.device_key
          and later.sequence > old.sequence and later.sequence <= old.sequence + ${EVENTS_LOOKED_AT}
          and (old.moved_ms < ${MIN_PLAYED_MS} or (
            later.moved_ms >= ${MIN_PLAYED_MS} and later.stream_id = old.stream_id
            and ${stretchOf(sql`later.at`, stretchSeconds)} = ${stretchOf(sql`old.at`, stretchSeconds)}))
      )`);
}
