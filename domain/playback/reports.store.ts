import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { mediaStreams } from '#db/tables/media.ts';
import { members } from '#db/tables/members.ts';
import { playbackPositionEvents, playbackLeases, recordingPauses } from '#db/tables/playback.ts';
import { LAPSE_MS } from './leases.rules.ts';
import { columnOf, heardInsert, type DatedEvent, type HeardOfDay } from './positions.store.ts';

/** One call of a device. */
export interface DeviceReport {
  memberId: number;
  device: { key: string; name: string };
  /** In sequence order. */
  events: readonly DatedEvent[];
  heard: readonly HeardOfDay[];
  /** The lease it renews; null: it only reports positions. */
  renews: { leaseId: string; sessionId: number; epoch: number; isPaused: boolean } | null;
  now: Date;
}

/** The result of a report. */
export interface ReportOutcome {
  /** False: none of its events were stored. */
  isAdded: boolean;
  /** The renewed lease; null: not renewed, unchanged. */
  lease: { deviceName: string; streamId: number; startsAt: Date; endsAt: Date; startedAt: Date } | null;
}

/** The same shape without renewals, which most late reports have. */
const NONE_RENEWED = sql`
  select number, null::text as device_name, null::int as stream_id, null::timestamptz as starts_at,
    null::timestamptz as ends_at, null::timestamptz as started_at from report where false`;

/** Conditions to renew a lease that needs no free slot: it has one, or is paused. */
const renewed = (): SQL => {
  const since = sql`report.told_at - ${LAPSE_MS / 1000}::int * interval '1 second'`;
  const holdsSlot = sql`lease.renewed_at > ${since} and (lease.paused_at is null or lease.paused_at > ${since})`;
  return sql`
    update ${playbackLeases} as lease set
      renewed_at = greatest(lease.renewed_at, report.told_at),
      -- One that lapsed stays so: standing paused takes no device slot.
      paused_at = case when report.is_paused
        then coalesce(lease.paused_at, case when lease.renewed_at > ${since} then report.told_at else lease.renewed_at end) end
    from report
    join (
      -- Whoever ends many holds them in another order: what is held is left alone, and nobody waits in a circle.
      select id from ${playbackLeases} where id in (select lease_id from report) and ended_at is null
      for no key update skip locked
    ) as free on free.id = report.lease_id
    where lease.id = free.id and lease.ended_at is null
      and lease.member_id = report.member_id and lease.session_id = report.session_id and lease.epoch = report.epoch
      and (report.is_paused or (${holdsSlot}))
      and (report.first_sequence is null or report.number in (select number from fit))
    returning report.number, lease.device_name, lease.stream_id, lease.starts_at, lease.ends_at, lease.started_at`;
};

/**
 * Stores reports and renews leases in one statement, which covers nearly all calls. A report is stored whole or not at
 * all: not if its events do not follow all earlier ones of the device, if its member or a stream is missing, or if its
 * member paused recording; then its lease is not renewed either. At most one report per device. Rows are locked in a
 * fixed order, to avoid deadlocks. Throws if a number is being taken concurrently.
 */
export async function addReports(db: Db, reports: readonly DeviceReport[]): Promise<ReportOutcome[]> {
  const of = columnOf(reports);
  const event = columnOf(reports.flatMap(({ events }, i) => events.map((one) => ({ ...one, number: i + 1 }))));
  const heard = reports.flatMap((report, i) => report.heard.map((one) => ({ ...one, number: i + 1 })));
  const { rows } = await db.execute<{
    added: boolean;
    renewed: boolean;
    deviceName: string;
    streamId: number;
    startsAt: number;
    endsAt: number;
    startedAt: number;
  }>(sql`
    with report as materialized (
      select * from unnest(
        ${of(({ memberId }) => memberId)}::int[],
        ${of(({ device }) => device.key)}::text[],
        ${of(({ device }) => device.name)}::text[],
        ${of(({ events }) => events[0]?.sequence ?? null)}::bigint[],
        ${of(({ now }) => now.toISOString())}::timestamptz[],
        ${of(({ renews }) => renews?.leaseId ?? null)}::uuid[],
        ${of(({ renews }) => renews?.sessionId ?? null)}::bigint[],
        ${of(({ renews }) => renews?.epoch ?? null)}::int[],
        ${of(({ renews }) => renews?.isPaused ?? null)}::bool[]
      ) with ordinality as one (
        member_id, device_key, device_name, first_sequence, told_at, lease_id, session_id, epoch, is_paused, number
      )
    ), event as materialized (
      select * from unnest(
        ${event(({ number }) => number)}::bigint[],
        ${event(({ sequence }) => sequence)}::bigint[],
        ${event(({ streamId }) => streamId)}::int[],
        ${event(({ at }) => at.toISOString())}::timestamptz[],
        ${event(({ heardAt }) => heardAt.toISOString())}::timestamptz[],
        ${event(({ movedMs }) => movedMs)}::int[]
      ) as one (number, sequence, stream_id, at, heard_at, moved_ms)
    ), holder as materialized (
      select id from ${members}
      where id in (select member_id from report where first_sequence is not null) and state in ('active', 'deleting')
      order by id for key share
    ), fit as materialized (
      select report.*, newest.heard_at
      from report
      join holder on holder.id = report.member_id
      left join lateral (
        select sequence, heard_at from ${playbackPositionEvents}
        where member_id = report.member_id and device_key = report.device_key order by sequence desc limit 1
      ) as newest on true
      where report.first_sequence is not null and (newest.sequence is null or newest.sequence < report.first_sequence)
        and not exists (select 1 from ${recordingPauses} where member_id = report.member_id)
        and not exists (
          select 1 from event where event.number = report.number
            and not exists (select 1 from ${mediaStreams} where id = event.stream_id)
        )
    ), added as (
      insert into ${playbackPositionEvents} (member_id, device_key, sequence, device_name, stream_id, at, heard_at, moved_ms, received_at)
      select fit.member_id, fit.device_key, event.sequence, fit.device_name, event.stream_id, event.at,
        greatest(event.heard_at, fit.heard_at), event.moved_ms, fit.told_at
      from fit join event on event.number = fit.number
      order by 1, 2, 3
    ), told as (${heardInsert(heard, sql`select number, member_id from fit`)}),
    renewed as (${reports.some(({ renews }) => renews !== null) ? renewed() : NONE_RENEWED})
    select fit.number is not null as added, renewed.number is not null as renewed,
      renewed.device_name as "deviceName", renewed.stream_id as "streamId",
      (extract(epoch from renewed.starts_at) * 1000)::float8 as "startsAt",
      (extract(epoch from renewed.ends_at) * 1000)::float8 as "endsAt",
      (extract(epoch from renewed.started_at) * 1000)::float8 as "startedAt"
    from report left join fit using (number) left join renewed using (number)
    order by report.number`);
  return rows.map(({ added, renewed: isRenewed, deviceName, streamId, startsAt, endsAt, startedAt }) => ({
    isAdded: added,
    lease: isRenewed
      ? {
          deviceName,
          streamId,
          startsAt: new Date(startsAt),
          endsAt: new Date(endsAt),
          startedAt: new Date(startedAt),
        }
      : null,
  }));
}
