import { sql, type SQL } from 'drizzle-orm';
import { trackingEvents } from '#db/tables/tracking.ts';
import { ReportClass, REPORT_HOURS } from '#shared/tracking.ts';
import { AHEAD_MS, REACH_MS, type Span } from './audience.rules.ts';

const at = (ms: number) => new Date(ms).toISOString();
const msOf = (column: SQL | typeof trackingEvents.happenedAt) => sql`(extract(epoch from ${column}) * 1000)::bigint`;

/**
 * Deduplicated reports of listeners around a time span, received before its days became final. Repeated reports have
 * the same session and number; the first one received counts. `acceptedToMs` is the end of the day.
 */
export const reportsAround = ({ fromMs, toMs }: Span, acceptedToMs: number, where: SQL = sql`true`) => sql`
  select distinct on (session, seq) session, seq, source, tracking_type, visitor, agent, channel, rendition, content_id,
    keyword, results, heard, weight, detail, ${msOf(trackingEvents.happenedAt)} as happened_ms
  from ${trackingEvents}
  where reporter = ${ReportClass.LISTENER}
    and received_at >= ${at(fromMs - AHEAD_MS)}::timestamptz
    and received_at < ${at(acceptedToMs + REPORT_HOURS * 3_600_000)}::timestamptz
    and happened_at >= ${at(fromMs - AHEAD_MS)}::timestamptz
    and happened_at < ${at(toMs + REACH_MS)}::timestamptz
    and ${where}
  order by session, seq, received_at, happened_at, heard`;

/** Heard spans of `reports`, cut to a time span, from `f` to `t`; `p` is the stream position heard at `f`. */
export const cutSpans = (reports: SQL, span: Span) => sql`
  select * from (
    select r.session, r.visitor, r.agent, r.tracking_type, r.channel, r.rendition, r.content_id, r.weight,
      greatest(r.heard[i], r.happened_ms - ${REACH_MS}::bigint, ${span.fromMs}::bigint) as f,
      least(r.heard[i + 1], r.happened_ms + ${AHEAD_MS}::bigint, ${span.toMs}::bigint) as t,
      r.heard[i + 2] + greatest(r.heard[i], r.happened_ms - ${REACH_MS}::bigint, ${span.fromMs}::bigint) - r.heard[i] as p,
      r.heard[i] - r.heard[i + 2] as lag
    from (${reports}) r
    cross join lateral generate_series(1, cardinality(r.heard), 3) as i
  ) cut where t > f`;

/** Heard spans of all reports around a time span. */
export const spansAround = (span: Span, acceptedToMs: number, where: SQL = sql`true`) =>
  cutSpans(
    reportsAround(span, acceptedToMs, sql`cardinality(heard) > 0 and tracking_type is not null and ${where}`),
    span,
  );

/**
 * Disjoint pieces that cover the union of the spans of `from`, by `by`: overlapping and repeated reports are counted
 * once. Uses whole milliseconds, so the order does not matter.
 */
export const piecesOf = (from: SQL, by: SQL) => sql`
  select * from (
    select ${by}, greatest(f, coalesce(max(t) over before, f)) as f, t from (${from}) spans
    window before as (partition by ${by} order by f, t rows between unbounded preceding and 1 preceding)
  ) pieces where t > f`;

/**
 * Heard milliseconds and sessions by minute, each as often as its weight. A session that reported with several weights is certain by the
 * smallest.
 */
export const minutesOf = (pieces: SQL, by: SQL) => sql`
  select m, ${by}, sum(heard_ms) as heard_ms, sum(weight) as sessions from (
    select m, ${by}, session, min(weight) as weight,
      sum((least(t, (m + 1) * 60000) - greatest(f, m * 60000)) * weight) as heard_ms
    from (${pieces}) pieces cross join lateral generate_series(f / 60000, (t - 1) / 60000) as m
    group by m, ${by}, session
  ) of_session group by m, ${by}`;
