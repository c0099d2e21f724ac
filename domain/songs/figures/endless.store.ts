import { sql } from 'drizzle-orm';
import type { ReadDb } from '#db/database.ts';
import { programArchives } from '#db/tables/archive.ts';
import { programs } from '#db/tables/programs.ts';
import { onAirMarks, playedSongs } from '#db/tables/songs.ts';
import { CHANNEL_IDS, EntityStatus } from '#shared/enums.ts';
import { MAX_ENDLESS_SONGS } from './endless.rules.ts';
import type { Play } from './song-figures.store.ts';

/** A play with what is needed to play the song alone. */
export interface MoodPlay extends Play {
  artist: string;
  /** Null: its end was never reported. */
  endsAt: Date | null;
}

/**
 * The latest play of each song in broadcasts of a category between two instants, at the hours of a part of the day; only
 * of broadcasts whose replay is public.
 */
export async function findPlaysOfMood(
  db: ReadDb,
  {
    categoryId,
    hours,
    from,
    to,
  }: { categoryId: number; hours: { from: number; to: number } | null; from: Date; to: Date },
): Promise<MoodPlay[]> {
  const hour = sql`extract(hour from play.starts_at at time zone 'Asia/Hong_Kong')::int`;
  const isInHours =
    hours === null
      ? sql`true`
      : hours.from < hours.to
        ? sql`${hour} >= ${hours.from} and ${hour} < ${hours.to}`
        : sql`(${hour} >= ${hours.from} or ${hour} < ${hours.to})`;
  const { rows } = await db.execute<
    Omit<MoodPlay, 'startsAt' | 'endsAt'> & { startsAt: string; endsAt: string | null } & Record<string, unknown>
  >(sql`
    select distinct on (play.song_id) play.id as "markId", play.song_id as "songId", ${playedSongs.title} as title,
      ${playedSongs.artist} as artist, play.ends_at as "endsAt",
      play.stream_id as "streamId", play.starts_at as "startsAt"
    from ${programArchives}
    join ${programs} on ${programs.id} = ${programArchives.programId}
      and ${programs.status} = ${EntityStatus.ACTIVE} and ${programs.categoryId} = ${categoryId}
    join ${onAirMarks} as play on play.stream_id = ${programArchives.streamId}
      and play.starts_at >= ${programArchives.startsAt} and play.starts_at < ${programArchives.endsAt}
    join ${playedSongs} on ${playedSongs.id} = play.song_id
    where ${programArchives.mergedInto} is null and ${programArchives.state} = 'shown'
      and ${programArchives.streamId} = any(${sql.param([...CHANNEL_IDS])}::int[])
      and ${programArchives.startsAt} >= ${from.toISOString()}::timestamptz
      and ${programArchives.startsAt} < ${to.toISOString()}::timestamptz
      and play.starts_at < ${to.toISOString()}::timestamptz
      and not play.is_withdrawn and ${isInHours}
    order by play.song_id, play.starts_at desc
    limit ${MAX_ENDLESS_SONGS}`);
  return rows.map((row) => ({
    ...row,
    startsAt: new Date(row.startsAt),
    endsAt: row.endsAt === null ? null : new Date(row.endsAt),
  }));
}
