import { afterAll, beforeAll, expect, it } from 'vitest';
import { PlayEvent, ReportClass, ReportSource } from '#shared/tracking.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { insertReports, liveReport } from '#tests/factories/tracked-reports.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { computeDay } from './audience.ts';
import { mostViewed } from './most-viewed.ts';

const DAY = '2026-11-20';
const NOON = Date.parse(`${DAY}T12:00:00+08:00`);
const now = new Date(NOON + 3_600_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
});
afterAll(() => database.close());

const played = (session: string, contentId: number, more = {}) =>
  liveReport(session, 1, [[NOON, NOON + 60_000]], {
    source: ReportSource.PLAY,
    trackingType: PlayEvent.PREMIUM_CONTENT_PLAY,
    channel: null,
    rendition: null,
    contentId,
    ...more,
  });

it('has what most visitors played of a kind in seven days, and robots in none of it', async () => {
  const { db } = database;
  expect(await mostViewed({ db, now }, 'film', 10)).toEqual([]);
  await insertReports(db, [
    played('a', 2),
    played('b', 2),
    played('c', 1),
    ...['d', 'e', 'f'].map((session) => played(session, 3, { reporter: ReportClass.ROBOT })),
    played('g', 9, { trackingType: PlayEvent.ARCHIVE_PLAY_HD }),
  ]);
  await computeDay({ db, now }, DAY);
  expect(await mostViewed({ db, now }, 'film', 10)).toEqual([2, 1]);
  expect(await mostViewed({ db, now }, 'film', 1)).toEqual([2]);
  expect(await mostViewed({ db, now }, 'replay', 10)).toEqual([9]);
  expect(await mostViewed({ db, now: new Date(NOON + 7 * 86_400_000) }, 'film', 10)).toEqual([]);
});
