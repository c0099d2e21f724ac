import type { ReadDb } from '#db/database.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { isChannelId, type ChannelId } from '#shared/enums.ts';
import { nameKeyOf, spelling } from '#shared/text/spelling.ts';
import { CHART_WEEKS, COMPARED_SONGS, HISTORY_WEEKS } from './chart.rules.ts';
import { findHistory, findPositions, findSongNames, findWeeks } from './chart.store.ts';
import { getChart } from './chart.ts';

interface Context {
  db: ReadDb;
  now: Date;
}

/** Positions of the songs of one week's chart in the weeks up to it. */
export interface ChartCourse {
  /** Oldest first. */
  weeks: string[];
  /** By chart position; a position for each of the weeks, null where it was not on the chart. */
  courses: { songId: number; positions: (number | null)[] }[];
}

export function getChartCourse(
  context: Context,
  { channelId, weekHk }: { channelId: ChannelId; weekHk: string },
): Promise<ChartCourse> {
  const { db, now } = context;
  return cachedQuery(db, { key: `chart course ${channelId} ${weekHk}`, tags: ['chart'] }, async () => {
    const { entries } = await getChart(context, { channelId, weekHk });
    const known = await findWeeks(db, channelId, now, CHART_WEEKS + 1);
    const weeks = known.filter((week) => week.weekHk <= weekHk).toReversed();
    const songIds = entries.map(({ songId }) => songId);
    const found = await findPositions(
      db,
      weeks.map(({ id }) => id),
      songIds,
    );
    const at = new Map(found.map(({ songId, weekId, position }) => [`${songId} ${weekId}`, position]));
    return {
      weeks: weeks.map((week) => week.weekHk),
      courses: songIds.map((songId) => ({
        songId,
        positions: weeks.map(({ id }) => at.get(`${songId} ${id}`) ?? null),
      })),
    };
  });
}

/** A song's positions on the chart of a channel, oldest week first. */
export interface ChartRun {
  songId: number;
  title: string;
  channelId: ChannelId;
  weeks: { weekHk: string; position: number }[];
}

/** Charted songs by folded title and artist. Spelling is compared here, as the table has no index for it. */
async function chartedSongs(db: ReadDb) {
  return cachedQuery(db, { key: 'chart names', tags: ['chart'] }, async () =>
    (await findSongNames(db, COMPARED_SONGS)).map((song) => ({
      ...song,
      key: nameKeyOf(song),
      singer: spelling(song.artist),
    })),
  );
}

/** The history of a song, or of all songs of a singer, on the charts of the channels, the latest first. */
export async function listChartRuns(
  { db, now }: Context,
  of: { title: string; artist: string } | { singer: string },
): Promise<ChartRun[]> {
  const key = 'singer' in of ? null : nameKeyOf(of);
  const songs = (await chartedSongs(db)).filter((song) =>
    'singer' in of ? song.singer === of.singer : song.key === key,
  );
  const titles = new Map(songs.map(({ id, title }) => [id, title]));
  const rows = await findHistory(db, [...titles.keys()], now, HISTORY_WEEKS);
  const runs = Map.groupBy(rows, ({ songId, channelId }) => `${songId} ${channelId}`);
  return [...runs.values()].flatMap((run) => {
    const [{ songId, channelId }] = run as [(typeof run)[number]];
    if (!isChannelId(channelId)) return [];
    const weeks = run.map(({ weekHk, position }) => ({ weekHk, position })).toReversed();
    return [{ songId, title: titles.get(songId)!, channelId, weeks }];
  });
}
