import type { ReadDb } from '#db/database.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { addDaysHk, type DayHk } from '#shared/hk-time.ts';
import { stationDaySpan } from '#shared/station-day.ts';
import { DAY_PARTS, ENDLESS_DAYS, endlessPage, type DayPart } from './endless.rules.ts';
import { findPlaysOfMood, type MoodPlay } from './endless.store.ts';
import { PLAYS_TAGS } from './song-figures.ts';

/**
 * A page of an endless list: songs that programmes of a category played at a part of the day in the weeks before a
 * station day. The day is part of the address of a page, so that going on does not change what came before.
 */
export async function listEndless(
  { db }: { db: ReadDb },
  { categoryId, part, day, page }: { categoryId: number; part: DayPart | null; day: DayHk; page: number },
): Promise<{ plays: MoodPlay[]; hasMore: boolean }> {
  const mood = `${categoryId} ${part ?? ''} ${day}`;
  const plays = await cachedQuery(db, { key: `endless ${mood}`, tags: PLAYS_TAGS }, () =>
    findPlaysOfMood(db, {
      categoryId,
      hours: part && DAY_PARTS[part],
      from: stationDaySpan(addDaysHk(day, -ENDLESS_DAYS)).from,
      to: stationDaySpan(day).from,
    }),
  );
  const bySong = new Map(plays.map((play) => [play.songId, play]));
  const { songIds, hasMore } = endlessPage([...bySong.keys()], mood, page);
  return { plays: songIds.map((id) => bySong.get(id)!), hasMore };
}
