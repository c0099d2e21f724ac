import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { onAirMarks, playedSongs } from '#db/tables/songs.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';

/** The latest time a channel played a song, or a song of a singer. */
export interface SongPlayRow {
  songId: number;
  title: string;
  artist: string;
  streamId: number;
  startsAt: Date;
}

/** The part of a song's key that is its singer. Has an index. */
const SINGER = sql<string>`split_part(${playedSongs.nameKey}, chr(10), 2)`;

/** The latest play of each song: one index lookup a song, however often it was played. */
function latestPlay(db: Db, now: Date) {
  return db
    .select({ streamId: onAirMarks.streamId, startsAt: onAirMarks.startsAt })
    .from(onAirMarks)
    .where(
      and(
        eq(onAirMarks.songId, playedSongs.id),
        inArray(onAirMarks.streamId, [...CHANNEL_IDS]),
        eq(onAirMarks.isWithdrawn, false),
        lte(onAirMarks.startsAt, now),
      ),
    )
    .orderBy(desc(onAirMarks.startsAt))
    .limit(1)
    .as('latest_play');
}

export async function findPlaysOfSongs(db: Db, songIds: readonly number[], now: Date): Promise<SongPlayRow[]> {
  if (songIds.length === 0) return [];
  const play = latestPlay(db, now);
  return db
    .select({
      songId: playedSongs.id,
      title: playedSongs.title,
      artist: playedSongs.artist,
      streamId: play.streamId,
      startsAt: play.startsAt,
    })
    .from(playedSongs)
    .innerJoinLateral(play, sql`true`)
    .where(inArray(playedSongs.id, [...songIds]));
}

/** By folded name of the singer: of each the latest play of any song. */
export async function findPlaysOfSingers(
  db: Db,
  singers: readonly string[],
  now: Date,
): Promise<(SongPlayRow & { singer: string })[]> {
  if (singers.length === 0) return [];
  const play = latestPlay(db, now);
  const latest = db
    .select({
      songId: playedSongs.id,
      title: playedSongs.title,
      artist: playedSongs.artist,
      streamId: play.streamId,
      startsAt: play.startsAt,
    })
    .from(playedSongs)
    .innerJoinLateral(play, sql`true`)
    .where(eq(SINGER, sql`wanted.singer`))
    .orderBy(desc(play.startsAt))
    .limit(1)
    .as('latest');
  return db
    .select({
      singer: sql<string>`wanted.singer`,
      songId: latest.songId,
      title: latest.title,
      artist: latest.artist,
      streamId: latest.streamId,
      startsAt: latest.startsAt,
    })
    .from(sql`unnest(${sql.param([...singers])}::text[]) as wanted (singer)`)
    .innerJoinLateral(latest, sql`true`);
}
