import { and, count, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { memberSongs, onAirMarks, playedSongs } from '#db/tables/songs.ts';
import type { HowSong } from './member-songs.rules.ts';

/** A song on the list of a member. */
export interface MemberSong {
  markId: number;
  songId: number;
  how: HowSong;
  /** When it was kept or heard. */
  at: Date;
  streamId: number;
  startsAt: Date;
  title: string;
  artist: string;
}

const LOCK = 881_903_873;

/** Serialises changes to a member's list, so that the limit holds for any number of tabs. */
export const lockSongs = (tx: Tx, memberId: number): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock(${LOCK}::int, ${memberId}::int)`);

/** Which of the marks are songs that have started. */
export async function songMarks(db: Db, markIds: readonly number[], now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: onAirMarks.id })
    .from(onAirMarks)
    .where(
      and(
        inArray(onAirMarks.id, [...markIds]),
        eq(onAirMarks.kind, 'song'),
        eq(onAirMarks.isWithdrawn, false),
        lte(onAirMarks.startsAt, now),
      ),
    );
  return rows.map(({ id }) => id);
}

export async function countSongs(db: Db, memberId: number): Promise<Record<HowSong, number>> {
  const rows = await db
    .select({ how: memberSongs.how, songs: count() })
    .from(memberSongs)
    .where(eq(memberSongs.memberId, memberId))
    .groupBy(memberSongs.how);
  const of = (how: HowSong) => rows.find((row) => row.how === how)?.songs ?? 0;
  return { kept: of('kept'), heard: of('heard') };
}

/** Turns a heard song into a kept one. False if it was kept already. */
export async function insertKept(tx: Tx, memberId: number, markId: number, now: Date): Promise<boolean> {
  const rows = await tx
    .insert(memberSongs)
    .values({ memberId, markId, how: 'kept', heardAt: now })
    .onConflictDoUpdate({
      target: [memberSongs.memberId, memberSongs.markId],
      set: { how: 'kept', heardAt: now },
      setWhere: eq(memberSongs.how, 'heard'),
    })
    .returning({ markId: memberSongs.markId });
  return rows.length > 0;
}

export async function insertHeard(tx: Tx, memberId: number, markIds: readonly number[], now: Date): Promise<void> {
  await tx
    .insert(memberSongs)
    .values(markIds.map((markId) => ({ memberId, markId, how: 'heard' as const, heardAt: now })))
    .onConflictDoUpdate({
      target: [memberSongs.memberId, memberSongs.markId],
      set: { heardAt: now },
      setWhere: eq(memberSongs.how, 'heard'),
    });
}

/** Deletes the oldest heard songs beyond the limit. */
export async function deleteOldestHeard(tx: Tx, memberId: number, most: number): Promise<void> {
  await tx.execute(sql`
    delete from ${memberSongs} where member_id = ${memberId} and mark_id in (
      select mark_id from ${memberSongs} where member_id = ${memberId} and how = 'heard'
      order by heard_at desc, mark_id desc offset ${most})`);
}

export function findMemberSongs(
  db: Db,
  memberId: number,
  { how, limit, offset }: { how?: HowSong | undefined; limit: number; offset: number },
): Promise<MemberSong[]> {
  return db
    .select({
      markId: memberSongs.markId,
      songId: playedSongs.id,
      how: memberSongs.how,
      at: memberSongs.heardAt,
      streamId: onAirMarks.streamId,
      startsAt: onAirMarks.startsAt,
      title: playedSongs.title,
      artist: playedSongs.artist,
    })
    .from(memberSongs)
    .innerJoin(onAirMarks, eq(onAirMarks.id, memberSongs.markId))
    .innerJoin(playedSongs, eq(playedSongs.id, onAirMarks.songId))
    .where(and(eq(memberSongs.memberId, memberId), how === undefined ? undefined : eq(memberSongs.how, how)))
    .orderBy(desc(memberSongs.heardAt), desc(memberSongs.markId))
    .limit(limit)
    .offset(offset);
}

/** Returns the number of deleted songs. */
export async function deleteSongs(tx: Tx, memberId: number, which: { markId: number } | 'all'): Promise<number> {
  const gone = await tx
    .delete(memberSongs)
    .where(and(eq(memberSongs.memberId, memberId), which === 'all' ? undefined : eq(memberSongs.markId, which.markId)))
    .returning({ markId: memberSongs.markId });
  return gone.length;
}
