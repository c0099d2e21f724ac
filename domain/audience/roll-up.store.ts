import { and, eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { adDays, adFaultDays, audienceDays, audienceMinutes, audiencePositions } from '#db/tables/audience.ts';
import { mediaStreams } from '#db/tables/media.ts';
import { trackingEvents } from '#db/tables/tracking.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { AdEvent, PlayEvent, ReportSource } from '#shared/tracking.ts';
import {
  AHEAD_MS,
  BEHIND_MS,
  MAX_AD_FAULTS,
  MAX_AD_ROWS,
  MAX_CONTENTS,
  MAX_KEYWORDS,
  spanOfDay,
  type Span,
} from './audience.rules.ts';
import { cutSpans, minutesOf, piecesOf, reportsAround, spansAround } from './heard.store.ts';

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
/** Rendition names come from clients; unknown ones are merged. */
const RENDITION = sql`case when rendition ~ '^[av][0-9]{2,4}$' then rendition else '' end`;
/** Other counts from a day's reports, `of_day`: articles, searches and errors. */
const OTHER_COUNTS = sql`
  select 'article' as kind, content_id::text as key, session, visitor, weight from of_day
    where tracking_type = ${CONTENT_VIEWED} and content_id is not null
  union all select case when results = 0 then 'search-empty' else 'search' end, lower(btrim(left(keyword, 60))), session, visitor, weight
    from of_day where source = ${ReportSource.TAG} and keyword is not null and results is not null
  union all select 'error', coalesce(left(detail->>'cause', 40), ''), session, visitor, weight
    from of_day where source = ${ReportSource.ERROR}`;
/** Positions from the year 2001 on are instants of a stream; positions in files are smaller. */
const FIRST_INSTANT_MS = 1_000_000_000_000;

/** Raises limits for computing a day, which runs as a command or a job of its own. */
export async function patiently(tx: Tx): Promise<void> {
  await tx.execute(sql`set local statement_timeout = '10min'`);
  await tx.execute(sql`set local work_mem = '64MB'`);
}

/** Serialises the computation of figures. */
export async function lockFigures(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('audience figures'))`);
}

/** Recomputes listeners by minute for a span of whole minutes within a day. */
export async function computeMinutes(tx: Tx, span: Span, dayEndMs: number): Promise<void> {
  await tx
    .delete(audienceMinutes)
    .where(and(gte(audienceMinutes.minute, new Date(span.fromMs)), lt(audienceMinutes.minute, new Date(span.toMs))));
  const keyed = sql`
    select session, channel, ${RENDITION} as rendition,
      case when lag between ${BEHIND_MS}::bigint and ${FIRST_INSTANT_MS}::bigint then 1 else 0 end as behind, weight, f, t
    from (${spansAround(span, dayEndMs, LIVE)}) heard`;
  const by = sql`channel, rendition, behind`;
  await tx.execute(sql`
    insert into ${audienceMinutes} (minute, channel, rendition, behind, heard_ms, sessions)
    select to_timestamp(m * 60), ${by}, heard_ms, sessions
    from (${minutesOf(piecesOf(keyed, sql`session, ${by}, weight`), by)}) minutes`);
}

/** A part of a day's reports, small enough for one statement. */
interface Part {
  of: number;
  number: number;
}

/** Reports per statement. */
const REPORTS_A_PART = 100_000;

/** Partitions by hash, so that a name is always in the same part. */
const isIn = (name: SQL, { of, number }: Part): SQL =>
  of === 1 ? sql`true` : sql`mod(hashtext(${name})::bigint & 2147483647, ${of}::bigint) = ${number}`;

async function splitIntoParts(tx: Tx, { fromMs, toMs }: Span, reportsAPart: number): Promise<Part[]> {
  const { rows } = await tx.execute<{ reports: number }>(sql`
    select count(*)::double precision as reports from ${trackingEvents}
    where happened_at >= ${new Date(fromMs).toISOString()}::timestamptz and happened_at < ${new Date(toMs).toISOString()}::timestamptz`);
  const of = Math.max(1, Math.ceil((rows[0]?.reports ?? 0) / reportsAPart));
  return Array.from({ length: of }, (_, number) => ({ of, number }));
}

/** What a report counts towards: possibly its channel, its rendition and its browser family at once. */
const KINDS = sql`
  cross join lateral (values
    ('channel', case when ${LIVE} then channel::text end),
    ('rendition', case when ${LIVE} then ${RENDITION} end),
    ('replay', case when ${REPLAY} then content_id::text end),
    ('film', case when ${FILM} then content_id::text end),
    ('agent', case when tracking_type is not null then agent end)) as kinds (kind, key)`;

/**
 * Adds minutes, stream minutes and counts of the sessions of a part. Each session is entirely in one part, so sums and
 * session counts are additive. A listener who hears a stream minute twice on a day counts once for it.
 */
async function addSessions(tx: Tx, dayHk: DayHk, span: Span, part: Part): Promise<void> {
  const reports = sql`select * from reports where cardinality(heard) > 0 and tracking_type is not null`;
  const live = sql`
    select session, channel, ${RENDITION} as rendition,
      case when lag between ${BEHIND_MS}::bigint and ${FIRST_INSTANT_MS}::bigint then 1 else 0 end as behind, weight, f, t
    from spans where ${LIVE}`;
  const ofLive = sql`channel, rendition, behind`;
  const ofStream = sql`stream_id, how`;
  const positions = sql`
    select session, channel::integer as stream_id,
      case when ${REPLAY} then 'replay' when lag >= ${BEHIND_MS}::bigint then 'behind' else 'live' end as how,
      weight, p as f, p + t - f as t
    from spans where ((${LIVE}) or (${REPLAY} and channel is not null)) and channel in (select id from ${mediaStreams})
      and p >= ${FIRST_INSTANT_MS}::bigint and p <= f + ${AHEAD_MS}::bigint`;
  // Optimisation: sessions with a single content and browser, nearly all, are summed once and then counted for each
  // kind.
  const ofSession = sql`
    select session, '' as kind, '' as key, weight, f, t from spans join plain using (session)
    union all select session, kind, key, weight, f, t from spans ${KINDS}
      where key is not null and session not in (select session from plain)`;
  await tx.execute(sql`
    with reports as materialized (${reportsAround(span, span.toMs, isIn(sql`session`, part))}),
    spans as materialized (${cutSpans(reports, span)}),
    of_day as materialized (
      select * from reports where happened_ms >= ${span.fromMs}::bigint and happened_ms < ${span.toMs}::bigint and source <> ${ReportSource.AD}
    ),
    plain as materialized (
      select session, min(tracking_type) as tracking_type, min(channel) as channel, min(rendition) as rendition,
        min(content_id) as content_id, min(agent) as agent
      from spans group by session
      having min(tracking_type) = max(tracking_type)
        and min(channel) is not distinct from max(channel) and count(channel) in (0, count(*))
        and min(rendition) is not distinct from max(rendition) and count(rendition) in (0, count(*))
        and min(content_id) is not distinct from max(content_id) and count(content_id) in (0, count(*))
        and min(agent) is not distinct from max(agent) and count(agent) in (0, count(*))
    ),
    minutes as (
      insert into ${audienceMinutes} as known (minute, channel, rendition, behind, heard_ms, sessions)
      select to_timestamp(m * 60), ${ofLive}, heard_ms, sessions
      from (${minutesOf(piecesOf(live, sql`session, ${ofLive}, weight`), ofLive)}) minutes where true
      on conflict (minute, channel, rendition, behind)
        do update set heard_ms = known.heard_ms + excluded.heard_ms, sessions = known.sessions + excluded.sessions
    ),
    positions as (
      insert into ${audiencePositions} as known (stream_id, minute, how, day_hk, heard_ms, sessions)
      select stream_id, to_timestamp(m * 60), how, ${dayHk}::date, heard_ms, sessions
      from (${minutesOf(piecesOf(positions, sql`session, ${ofStream}, weight`), ofStream)}) minutes where true
      on conflict (stream_id, minute, how, day_hk)
        do update set heard_ms = known.heard_ms + excluded.heard_ms, sessions = known.sessions + excluded.sessions
    ),
    heard_of_session as (
      select session, kind, key, sum((t - f) * weight) as heard_ms from (${piecesOf(ofSession, sql`session, kind, key, weight`)}) pieces
      group by session, kind, key
    ),
    heard as (
      select kinds.kind, kinds.key, heard_ms from heard_of_session join plain using (session) ${KINDS}
        where heard_of_session.kind = '' and kinds.key is not null
      union all select kind, key, heard_ms from heard_of_session where kind <> ''
    ),
    told as (
      select kind, key, session, weight, reports * weight
        * (tracking_type in (${LIVE_PLAY}, ${ARCHIVE_PLAY_HD}, ${ARCHIVE_PLAY_SD}, ${PREMIUM_CONTENT_PLAY}) or kind = 'agent')::integer as event
      from (
        select session, tracking_type, channel, rendition, content_id, agent, weight, count(*) as reports from of_day group by 1, 2, 3, 4, 5, 6, 7
      ) alike ${KINDS} where key is not null
      union all select kind, key, session, weight, weight from (${OTHER_COUNTS}) other
      union all select kinds.kind, kinds.key, session, weight, 0 from (
        select distinct session, tracking_type, channel, rendition, content_id, agent, weight from spans
      ) heard_by ${KINDS} where kinds.key is not null
    ),
    counted as (
      select kind, key, sum(events) as events, sum(least_weight) as sessions, max(most_weight) as weight from (
        select kind, key, session, sum(event) as events, min(weight) as least_weight, max(weight) as most_weight
        from told group by kind, key, session
      ) of_session group by kind, key
    ),
    summed as (select kind, key, sum(heard_ms) as heard_ms from heard group by kind, key)
    insert into ${audienceDays} as known (day_hk, kind, key, events, sessions, visitors, heard_ms, weight)
    select ${dayHk}::date, kind, key, events, sessions, 0, coalesce(heard_ms, 0), weight from counted left join summed using (kind, key)
    on conflict (day_hk, kind, key) do update set events = known.events + excluded.events,
      sessions = known.sessions + excluded.sessions, heard_ms = known.heard_ms + excluded.heard_ms,
      weight = greatest(known.weight, excluded.weight)`);
}

/** Adds distinct visitors, of a part of the visitors: one visitor may have had several sessions. */
async function addVisitors(tx: Tx, dayHk: DayHk, span: Span, part: Part): Promise<void> {
  const reports = sql`select * from reports where cardinality(heard) > 0 and tracking_type is not null`;
  await tx.execute(sql`
    with reports as materialized (
      ${reportsAround(span, span.toMs, sql`visitor is not null and ${isIn(sql`visitor`, part)}`)}
    ), of_day as materialized (
      select * from reports where happened_ms >= ${span.fromMs}::bigint and happened_ms < ${span.toMs}::bigint and source <> ${ReportSource.AD}
    ), told as (
      select kind, key, visitor, weight from of_day ${KINDS} where key is not null
      union select kind, key, visitor, weight from (${OTHER_COUNTS}) other
      union select kind, key, visitor, weight from (
        select distinct visitor, tracking_type, channel, rendition, content_id, agent, weight from (${cutSpans(reports, span)}) spans
      ) heard_by ${KINDS} where key is not null
    )
    update ${audienceDays} as known set visitors = known.visitors + seen.visitors
    from (
      select kind, key, sum(weight) as visitors from (
        select kind, key, visitor, min(weight) as weight from told group by kind, key, visitor
      ) of_visitor group by kind, key
    ) as seen
    where known.day_hk = ${dayHk}::date and known.kind = seen.kind and known.key = seen.key`);
}

/** Keeps the values named by clients (keywords, error causes, content ids) with most sessions. */
const keepMost = (tx: Tx, dayHk: DayHk, { contents, words }: { contents: number; words: number }) =>
  tx.execute(sql`
    delete from ${audienceDays} as known using (
      select kind, key, row_number() over (partition by kind order by sessions desc, events desc, key) as place
      from ${audienceDays} where day_hk = ${dayHk}::date and kind in ('search', 'search-empty', 'error', 'article', 'replay', 'film')
    ) as ranked
    where known.day_hk = ${dayHk}::date and known.kind = ranked.kind and known.key = ranked.key 
      and ranked.place > case when known.kind in ('article', 'replay', 'film') then ${contents}::integer else ${words}::integer end`);

/**
 * Revenue is computed from the price reported with a fill, in millionths of a dollar: a CPM is the price of a thousand.
 */
async function addAds(tx: Tx, dayHk: DayHk, span: Span, part: Part): Promise<void> {
  await tx.execute(sql`
    insert into ${adDays} as known (day_hk, slot, page_group, bidder, advertiser, requests, fills, viewables, clicks, drops, reports, revenue_micros)
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
      from (${reportsAround(span, span.toMs, sql`source = ${ReportSource.AD} and ${isIn(sql`session`, part)}`)}) r
      where happened_ms >= ${span.fromMs}::bigint and happened_ms < ${span.toMs}::bigint and detail->>'slot' is not null
    ) ads group by slot, page_group, bidder, advertiser
    on conflict (day_hk, slot, page_group, bidder, advertiser) do update set
      requests = known.requests + excluded.requests, fills = known.fills + excluded.fills,
      viewables = known.viewables + excluded.viewables, clicks = known.clicks + excluded.clicks,
      drops = known.drops + excluded.drops, reports = known.reports + excluded.reports,
      revenue_micros = known.revenue_micros + excluded.revenue_micros`);
}

/** Creatives that frames dropped or listeners reported. */
const addAdFaults = (tx: Tx, dayHk: DayHk, span: Span, part: Part) =>
  tx.execute(sql`
    insert into ${adFaultDays} as known (day_hk, advertiser, creative, reason, events)
    select ${dayHk}::date, left(coalesce(detail->>'advertiser', ''), 120), left(coalesce(detail->>'creative', ''), 200),
      case when detail->>'event' = ${AdEvent.REPORTED} then ${AdEvent.REPORTED} else left(coalesce(detail->>'reason', ''), 20) end, count(*)
    from (${reportsAround(span, span.toMs, sql`source = ${ReportSource.AD} and ${isIn(sql`session`, part)}`)}) r
    where happened_ms >= ${span.fromMs}::bigint and happened_ms < ${span.toMs}::bigint
      and detail->>'event' in (${AdEvent.DROPPED}, ${AdEvent.REPORTED})
      and (coalesce(detail->>'advertiser', '') <> '' or coalesce(detail->>'creative', '') <> '')
    group by 2, 3, 4
    on conflict (day_hk, advertiser, creative, reason) do update set events = known.events + excluded.events`);

/** Keeps the most frequent values of senders. */
const keepMostAdFaults = (tx: Tx, dayHk: DayHk) =>
  tx.execute(sql`
    delete from ${adFaultDays} as known using (
      select advertiser, creative, reason, row_number() over (order by events desc, advertiser, creative, reason) as place
      from ${adFaultDays} where day_hk = ${dayHk}::date
    ) as ranked
    where known.day_hk = ${dayHk}::date and known.advertiser = ranked.advertiser and known.creative = ranked.creative
      and known.reason = ranked.reason and ranked.place > ${MAX_AD_FAULTS}`);

/** Merges the smallest advertising rows of a day into one without a slot, so that the day's sums stay the same. */
const keepMostAds = (tx: Tx, dayHk: DayHk, most: number) =>
  tx.execute(sql`
    with ranked as (
      select slot, page_group, bidder, advertiser, row_number() over
        (order by fills desc, requests desc, slot, page_group, bidder, advertiser) as place
      from ${adDays} where day_hk = ${dayHk}::date
    ), rest as (
      delete from ${adDays} as known using ranked
      where known.day_hk = ${dayHk}::date and known.slot = ranked.slot and known.page_group = ranked.page_group
        and known.bidder = ranked.bidder and known.advertiser = ranked.advertiser and ranked.place > ${most}
      returning known.*
    )
    insert into ${adDays} (day_hk, slot, page_group, bidder, advertiser, requests, fills, viewables, clicks, drops, reports, revenue_micros)
    select ${dayHk}::date, '', '', 'others', '', sum(requests), sum(fills), sum(viewables), sum(clicks), sum(drops), sum(reports), sum(revenue_micros)
    from rest having count(*) > 0`);

/** Recomputes everything of a day, in parts that each fit within the statement timeout. */
export async function computeWholeDay(
  tx: Tx,
  dayHk: DayHk,
  reportsAPart = REPORTS_A_PART,
  most = { ads: MAX_AD_ROWS, contents: MAX_CONTENTS, words: MAX_KEYWORDS },
): Promise<void> {
  const span = spanOfDay(dayHk);
  await tx
    .delete(audienceMinutes)
    .where(and(gte(audienceMinutes.minute, new Date(span.fromMs)), lt(audienceMinutes.minute, new Date(span.toMs))));
  await tx.delete(audiencePositions).where(eq(audiencePositions.dayHk, dayHk));
  await tx.delete(audienceDays).where(eq(audienceDays.dayHk, dayHk));
  await tx.delete(adDays).where(eq(adDays.dayHk, dayHk));
  await tx.delete(adFaultDays).where(eq(adFaultDays.dayHk, dayHk));
  const parts = await splitIntoParts(tx, span, reportsAPart);
  for (const part of parts) {
    await addSessions(tx, dayHk, span, part);
    await addAds(tx, dayHk, span, part);
    await addAdFaults(tx, dayHk, span, part);
  }
  // Visitors are added last, as they update the counted rows.
  for (const part of parts) await addVisitors(tx, dayHk, span, part);
  await keepMost(tx, dayHk, most);
  await keepMostAds(tx, dayHk, most.ads);
  await keepMostAdFaults(tx, dayHk);
}

/** Checksum of all figures of a day, by table: equal checksums mean equal figures. */
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
      from ${adDays} x where day_hk = ${dayHk}::date
    union all select 'ad faults', count(*)::integer, coalesce(md5(string_agg(x::text, ',' order by x::text)), '')
      from ${adFaultDays} x where day_hk = ${dayHk}::date`);
  return Object.fromEntries(rows.map(({ what, rows: count, name }) => [what, { rows: count, name }]));
}
