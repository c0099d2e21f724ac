import type { Db } from '#db/database.ts';
import { isRecordingPaused } from '#domain/playback/playback.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { MAX_HEARD, MAX_KEPT, type HowSong } from './member-songs.rules.ts';
import {
  countSongs,
  deleteOldestHeard,
  deleteSongs,
  findMemberSongs,
  insertHeard,
  insertKept,
  lockSongs,
  songMarks,
  type MemberSong,
} from './member-songs.store.ts';

export type { MemberSong } from './member-songs.store.ts';

interface Services {
  db: Db;
  now: Date;
}

/** Keeps a song on the member's request. `isNew` is false if it was kept already. */
export function keepSong(
  { db, now }: Services,
  { memberId }: MemberActor,
  markId: number,
): Promise<{ isNew: boolean }> {
  return db.transaction(async (tx) => {
    await lockSongs(tx, memberId);
    const [found] = await songMarks(tx, [markId], now);
    if (found === undefined) throw new DomainError('dataNotFound', 'the song does not exist');
    const isNew = await insertKept(tx, memberId, found, now);
    const { kept } = await countSongs(tx, memberId);
    if (kept > MAX_KEPT) throw new DomainError('playlistFull');
    return { isNew };
  });
}

/** Records songs heard in a member's player, unless the member has paused recording. Returns their number. */
export async function noteHeardSongs(
  { db, now }: Services,
  { memberId }: MemberActor,
  markIds: readonly number[],
): Promise<number> {
  if (markIds.length === 0 || (await isRecordingPaused(db, memberId))) return 0;
  return db.transaction(async (tx) => {
    await lockSongs(tx, memberId);
    const found = await songMarks(tx, [...new Set(markIds)], now);
    if (found.length === 0) return 0;
    await insertHeard(tx, memberId, found, now);
    await deleteOldestHeard(tx, memberId, MAX_HEARD);
    return found.length;
  });
}

/** Heard and kept songs of a member, latest first. */
export async function listMemberSongs(
  { db }: Pick<Services, 'db'>,
  { memberId }: MemberActor,
  { how, limit, offset }: { how?: HowSong | undefined; limit: number; offset: number },
): Promise<{ songs: MemberSong[]; hasMore: boolean }> {
  const found = await findMemberSongs(db, memberId, { how, limit: limit + 1, offset });
  return { songs: found.slice(0, limit), hasMore: found.length > limit };
}

export const countMemberSongs = (
  { db }: Pick<Services, 'db'>,
  { memberId }: MemberActor,
): Promise<Record<HowSong, number>> => countSongs(db, memberId);

/** Removes one song from the list, or all. Returns their number. */
export function forgetSongs(
  { db }: Pick<Services, 'db'>,
  { memberId }: MemberActor,
  which: { markId: number } | 'all',
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockSongs(tx, memberId);
    return deleteSongs(tx, memberId, which);
  });
}
