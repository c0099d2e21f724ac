import type { ReadDb } from '#db/database.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isChannelId, type ChannelId } from '#shared/enums.ts';
import { CHART_WEEKS } from './chart.rules.ts';
import type { Chart } from './chart.schema.ts';
import { findChartChannels, findEntries, findPlaces, findRuns, findWeeks } from './chart.store.ts';

export type { Chart, ChartEntry } from './chart.schema.ts';

interface Context {
  db: ReadDb;
  now: Date;
}

/** Channels with a chart, by number. */
export async function listChartChannels({ db, now }: Context): Promise<ChannelId[]> {
  return cachedQuery(db, { key: 'chart channels', tags: ['chart'] }, async () =>
    (await findChartChannels(db, now)).filter(isChannelId),
  );
}

/** A channel's chart of a week, by default the newest; `dataNotFound` if there is none. */
export async function getChart(
  context: Context,
  asked: { channelId: ChannelId; weekHk?: string | undefined },
): Promise<Chart> {
  const key = `chart ${asked.channelId} ${asked.weekHk ?? ''}`;
  return cachedQuery(context.db, { key, tags: ['chart'] }, () => findChart(context, asked));
}

async function findChart(
  { db, now }: Context,
  { channelId, weekHk }: { channelId: ChannelId; weekHk?: string | undefined },
): Promise<Chart> {
  // One more than can be viewed, so that the oldest week also has a previous one.
  const weeks = await findWeeks(db, channelId, now, CHART_WEEKS + 1);
  const at = weekHk === undefined ? 0 : weeks.findIndex((week) => week.weekHk === weekHk);
  const week = at < CHART_WEEKS ? weeks[at] : undefined;
  if (week === undefined) throw new DomainError('dataNotFound');
  const before = weeks[at + 1];
  const rows = await findEntries(db, week.id);
  const songIds = rows.map(({ songId }) => songId);
  const [places, runs] = await Promise.all([
    before ? findPlaces(db, before.id, songIds) : new Map<number, number>(),
    findRuns(db, channelId, week.weekHk, songIds),
  ]);
  return {
    channelId,
    weekHk: week.weekHk,
    weeks: weeks.slice(0, CHART_WEEKS).map((each) => ({ channelId, weekHk: each.weekHk })),
    entries: rows.map((row) => ({
      ...row,
      lastPosition: places.get(row.songId) ?? null,
      weeksOn: runs.get(row.songId)?.weeksOn ?? 1,
      peak: runs.get(row.songId)?.peak ?? row.position,
    })),
  };
}
