import { and, eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { adDays, audienceDays, audienceMinutes, audiencePositions } from '#db/tables/audience.ts';
import { mediaStreams } from '#db/tables/media.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { AdEvent, PlayEvent, ReportSource } from '#shared/tracking.ts';
import { AHEAD_MS, BEHIND_MS, MOST_KEYWORDS, spanOfDay, type Span } from './audience.rules.ts';
import { piecesOf, reportsAround, spansAround, spansOf, stretchesOf } from './heard.store.ts';

const { LIVE_PLAY, LIVE_PROGRESS, ARCHIVE_PLAY_HD, ARCHIVE_PLAY_SD, ARCHIVE_PROGRESS, CONTENT_VIEWED } = PlayEvent;
const { PREMIUM_CONTENT_PLAY, PREMIUM_CONTENT_PROGRESS } = PlayEvent;
const list = (values: readonly number[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );
const LIVE = sql`tracking_type in (${LIVE_PLAY}, ${LIVE_PROGRESS}) and channel in (${list(CHANNEL_IDS)})`;
const REPLAY = sql`tracking_type in (${ARCHIVE_PLAY_HD}, ${ARCHIVE_PLAY_SD}, ${ARCHIVE_PROGRESS})`;
const FILM = sql`tracking_type in (${PREMIUM_CONTENT_PLAY}, ${PREMIUM_CONTENT_PROGRESS})`;
/** Names of renditions are the sender's: what no ladder has is one thing. */
const RENDITION = sql`case when rendition ~ '^[av][0-9]{2,4}$' then rendition else '' end`;
/** A place counts as an instant of a stream from the year 2001 on: places in files are small. */
const FIRST_INSTANT_MS = 1_000_000_000_000;

/** What a day's computing may take, as long as it is somebody's command or a job of its own. */
export async function patiently(tx: Tx): Promise<void> {
  await tx.execute(sql`set local statement_timeout = '10min'`);
  await tx.execute(sql`set local work_mem = '64MB'`);
}

/** Whoever computes figures waits for whoever does already. */
export async function lockFigures(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('audience figures'))`);
}

const BEHIND = sql`case when lag between ${BEHIND_MS}::bigint and ${FIRST_INSTANT_MS}::bigint then 1 else 0 end`;

/** In place of what was there, out of live spans with `session, channel, rendition, behind`. */
async function writeMinutes(tx: Tx, span: Span, keyed: SQL): Promise<void> {
  await tx
    .delete(audienceMinutes)
    .where(and(gte(audienceMinutes.minute, new Date(span.fromMs)), lt(audienceMinutes.minute, new Date(span.toMs))));
  await tx.execute(sql`
    insert into ${audienceMinutes} (minute, channel, rendition, behind, heard_ms, sessions)
    select to_timestamp(m * 60), channel, rendition, behind,
      sum(least(t, (m + 1) * 60000) - greatest(f, m * 60000)), count(distinct session)
    from (${piecesOf(keyed, sql`session, channel, rendition, behind`)}) pieces
    cross join lateral generate_series(f / 60000, (t - 1) / 60000) as m
    group by m, channel, rendition, behind`);
}

/** Listeners by minute of a stretch of whole minutes within a day. */
export const computeMinutes = (tx: Tx, span: Span, dayEndMs: number): Promise<void> =>
  writeMinutes(
    tx,
    span,
    sql`select session, channel, ${RENDITION} as rendition, ${BEHIND} as behind, f, t
      from (${spansAround(span, dayEndMs, LIVE)}) heard`,
  );

/**
 * What a whole day is computed from, read and put in order once: its reports, each once, with a number for a session's name; what
 * they heard; and the same as stretches, which are few, since listening goes on.
 */
async function gatherDay(tx: Tx, span: Span): Promise<void> {
  await tx.execute(sql`
    create temporary table day_reports on commit drop as
    select dense_rank() over (order by session)::integer as session, source, tracking_type, visitor, agent, channel,
      ${RENDITION} as rendition, content_id, keyword, results, heard, detail, happened_ms
    from (${reportsAround(span, span.toMs)}) r`);
  await tx.execute(sql`analyze day_reports`);
  await tx.execute(sql`
    create temporary table day_spans on commit drop as
    select * from (${spansOf(sql`select * from day_reports where cardinality(heard) > 0 and tracking_type is not null`, span)}) heard`);
  await tx.execute(sql`analyze day_spans`);
  await tx.execute(sql`
    create temporary table day_stretches on commit drop as
    ${stretchesOf(
      sql`select session, visitor, agent, tracking_type, channel, rendition, content_id, ${BEHIND} as behind, f, t from day_spans`,
      sql`session, visitor, agent, tracking_type, channel, rendition, content_id, behind`,
    )}`);
  await tx.execute(sql`analyze day_stretches`);
}

const OF_STRETCHES = sql`select session, channel, rendition, behind, f, t from day_stretches where ${LIVE}`;

/** By minute of the stream: of a listener who hears a minute twice on a day it counts once. */
async function computePositions(tx: Tx, dayHk: DayHk): Promise<void> {
  await tx.delete(audiencePositions).where(eq(audiencePositions.dayHk, dayHk));
  const keyed = sql`
    select session, channel::integer as stream_id,
      case when ${REPLAY} then 'replay' when lag >= ${BEHIND_MS}::bigint then 'behind' else 'live' end as how,
      p as f, p + t - f as t
    from day_spans
    where ((${LIVE}) or (${REPLAY} and channel is not null)) and p >= ${FIRST_INSTANT_MS}::bigint and p <= f + ${AHEAD_MS}::bigint`;
  await tx.execute(sql`
    insert into ${audiencePositions} (stream_id, minute, how, day_hk, heard_ms, sessions)
    select stream_id, to_timestamp(m * 60), how, ${dayHk}::date,
      sum(least(t, (m + 1) * 60000) - greatest(f, m * 60000)), count(distinct session)
    from (${piecesOf(keyed, sql`session, stream_id, how`)}) pieces
    cross join lateral generate_series(f / 60000, (t - 1) / 60000) as m
    where exists (select from ${mediaStreams} where ${mediaStreams.id} = stream_id)
    group by stream_id, m, how`);
}

/** What a report counts for; a report may count for its channel, its rendition and its kind of browser at once. */
const KINDS = sql`
  cross join lateral (values
    ('channel', case when ${LIVE} then channel::text end),
    ('rendition', case when ${LIVE} then rendition end),
    ('replay', case when ${REPLAY} then content_id::text end),
    ('film', case when ${FILM} then content_id::text end),
    ('agent', case when tracking_type is not null then agent end)) as kinds (kind, key)`;

async function computeCounts(tx: Tx, dayHk: DayHk, span: Span): Promise<void> {
  await tx.delete(audienceDays).where(eq(audienceDays.dayHk, dayHk));
  const heard = sql`select session, kind, key, visitor, f, t from day_stretches ${KINDS} where key is not null`;
  await tx.execute(sql`
    with reports as materialized (
      select * from day_reports
      where source <> ${ReportSource.AD} and happened_ms >= ${span.fromMs}::bigint and happened_ms < ${span.toMs}::bigint
    ), stretches as materialized (${heard}
    ), told as (
      select kind, key, session, visitor,
        (tracking_type in (${LIVE_PLAY}, ${ARCHIVE_PLAY_HD}, ${ARCHIVE_PLAY_SD}, ${PREMIUM_CONTENT_PLAY}) or kind = 'agent')::integer as event
      from reports ${KINDS} where key is not null
      union all select 'article', content_id::text, session, visitor, 1 from reports
        where tracking_type = ${CONTENT_VIEWED} and content_id is not null
      union all select case when results = 0 then 'search-empty' else 'search' end, lower(btrim(left(keyword, 60))), session, visitor, 1
        from reports where source = ${ReportSource.TAG} and keyword is not null and results is not null
      union all select 'error', coalesce(left(detail->>'cause', 40), ''), session, visitor, 1
        from reports where source = ${ReportSource.ERROR}
      union all select distinct kind, key, session, visitor, 0 from stretches
    ), counted as (
      select kind, key, sum(event) as events, count(distinct session) as sessions, count(distinct visitor) as visitors
      from told group by kind, key
    ), heard as (
      select kind, key, sum(t - f) as heard_ms from (${piecesOf(sql`select * from stretches`, sql`session, kind, key`)}) pieces group by kind, key
    ), ranked as (
      select *, row_number() over (partition by kind order by sessions desc, events desc, key) as place from counted
    )
    insert into ${audienceDays} (day_hk, kind, key, events, sessions, visitors, heard_ms)
    select ${dayHk}::date, kind, key, events, sessions, visitors, coalesce(heard_ms, 0)
    from ranked left join heard using (kind, key)
    where kind not in ('search', 'search-empty', 'error') or place <= ${MOST_KEYWORDS}`);
}

/** Money follows from the price that a fill named, in millionths of a dollar: a CPM is the price of a thousand. */
async function computeAds(tx: Tx, dayHk: DayHk, span: Span): Promise<void> {
  await tx.delete(adDays).where(eq(adDays.dayHk, dayHk));
  await tx.execute(sql`
    insert into ${adDays} (day_hk, slot, page_group, bidder, advertiser, requests, fills, viewables, clicks, drops, reports, revenue_micros)
    select ${dayHk}::date, slot, page_group, bidder, advertiser,
      count(*) filter (where event = ${AdEvent.REQUEST}),
      count(*) filter (where event in (${AdEvent.FILL}, ${AdEvent.HOUSE}, ${AdEvent.START})),
      count(*) filter (where event = ${AdEvent.VIEWABLE}),
      count(*) filter (where event = ${AdEvent.CLICK}),
      count(*) filter (where event = ${AdEvent.DROPPED}),
      count(*) filter (where event = ${AdEvent.REPORTED}),
      coalesce(sum(round(least(greatest(cpm, 0), 500) * 1000)) filter (where event in (${AdEvent.FILL}, ${AdEvent.START})), 0)
    from (
      select left(detail->>'slot', 80) as slot, left(coalesce(detail->>'page_group', ''), 80) as page_group, detail->>'event' as event,
        case when detail->>'event' = ${AdEvent.HOUSE} then 'house'
          else left(coalesce(detail->>'bidder', ''), 80) end as bidder,
        left(coalesce(detail->>'advertiser', ''), 120) as advertiser,
        case when jsonb_typeof(detail->'cpm') = 'number' then (detail->>'cpm')::numeric end as cpm
      from day_reports
      where source = ${ReportSource.AD} and happened_ms >= ${span.fromMs}::bigint and happened_ms < ${span.toMs}::bigint and detail->>'slot' is not null
    ) ads group by slot, page_group, bidder, advertiser`);
}

/** Everything of a day, in place of what was there. */
export async function computeWholeDay(tx: Tx, dayHk: DayHk): Promise<void> {
  const span = spanOfDay(dayHk);
  await gatherDay(tx, span);
  await writeMinutes(tx, span, OF_STRETCHES);
  await computePositions(tx, dayHk);
  await computeCounts(tx, dayHk, span);
  await computeAds(tx, dayHk, span);
  await tx.execute(sql`drop table day_stretches, day_spans, day_reports`);
}

/** A name for all figures of a day, by table: equal names are equal figures. */
export async function namesOfFigures(db: Db, dayHk: DayHk): Promise<Record<string, { rows: number; name: string }>> {
  const { fromMs, toMs } = spanOfDay(dayHk);
  const { rows } = await db.execute<{ what: string; rows: number; name: string }>(sql`
    select 'minutes' as what, count(*)::integer as rows, coalesce(md5(string_agg(x::text, ',' order by x::text)), '') as name
      from ${audienceMinutes} x where minute >= ${new Date(fromMs).toISOString()}::timestamptz and minute < ${new Date(toMs).toISOString()}::timestamptz
    union all select 'positions', count(*)::integer, coalesce(md5(string_agg(x::text, ',' order by x::text)), '')
      from ${audiencePositions} x where day_hk = ${dayHk}::date
    union all select 'counts', count(*)::integer, coalesce(md5(string_agg(x::text, ',' order by x::text)), '')
      from ${audienceDays} x where day_hk = ${dayHk}::date
    union all select 'ads', count(*)::integer, coalesce(md5(string_agg(x::text, ',' order by x::text)), '')
      from ${adDays} x where day_hk = ${dayHk}::date`);
  return Object.fromEntries(rows.map(({ what, rows: count, name }) => [what, { rows: count, name }]));
}
