import { and, asc, desc, eq, inArray, lte, sql, type SQL } from 'drizzle-orm';
import type { ReadDb } from '#db/database.ts';
import { programArchives } from '#db/tables/archive.ts';
import { programs } from '#db/tables/programs.ts';
import { onAirMarks, playedSongs } from '#db/tables/songs.ts';
import { CHANNEL_IDS, EntityStatus } from '#shared/enums.ts';
import { COUNTED_OF_EACH, COUNTED_PLAYS, SONGS_OF_SINGER, type PlayCount } from './song-figures.rules.ts';

/** The part of a song's key that is its singer. Has an index. */
const SINGER = sql<string>`split_part(${playedSongs.nameKey}, chr(10), 2)`;
/** Longest possible broadcast. */
const MAX_BROADCAST_LENGTH = sql`interval '36 hours'`;

/** A time that a channel played a song. */
export interface Play {
  markId: number;
  songId: number;
  title: string;
  streamId: number;
  startsAt: Date;
}

const isPlayed = (now: Date) =>
  and(inArray(onAirMarks.streamId, [...CHANNEL_IDS]), eq(onAirMarks.isWithdrawn, false), lte(onAirMarks.startsAt, now));

export async function findSong(db: ReadDb, id: number) {
  const [song] = await db
    .select({ id: playedSongs.id, title: playedSongs.title, artist: playedSongs.artist })
    .from(playedSongs)
    .where(eq(playedSongs.id, id));
  return song;
}

/** Ids by key of title and artist. */
export async function findSongIds(db: ReadDb, nameKeys: readonly string[]): Promise<Map<string, number>> {
  if (nameKeys.length === 0) return new Map();
  const rows = await db
    .select({ id: playedSongs.id, nameKey: playedSongs.nameKey })
    .from(playedSongs)
    .where(inArray(playedSongs.nameKey, [...nameKeys]));
  return new Map(rows.map(({ id, nameKey }) => [nameKey, id]));
}

/** Plays of a song, newest first. */
export function findPlays(
  db: ReadDb,
  { songId, now, limit, offset }: { songId: number; now: Date; limit: number; offset: number },
): Promise<Play[]> {
  return db
    .select({
      markId: onAirMarks.id,
      songId: playedSongs.id,
      title: playedSongs.title,
      streamId: onAirMarks.streamId,
      startsAt: onAirMarks.startsAt,
    })
    .from(onAirMarks)
    .innerJoin(playedSongs, eq(playedSongs.id, onAirMarks.songId))
    .where(and(eq(onAirMarks.songId, songId), isPlayed(now)))
    .orderBy(desc(onAirMarks.startsAt), desc(onAirMarks.id))
    .limit(limit)
    .offset(offset);
}

/** Songs of a singer that a channel has played, most played first; at most `COUNTED_OF_EACH` plays of each are counted. */
export async function findSongsOfSinger(
  db: ReadDb,
  singer: string,
  now: Date,
): Promise<{ id: number; title: string; artist: string; plays: number; lastAt: Date }[]> {
  const newest = db
    .select({ startsAt: onAirMarks.startsAt })
    .from(onAirMarks)
    .where(and(eq(onAirMarks.songId, playedSongs.id), isPlayed(now)))
    .orderBy(desc(onAirMarks.startsAt))
    .limit(COUNTED_OF_EACH)
    .as('newest');
  const counted = db
    .select({
      plays: sql<number>`count(*)::int`.as('plays'),
      lastAt: sql<Date>`max(${newest.startsAt})`.mapWith(onAirMarks.startsAt).as('last_at'),
    })
    .from(newest)
    .as('counted');
  return db
    .select({
      id: playedSongs.id,
      title: playedSongs.title,
      artist: playedSongs.artist,
      plays: counted.plays,
      lastAt: counted.lastAt,
    })
    .from(playedSongs)
    .innerJoinLateral(counted, sql`${counted.plays} > 0`)
    .where(eq(SINGER, singer))
    .orderBy(desc(counted.plays), asc(playedSongs.id))
    .limit(SONGS_OF_SINGER);
}

/** The newest plays of the songs: of each at most `ofEach`, together at most `COUNTED_PLAYS`. By the index of songs. */
const newestPlays = (songIds: readonly number[], now: Date, ofEach: number): SQL => sql`
  select play.* from unnest(${sql.param([...songIds])}::int[]) as wanted (song_id)
  cross join lateral (
    select id, song_id, stream_id, starts_at from ${onAirMarks}
    where song_id = wanted.song_id and not is_withdrawn and starts_at <= ${now.toISOString()}::timestamptz
      and stream_id = any(${sql.param([...CHANNEL_IDS])}::int[])
    order by starts_at desc limit ${ofEach}
  ) as play
  order by play.starts_at desc limit ${COUNTED_PLAYS}`;

/** How often channels and public programmes played the songs, by hour of the day. */
export const playCountsQuery = (songIds: readonly number[], now: Date, ofEach: number): SQL => sql`
  select play.stream_id as "streamId",
    extract(hour from play.starts_at at time zone 'Asia/Hong_Kong')::int as hour,
    broadcast.program_id as "programId", count(*)::int as plays
  from (${newestPlays(songIds, now, ofEach)}) as play
  left join lateral (
    select ${programArchives.programId} as program_id from ${programArchives}
    join ${programs} on ${programs.id} = ${programArchives.programId} and ${programs.status} = ${EntityStatus.ACTIVE}
    where ${programArchives.streamId} = play.stream_id and ${programArchives.mergedInto} is null
      and ${programArchives.state} <> 'taken_down'
      and ${programArchives.startsAt} <= play.starts_at and ${programArchives.startsAt} > play.starts_at - ${MAX_BROADCAST_LENGTH}
      and ${programArchives.endsAt} > play.starts_at
    order by ${programArchives.startsAt} desc limit 1
  ) as broadcast on true
  group by 1, 2, 3`;

export async function countPlays(
  db: ReadDb,
  songIds: readonly number[],
  now: Date,
  ofEach: number,
): Promise<PlayCount[]> {
  if (songIds.length === 0) return [];
  const { rows } = await db.execute<PlayCount & Record<string, unknown>>(playCountsQuery(songIds, now, ofEach));
  return rows;
}

/** The newest plays of any of the songs. */
export async function findNewestPlays(
  db: ReadDb,
  songIds: readonly number[],
  { now, limit }: { now: Date; limit: number },
): Promise<Play[]> {
  if (songIds.length === 0) return [];
  const { rows } = await db.execute<Omit<Play, 'startsAt'> & { startsAt: string } & Record<string, unknown>>(sql`
    select play.id as "markId", play.song_id as "songId", ${playedSongs.title} as title, play.stream_id as "streamId",
      play.starts_at as "startsAt"
    from (${newestPlays(songIds, now, limit)}) as play
    join ${playedSongs} on ${playedSongs.id} = play.song_id
    order by play.starts_at desc, play.id desc limit ${limit}`);
  return rows.map((row) => ({ ...row, startsAt: new Date(row.startsAt) }));
}

/** Songs that a channel has played, newest first, for crawlers. */
export function findSongAddresses(db: ReadDb, now: Date, limit: number): Promise<{ id: number; artist: string }[]> {
  return db
    .select({ id: playedSongs.id, artist: playedSongs.artist })
    .from(playedSongs)
    .where(sql`exists (select from ${onAirMarks} where ${and(eq(onAirMarks.songId, playedSongs.id), isPlayed(now))})`)
    .orderBy(desc(playedSongs.id))
    .limit(limit);
}
