import { and, eq, gte, lt, max, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { audienceDirty } from '#db/tables/audience.ts';
import { trackingEvents } from '#db/tables/tracking.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { ReportClass, REPORT_HOURS } from '#shared/tracking.ts';
import { AHEAD_MS, finalAtMs, REACH_MS, type Span } from './audience.rules.ts';

/** Up to when received reports have been processed. Null: never. */
export async function findLookedTo(db: Db): Promise<Date | null> {
  const [row] = await db.select({ to: max(audienceDirty.computedTo) }).from(audienceDirty);
  return row?.to ?? null;
}

/** Minutes (of Unix time) and days affected by reports received in a time span. */
export async function findDirty(db: Db, from: Date, to: Date): Promise<{ minutes: number[]; days: DayHk[] }> {
  const came = sql`
    select heard, happened_at, (extract(epoch from happened_at) * 1000)::bigint as happened_ms from ${trackingEvents}
    where reporter = ${ReportClass.LISTENER} and received_at >= ${from.toISOString()}::timestamptz and received_at <= ${to.toISOString()}::timestamptz
      and happened_at >= received_at - interval '1 hour' * ${REPORT_HOURS + 25}`;
  const { rows } = await db.execute<{ minute: number | null; day: DayHk }>(sql`
    with came as materialized (${came}), spans as (
      select greatest(heard[i], happened_ms - ${REACH_MS}::bigint) as f, least(heard[i + 1], happened_ms + ${AHEAD_MS}::bigint) as t
      from came cross join lateral generate_series(1, cardinality(heard), 3) as i
    ), minutes as (
      select distinct m from spans cross join lateral generate_series(f / 60000, (t - 1) / 60000) as m where t > f
    )
    select m::double precision as minute, (to_timestamp(m * 60) at time zone 'Asia/Hong_Kong')::date::text as day from minutes
    union all select distinct null::double precision, (happened_at at time zone 'Asia/Hong_Kong')::date::text from came`);
  return {
    minutes: rows.flatMap(({ minute }) => (minute === null ? [] : [minute])),
    days: [...new Set(rows.map(({ day }) => day))].toSorted(),
  };
}

/** Final days stay unchanged. */
export async function markDirty(tx: Tx, days: readonly DayHk[]): Promise<void> {
  for (const dayHk of days)
    await tx
      .insert(audienceDirty)
      .values({ dayHk })
      .onConflictDoUpdate({
        target: audienceDirty.dayHk,
        set: { isDirty: true },
        setWhere: eq(audienceDirty.isFinal, false),
      });
}

export async function markLooked(tx: Tx, dayHk: DayHk, to: Date): Promise<void> {
  await tx
    .insert(audienceDirty)
    .values({ dayHk, computedTo: to, isDirty: false })
    .onConflictDoUpdate({ target: audienceDirty.dayHk, set: { computedTo: to } });
}

export async function markComputed(tx: Tx, dayHk: DayHk, now: Date): Promise<void> {
  const isFinal = now.getTime() >= finalAtMs(dayHk);
  const set = { isDirty: false, isFinal, computedAt: now };
  await tx
    .insert(audienceDirty)
    .values({ dayHk, ...set })
    .onConflictDoUpdate({ target: audienceDirty.dayHk, set });
}

/** Days due for computation: dirty ones, and those whose last report has arrived. */
export async function listDue(db: Db, now: Date, limit: number): Promise<DayHk[]> {
  const lastFinal = new Date(now.getTime() - REPORT_HOURS * 3_600_000 + 8 * 3_600_000 - 86_400_000)
    .toISOString()
    .slice(0, 10);
  const rows = await db
    .select({ dayHk: audienceDirty.dayHk })
    .from(audienceDirty)
    .where(
      and(
        eq(audienceDirty.isFinal, false),
        sql`(${audienceDirty.isDirty} or ${audienceDirty.dayHk} <= ${lastFinal}::date)`,
      ),
    )
    .orderBy(sql`${audienceDirty.dayHk} desc`)
    .limit(limit);
  return rows.map(({ dayHk }) => dayHk);
}

export async function findDay(db: Db, dayHk: DayHk) {
  const [row] = await db.select().from(audienceDirty).where(eq(audienceDirty.dayHk, dayHk));
  return row ?? null;
}

/** Whether the reports of a day are still stored: its own partition is the first to be dropped. */
export async function hasReportsOf(db: Db, dayHk: DayHk): Promise<boolean> {
  const { rows } = await db.execute<{ is: boolean }>(
    sql`select to_regclass(${`public.tracking_events_${dayHk.replaceAll('-', '')}`}) is not null as is`,
  );
  return rows[0]?.is ?? false;
}

/** Whether any report concerns a time span, in whatever partition: a later report may cover playback within it. */
export async function hasReportIn(db: Db, { fromMs, toMs }: Span): Promise<boolean> {
  const { heard, happenedAt } = trackingEvents;
  const isWithin = and(gte(happenedAt, new Date(fromMs)), lt(happenedAt, new Date(toMs)));
  const isHeardWithin = sql`exists (select 1 from generate_series(1, cardinality(${heard}), 3) as i
    where (${heard})[i] < ${toMs}::bigint and (${heard})[i + 1] > ${fromMs}::bigint)`;
  const rows = await db
    .select({ at: happenedAt })
    .from(trackingEvents)
    .where(
      and(
        gte(happenedAt, new Date(fromMs - AHEAD_MS)),
        lt(happenedAt, new Date(toMs + REACH_MS)),
        or(isWithin, isHeardWithin),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
