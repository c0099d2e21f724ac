import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { trackingLate } from '#db/tables/audience.ts';
import { trackingEvents } from '#db/tables/tracking.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { ReportClass } from '#shared/tracking.ts';
import { AHEAD_MS, finalAtMs, REACH_MS, spanOfDay } from './audience.rules.ts';
import { piecesOf } from './heard.store.ts';

/** Per run, so that made-up days of a client do not delay the figures. */
const MAX_DAYS = 31;
const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
const DAY_OF_REPORT = sql`(happened_at at time zone 'Asia/Hong_Kong')::date`;

/** Days that were already final when reports of them arrived in a time span, newest first. */
export async function findLateDays(db: Db, from: Date, to: Date): Promise<DayHk[]> {
  // A final day ended 72 hours ago, so more recent events cannot belong to one.
  const { rows } = await db.execute<{ day: DayHk }>(sql`
    select distinct ${DAY_OF_REPORT}::text as day from ${trackingEvents}
    where reporter = ${ReportClass.LISTENER} and received_at >= ${at(from.getTime())} and received_at <= ${at(to.getTime())}
      and received_at >= ((${DAY_OF_REPORT} + 4)::timestamp at time zone 'Asia/Hong_Kong')
    order by 1 desc limit ${MAX_DAYS}`);
  return rows.map(({ day }) => day);
}

/**
 * Counts the reports of a day received after it became final, each once, excluding repeats of reports that arrived in
 * time. Recounted from the log each time, but never decreased, as the log's partitions expire.
 */
export async function computeLate(tx: Tx, dayHk: DayHk): Promise<void> {
  const { fromMs, toMs } = spanOfDay(dayHk);
  const final = at(finalAtMs(dayHk));
  const ofDay = sql`reporter = ${ReportClass.LISTENER} and happened_at >= ${at(fromMs)} and happened_at < ${at(toMs)}`;
  const late = sql`
    select distinct on (session, seq) session, seq, heard, (extract(epoch from happened_at) * 1000)::bigint as happened_ms
    from ${trackingEvents} late where ${ofDay} and received_at >= ${final}
      and not exists (
        select from ${trackingEvents} known
        where known.session = late.session and known.seq = late.seq and known.received_at < ${final}
          and known.happened_at between late.happened_at - interval '1 minute' and late.happened_at + interval '1 minute')
    order by session, seq, received_at, happened_at, heard`;
  const spans = sql`
    select session, greatest(heard[i], happened_ms - ${REACH_MS}::bigint, ${fromMs}::bigint) as f,
      least(heard[i + 1], happened_ms + ${AHEAD_MS}::bigint, ${toMs}::bigint) as t
    from late cross join lateral generate_series(1, cardinality(heard), 3) as i`;
  await tx.execute(sql`
    with late as materialized (${late}), spans as (select * from (${spans}) cut where t > f)
    insert into ${trackingLate} as kept (day_hk, reports, heard_ms)
    select ${dayHk}::date, (select count(*) from late),
      (select coalesce(sum(t - f), 0) from (${piecesOf(sql`select * from spans`, sql`session`)}) pieces)
    where exists (select from late)
    on conflict (day_hk) do update
      set reports = greatest(kept.reports, excluded.reports), heard_ms = greatest(kept.heard_ms, excluded.heard_ms)`);
}

/** Reports received for a day after it became final, which are not in its figures. */
export async function findLate(db: Db, dayHk: DayHk): Promise<{ reports: number; heardMs: number }> {
  const [row] = await db
    .select({ reports: trackingLate.reports, heardMs: trackingLate.heardMs })
    .from(trackingLate)
    .where(eq(trackingLate.dayHk, dayHk));
  return row ?? { reports: 0, heardMs: 0 };
}
