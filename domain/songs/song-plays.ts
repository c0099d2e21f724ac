import type { Db } from '#db/database.ts';
import { isChannelId, type ChannelId } from '#shared/enums.ts';
import { spelling } from '#shared/text/spelling.ts';
import { findPlaysOfSingers, findPlaysOfSongs, type SongPlayRow } from './song-plays.store.ts';

/** The latest time a channel played a song. */
export interface SongPlay extends Omit<SongPlayRow, 'streamId'> {
  channelId: ChannelId;
}

/** The name of a singer regardless of spelling, by which songs of a singer are found. Empty: no singer is known. */
export const foldName = (artist: string): string => spelling(artist);

/** The latest plays of songs and of singers (by folded name). Those that no channel has played are left out. */
export async function listSongPlays(
  { db, now }: { db: Db; now: Date },
  { songIds, singers }: { songIds: readonly number[]; singers: readonly string[] },
): Promise<{ bySong: ReadonlyMap<number, SongPlay>; bySinger: ReadonlyMap<string, SongPlay> }> {
  const [songs, bySinger] = await Promise.all([
    findPlaysOfSongs(db, songIds, now),
    findPlaysOfSingers(
      db,
      singers.filter((singer) => singer !== ''),
      now,
    ),
  ]);
  const playOf = ({ streamId, songId, title, artist, startsAt }: SongPlayRow): SongPlay[] =>
    isChannelId(streamId) ? [{ channelId: streamId, songId, title, artist, startsAt }] : [];
  return {
    bySong: new Map(songs.flatMap((row) => playOf(row).map((play) => [play.songId, play]))),
    bySinger: new Map(bySinger.flatMap((row) => playOf(row).map((play) => [row.singer, play]))),
  };
}
