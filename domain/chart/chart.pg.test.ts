import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chartEntries, chartWeeks, songs } from '#db/tables/chart.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { getChart, listChartChannels } from './chart.ts';

const now = new Date('2026-11-21T12:00:00Z');
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await db.insert(songs).values([1, 2, 3].map((id) => ({ id, title: `歌${id}`, artist: `歌手${id}` })));
  await db.insert(chartWeeks).values(
    [
      { id: 1, weekHk: '2026-11-07', publishAt: new Date('2026-11-07T08:00:00Z') },
      { id: 2, weekHk: '2026-11-14', publishAt: new Date('2026-11-14T08:00:00Z') },
      { id: 3, weekHk: '2026-11-21', publishAt: new Date('2026-11-21T08:00:00Z') },
      { id: 4, weekHk: '2026-11-28', publishAt: new Date('2026-11-28T08:00:00Z') },
    ].map((week) => ({ ...week, channelId: 903 })),
  );
  await db.insert(chartEntries).values([
    { weekId: 1, position: 1, songId: 1 },
    { weekId: 1, position: 2, songId: 2 },
    { weekId: 2, position: 1, songId: 2 },
    { weekId: 2, position: 2, songId: 1 },
    { weekId: 3, position: 1, songId: 3 },
    { weekId: 3, position: 2, songId: 1 },
    { weekId: 4, position: 1, songId: 2 },
  ]);
});
afterAll(() => database.close());

describe('the chart (R-063, R-064)', () => {
  it('is the newest published week, with where each song came from', async () => {
    const chart = await getChart({ db: database.db, now }, { channelId: 903 });
    expect(chart.weekHk).toBe('2026-11-21');
    expect(chart.weeks.map((week) => week.weekHk)).toEqual(['2026-11-21', '2026-11-14', '2026-11-07']);
    expect(
      chart.entries.map(({ position, songId, lastPosition, weeksOn, peak }) => [
        position,
        songId,
        lastPosition,
        weeksOn,
        peak,
      ]),
    ).toEqual([
      [1, 3, null, 1, 1],
      [2, 1, 2, 3, 1],
    ]);
  });

  it('can be looked back at, as it was then', async () => {
    const chart = await getChart({ db: database.db, now }, { channelId: 903, weekHk: '2026-11-14' });
    expect(chart.entries[0]).toMatchObject({ songId: 2, lastPosition: 2, weeksOn: 2, peak: 1 });
  });

  it('does not tell a week before its hour, nor one that never was', async () => {
    for (const weekHk of ['2026-11-28', '2026-01-01', 'yesterday'])
      await expect(getChart({ db: database.db, now }, { channelId: 903, weekHk })).rejects.toMatchObject({
        errorName: 'dataNotFound',
      });
    expect(await listChartChannels({ db: database.db, now })).toEqual([903]);
  });
});
