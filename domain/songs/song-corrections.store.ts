import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { onAirMarks, playedSongs } from '#db/tables/songs.ts';
import { nameKeyOf } from '#shared/text/spelling.ts';

const columns = {
  markId: onAirMarks.id,
  streamId: onAirMarks.streamId,
  songId: playedSongs.id,
  startsAt: onAirMarks.startsAt,
  endsAt: onAirMarks.endsAt,
  title: playedSongs.title,
  artist: playedSongs.artist,
  isWithdrawn: onAirMarks.isWithdrawn,
  isByHand: onAirMarks.isByHand,
};

/** Songs that began in a span, in order, also withdrawn ones. */
export const findSongMarks = (
  db: Db,
  { streamId, from, to, limit }: { streamId: number; from: Date; to: Date; limit: number },
) =>
  db
    .select(columns)
    .from(onAirMarks)
    .innerJoin(playedSongs, eq(playedSongs.id, onAirMarks.songId))
    .where(and(eq(onAirMarks.streamId, streamId), gte(onAirMarks.startsAt, from), lt(onAirMarks.startsAt, to)))
    .orderBy(asc(onAirMarks.startsAt), asc(onAirMarks.id))
    .limit(limit);

/** The mark of a song, locked until the transaction ends. */
export async function lockSongMark(tx: Tx, markId: number) {
  const [row] = await tx
    .select(columns)
    .from(onAirMarks)
    .innerJoin(playedSongs, eq(playedSongs.id, onAirMarks.songId))
    .where(eq(onAirMarks.id, markId))
    .for('update', { of: onAirMarks });
  return row;
}

/**
 * The id of a recording in exactly this spelling. Where the recording is known in another, this spelling gets a row of its
 * own, because marks of other instants keep theirs.
 */
export async function spelledSongId(tx: Tx, { title, artist }: { title: string; artist: string }): Promise<number> {
  const recordingOf = async (nameKey: string) => {
    await tx.insert(playedSongs).values({ nameKey, title, artist }).onConflictDoNothing();
    const [row] = await tx.select().from(playedSongs).where(eq(playedSongs.nameKey, nameKey));
    return row!;
  };
  const nameKey = nameKeyOf({ title, artist });
  const known = await recordingOf(nameKey);
  if (known.title === title && known.artist === artist) return known.id;
  return (await recordingOf(`${nameKey}\n${title}\n${artist}`)).id;
}

export async function updateSongMark(
  tx: Tx,
  markId: number,
  set: { songId: number; isWithdrawn: boolean; isByHand: boolean },
): Promise<void> {
  await tx
    .update(onAirMarks)
    .set({ ...set, corrections: sql`${onAirMarks.corrections} + 1`, updatedAt: sql`now()` })
    .where(eq(onAirMarks.id, markId));
}
