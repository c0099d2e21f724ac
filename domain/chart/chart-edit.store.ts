import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { chartEntries, chartWeeks, songs } from '#db/tables/chart.ts';
import type { ChannelId } from '#shared/enums.ts';

interface ChartSong {
  title: string;
  artist: string;
}
export interface ChartWeek {
  id: number;
  publishAt: Date;
  songs: ChartSong[];
}

const weekOf = (channelId: ChannelId, weekHk: string) =>
  and(eq(chartWeeks.channelId, channelId), eq(chartWeeks.weekHk, weekHk));

/** A week with its songs in order, published or not. */
export async function findWeek(db: Db, channelId: ChannelId, weekHk: string): Promise<ChartWeek | null> {
  const [week] = await db
    .select({ id: chartWeeks.id, publishAt: chartWeeks.publishAt })
    .from(chartWeeks)
    .where(weekOf(channelId, weekHk));
  if (!week) return null;
  const found = await db
    .select({ title: songs.title, artist: songs.artist })
    .from(chartEntries)
    .innerJoin(songs, eq(songs.id, chartEntries.songId))
    .where(eq(chartEntries.weekId, week.id))
    .orderBy(asc(chartEntries.position));
  return { ...week, songs: found };
}

/** The newest weeks of a channel, published or not. */
export async function findNewestWeeks(db: Db, channelId: ChannelId, limit: number) {
  return db
    .select({ weekHk: chartWeeks.weekHk, publishAt: chartWeeks.publishAt })
    .from(chartWeeks)
    .where(eq(chartWeeks.channelId, channelId))
    .orderBy(desc(chartWeeks.weekHk))
    .limit(limit);
}

/** The same, locked: until the transaction ends nobody else saves a chart. */
export async function lockWeek(tx: Tx, channelId: ChannelId, weekHk: string): Promise<ChartWeek | null> {
  await tx.execute(sql`lock table ${chartWeeks} in share row exclusive mode`);
  return findWeek(tx, channelId, weekHk);
}

const songKey = ({ title, artist }: ChartSong) => `${title}\n${artist}`;

/** Ids of songs by title and artist; those that are not known yet are added. */
async function songIds(tx: Tx, wanted: readonly ChartSong[]): Promise<number[]> {
  const known = await tx
    .select({ id: songs.id, title: songs.title, artist: songs.artist })
    .from(songs)
    .where(
      inArray(
        songs.title,
        wanted.map(({ title }) => title),
      ),
    )
    .orderBy(desc(songs.id));
  const ids = new Map(known.map((song) => [songKey(song), song.id]));
  const others = wanted.filter((song) => !ids.has(songKey(song)));
  if (others.length > 0)
    for (const song of await tx
      .insert(songs)
      .values(others.map(({ title, artist }) => ({ title, artist })))
      .returning())
      ids.set(songKey(song), song.id);
  return wanted.map((song) => ids.get(songKey(song))!);
}

/** Writes a week with its songs in place of what it had. */
export async function writeWeek(
  tx: Tx,
  { channelId, weekHk, publishAt, songs: wanted }: Omit<ChartWeek, 'id'> & { channelId: ChannelId; weekHk: string },
  now: Date,
): Promise<number> {
  const [week] = await tx
    .insert(chartWeeks)
    .values({ channelId, weekHk, publishAt, createdAt: now })
    .onConflictDoUpdate({ target: [chartWeeks.channelId, chartWeeks.weekHk], set: { publishAt } })
    .returning({ id: chartWeeks.id });
  const weekId = week!.id;
  await tx.delete(chartEntries).where(eq(chartEntries.weekId, weekId));
  const ids = await songIds(tx, wanted);
  await tx.insert(chartEntries).values(ids.map((songId, i) => ({ weekId, position: i + 1, songId })));
  return weekId;
}
