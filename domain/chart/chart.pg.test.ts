import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chartEntries, chartWeeks, songs } from '#db/tables/chart.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { getChartCourse, listChartRuns } from './chart-history.ts';
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

describe('the course of the chart', () => {
  it('has the positions of a week’s songs in the weeks up to it, none of a week to come', async () => {
    const door = { db: database.db, now };
    expect(await getChartCourse(door, { channelId: 903, weekHk: '2026-11-21' })).toEqual({
      weeks: ['2026-11-07', '2026-11-14', '2026-11-21'],
      courses: [
        { songId: 3, positions: [null, null, 1] },
        { songId: 1, positions: [1, 2, 2] },
      ],
    });
    const before = await getChartCourse(door, { channelId: 903, weekHk: '2026-11-14' });
    expect(before.courses).toEqual([
      { songId: 2, positions: [2, 1] },
      { songId: 1, positions: [1, 2] },
    ]);
  });

  it('knows the run of a song or singer by name in any spelling, up to what is published', async () => {
    const door = { db: database.db, now };
    const run = {
      songId: 2,
      title: '歌2',
      channelId: 903,
      weeks: [
        { weekHk: '2026-11-07', position: 2 },
        { weekHk: '2026-11-14', position: 1 },
      ],
    };
    expect(await listChartRuns(door, { title: '歌 ２', artist: '歌手2' })).toEqual([run]);
    expect(await listChartRuns(door, { singer: '歌手2' })).toEqual([run]);
    expect(await listChartRuns(door, { title: '歌2', artist: '歌手3' })).toEqual([]);
  });
});
