import type { Db, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { queueJob } from '#db/outbox.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import type { ChannelId } from '#shared/enums.ts';
import { isDayHk, weekdayHk } from '#shared/hk-time.ts';
import { findNewestWeeks, findWeek, lockWeek, writeWeek, type ChartWeek } from './chart-edit.store.ts';
import { repeatedPositions, type ListedSong } from './chart-list.rules.ts';

/** Queued for the instant at which a chart is published. */
export const CHART_PUBLISHED = 'chart-published';
const SATURDAY = 6;
const WEEKS_LISTED = 12;

export interface ChartWeekInput {
  channelId: ChannelId;
  weekHk: string;
  publishAt: Date;
  songs: readonly ListedSong[];
  /** Number of songs in the week as the caller saw it; null: it did not exist. */
  seen: number | null;
}

/** A week as it is entered, published or not; null if it is not there. */
export const findChartWeek = ({ db }: { db: Db }, channelId: ChannelId, weekHk: string) =>
  findWeek(db, channelId, weekHk);

export const listNewestWeeks = ({ db }: { db: Db }, channelId: ChannelId) =>
  findNewestWeeks(db, channelId, WEEKS_LISTED);

const shown = ({ songs, publishAt }: Pick<ChartWeek, 'publishAt'> & { songs: readonly ListedSong[] }) => ({
  publish_at: publishAt.toISOString(),
  songs: songs.map(({ title, artist }, i) => `${i + 1} ${title} / ${artist}`),
});

/** Runs at the instant of a chart's publication. */
export const purgeChart = ({ db }: { db: Db }): Promise<void> => db.transaction((tx) => purgePages(tx, ['chart']));

/** Enters a week of a chart, which is public from its instant on. Returns the former week, if any. */
export async function saveChartWeek(
  tx: Tx,
  { hand, now }: { hand: Hand; now: Date },
  { channelId, weekHk, publishAt, songs, seen }: ChartWeekInput,
): Promise<ChartWeek | null> {
  if (!isDayHk(weekHk) || weekdayHk(weekHk) !== SATURDAY) throw impossible('chart-not-saturday', { field: 'week' });
  const repeated = repeatedPositions(songs);
  if (repeated.length > 0) throw impossible('songs-repeated', { positions: repeated, field: 'songs' });
  const former = await lockWeek(tx, channelId, weekHk);
  if ((former?.songs.length ?? null) !== seen) throw refused('edited-since');
  const weekId = await writeWeek(tx, { channelId, weekHk, publishAt, songs: [...songs] }, now);
  await purgePages(tx, ['chart']);
  if (publishAt > now)
    await queueJob(tx, CHART_PUBLISHED, {}, { jobKey: `${CHART_PUBLISHED}:${weekId}`, runAt: publishAt });
  const event = { action: 'chart.save-week', subject: ['chart-week', `${channelId}/${weekHk}`] } as const;
  await recordAudit(
    tx,
    hand,
    { ...event, ...(former && { before: shown(former) }), after: shown({ publishAt, songs }) },
    now,
  );
  return former;
}
