import type { Db, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { differencesOf } from '#domain/actions/actions.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { findSongMarks, lockSongMark, spelledSongId, updateSongMark } from './song-corrections.store.ts';
import { queueSongIndex } from './song-index.store.ts';
import { MAX_SONGS, songsTag } from './songs.ts';
import { tellMarks } from './songs.store.ts';

/** What staff may correct of a song on air. */
export interface SongFields {
  title: string;
  artist: string;
  /** It was not on air. */
  isWithdrawn: boolean;
  /** False: reports of the automation change it again. */
  isByHand: boolean;
}

/** Songs that began in a span, in order, also withdrawn ones. */
export const listSongMarks = (db: Db, streamId: number, from: Date, to: Date) =>
  findSongMarks(db, { streamId, from, to, limit: MAX_SONGS });

/** The mark of a song, locked until the transaction ends. Throws `dataNotFound`. */
export async function getLockedSongMark(tx: Tx, markId: number) {
  const mark = await lockSongMark(tx, markId);
  if (mark === undefined) throw new DomainError('dataNotFound', `mark ${markId} is no song`);
  return mark;
}

/** Corrects a song on air; later reports of it change only its times. Returns the fields before. */
export async function correctSong(
  tx: Tx,
  { now, tags }: { now: Date; /** Of pages about the broadcast that contains it. */ tags: readonly string[] },
  hand: Hand,
  { markId, ...after }: SongFields & { markId: number },
): Promise<SongFields> {
  const { streamId, songId: formerId, title, artist, isWithdrawn, isByHand } = await getLockedSongMark(tx, markId);
  const before = { title, artist, isWithdrawn, isByHand };
  const songId = await spelledSongId(tx, after);
  await updateSongMark(tx, markId, { songId, isWithdrawn: after.isWithdrawn, isByHand: after.isByHand });
  const changes = differencesOf(before, after);
  await recordAudit(tx, hand, { action: 'songs.correct', subject: ['song', markId], ...changes }, now);
  await queueSongIndex(tx, [formerId, songId]);
  await tellMarks(tx, streamId);
  await purgePages(tx, [songsTag(streamId), ...tags]);
  return before;
}
