import { sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { listeningSessions, trackingEvents } from '#db/tables/tracking.ts';
import type { DayHk } from '#shared/hk-time.ts';

/** Creates the missing partitions of some days. Returns their number. */
export async function makePartitions(db: Db, from: DayHk, days: number): Promise<number> {
  const { rows } = await db.execute<{ made: number }>(
    sql`select make_tracking_partitions(${from}::date, ${days}) as made`,
  );
  return rows[0]?.made ?? 0;
}

/** Drops the partitions before a day. Returns their number. */
export async function dropPartitions(db: Db, before: DayHk): Promise<number> {
  const { rows } = await db.execute<{ dropped: number }>(
    sql`select drop_tracking_partitions(${before}::date) as dropped`,
  );
  return rows[0]?.dropped ?? 0;
}

/** Number of rows outside any day's partition, counted up to a limit. */
export async function countUnplaced(db: Db): Promise<number> {
  const { rows } = await db.execute<{ rows: number }>(
    sql`select count(*)::int as rows from (select 1 from tracking_events_rest limit 1000) unplaced`,
  );
  return rows[0]?.rows ?? 0;
}

/** Anonymises a batch of reports received before an instant. Returns their number. */
export async function blankReporters(
  db: Db,
  { from, before, limit }: { from: Date; before: Date; limit: number },
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update ${trackingEvents} set visitor = null, member_id = null, network = null
    where received_at >= ${from.toISOString()}::timestamptz and received_at < ${before.toISOString()}::timestamptz and (ctid, tableoid) in (
      select ctid, tableoid from tracking_events
      where received_at >= ${from.toISOString()}::timestamptz and received_at < ${before.toISOString()}::timestamptz
        and (visitor is not null or member_id is not null or network is not null)
      limit ${limit})`);
  return rowCount ?? 0;
}

/** Adds the players this process saw in a minute. */
export async function addPlayers(
  db: Db,
  minute: Date,
  process: string,
  players: readonly { streamId: number; players: number }[],
): Promise<void> {
  if (players.length === 0) return;
  await db.execute(sql`
    insert into ${listeningSessions} (minute, stream_id, process, players)
    select ${minute.toISOString()}::timestamptz, stream_id, ${process}, players
    from unnest(${sql.param(players.map(({ streamId }) => streamId))}::int[], ${sql.param(players.map((one) => one.players))}::int[]) as seen(stream_id, players)
    on conflict (minute, stream_id, process) do update set players = excluded.players`);
}

export async function removePlayersBefore(db: Db, before: Date): Promise<void> {
  await db.execute(sql`delete from ${listeningSessions} where minute < ${before.toISOString()}::timestamptz`);
}
