import { and, asc, count, desc, eq, inArray, lte, min } from 'drizzle-orm';
import type { ReadDb } from '#db/database.ts';
import { chartEntries, chartWeeks, songs } from '#db/tables/chart.ts';
import type { ChannelId } from '#shared/enums.ts';

/** A week's chart is in force from the instant of its publication; no job publishes it. */
const isInForce = (now: Date) => lte(chartWeeks.publishAt, now);

/** Published weeks of a channel, newest first. */
export async function findWeeks(db: ReadDb, channelId: ChannelId, now: Date, limit: number) {
  return db
    .select({ id: chartWeeks.id, weekHk: chartWeeks.weekHk })
    .from(chartWeeks)
    .where(and(eq(chartWeeks.channelId, channelId), isInForce(now)))
    .orderBy(desc(chartWeeks.weekHk))
    .limit(limit);
}

/** Channels with a published chart. */
export async function findChartChannels(db: ReadDb, now: Date): Promise<number[]> {
  const rows = await db
    .selectDistinct({ channelId: chartWeeks.channelId })
    .from(chartWeeks)
    .where(isInForce(now))
    .orderBy(asc(chartWeeks.channelId));
  return rows.map(({ channelId }) => channelId);
}

export async function findEntries(db: ReadDb, weekId: number) {
  return db
    .select({
      position: chartEntries.position,
      songId: songs.id,
      title: songs.title,
      artist: songs.artist,
      credits: songs.credits,
      picture: songs.picture,
    })
    .from(chartEntries)
    .innerJoin(songs, eq(songs.id, chartEntries.songId))
    .where(eq(chartEntries.weekId, weekId))
    .orderBy(asc(chartEntries.position))
    .limit(100);
}

/** Positions of songs in one week, by song. */
export async function findPlaces(db: ReadDb, weekId: number, songIds: readonly number[]): Promise<Map<number, number>> {
  if (songIds.length === 0) return new Map();
  const rows = await db
    .select({ songId: chartEntries.songId, position: chartEntries.position })
    .from(chartEntries)
    .where(and(eq(chartEntries.weekId, weekId), inArray(chartEntries.songId, [...songIds])));
  return new Map(rows.map(({ songId, position }) => [songId, position]));
}

/** Weeks on a channel's chart and best position up to a week, by song. */
export async function findRuns(
  db: ReadDb,
  channelId: ChannelId,
  weekHk: string,
  songIds: readonly number[],
): Promise<Map<number, { weeksOn: number; peak: number }>> {
  if (songIds.length === 0) return new Map();
  const rows = await db
    .select({ songId: chartEntries.songId, weeksOn: count(), peak: min(chartEntries.position) })
    .from(chartEntries)
    .innerJoin(chartWeeks, eq(chartWeeks.id, chartEntries.weekId))
    .where(
      and(
        eq(chartWeeks.channelId, channelId),
        lte(chartWeeks.weekHk, weekHk),
        inArray(chartEntries.songId, [...songIds]),
      ),
    )
    .groupBy(chartEntries.songId);
  return new Map(rows.map(({ songId, weeksOn, peak }) => [songId, { weeksOn, peak: peak ?? 0 }]));
}

/** Positions of songs in several weeks. */
export async function findPositions(
  db: ReadDb,
  weekIds: readonly number[],
  songIds: readonly number[],
): Promise<{ songId: number; weekId: number; position: number }[]> {
  if (weekIds.length === 0 || songIds.length === 0) return [];
  return db
    .select({ songId: chartEntries.songId, weekId: chartEntries.weekId, position: chartEntries.position })
    .from(chartEntries)
    .where(and(inArray(chartEntries.weekId, [...weekIds]), inArray(chartEntries.songId, [...songIds])));
}

/** Names of every song of a chart. A year of three channels adds less than a thousand. */
export const findSongNames = (db: ReadDb, limit: number): Promise<{ id: number; title: string; artist: string }[]> =>
  db
    .select({ id: songs.id, title: songs.title, artist: songs.artist })
    .from(songs)
    .orderBy(desc(songs.id))
    .limit(limit);

/** Published positions of songs on any channel, newest week first. */
export async function findHistory(
  db: ReadDb,
  songIds: readonly number[],
  now: Date,
  limit: number,
): Promise<{ songId: number; channelId: number; weekHk: string; position: number }[]> {
  if (songIds.length === 0) return [];
  return db
    .select({
      songId: chartEntries.songId,
      channelId: chartWeeks.channelId,
      weekHk: chartWeeks.weekHk,
      position: chartEntries.position,
    })
    .from(chartEntries)
    .innerJoin(chartWeeks, eq(chartWeeks.id, chartEntries.weekId))
    .where(and(inArray(chartEntries.songId, [...songIds]), isInForce(now)))
    .orderBy(desc(chartWeeks.weekHk), asc(chartEntries.position))
    .limit(limit);
}
