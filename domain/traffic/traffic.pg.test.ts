import { afterAll, beforeAll, expect, it } from 'vitest';
import { trafficLocations } from '#db/tables/traffic.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import {
  listTrafficLocations,
  listTunnelBoard,
  listTunnels,
  saveTunnelReport,
  saveTunnelTimes,
  summariseTrafficLocations,
} from './traffic.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.insert(trafficLocations).values(
    Array.from({ length: 40 }, (_, i) => ({
      type: 1,
      area: (['NT', 'HK', 'KLN'] as const)[i % 3] ?? 'HK',
      name: `油站${i}`,
      lastCheckedHk: `2026-11-${String((i % 20) + 1).padStart(2, '0')}`,
      status: i === 39 ? 0 : 1,
    })),
  );
});
afterAll(() => database.close());

it('lists fifteen rows a page, Hong Kong Island first, and says whether more follow (R-090)', async () => {
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => listTrafficLocations(database, { type: 1 }, { limit: 15, offset: (page - 1) * 15 })),
  );
  expect(pages.map(({ locations, hasMore }) => [locations.length, hasMore])).toEqual([
    [15, true],
    [15, true],
    [9, false],
    [0, false],
  ]);
  const areas = pages.flatMap(({ locations }) => locations.map((location) => location.area));
  expect(areas.join('')).toMatch(/^(HK)+(KLN)+(NT)+$/);
});

it('narrows to an area, and counts what is listed', async () => {
  const { locations } = await listTrafficLocations(database, { type: 1, area: 'KLN' }, { limit: 15, offset: 0 });
  expect(new Set(locations.map((location) => location.area))).toEqual(new Set(['KLN']));
  expect(await summariseTrafficLocations(database, 1)).toEqual({
    byArea: { HK: 13, KLN: 13, NT: 13 },
    lastCheckedHk: '2026-11-20',
  });
  expect(await summariseTrafficLocations(database, 2)).toEqual({
    byArea: { HK: 0, KLN: 0, NT: 0 },
    lastCheckedHk: null,
  });
});

it('shows what was last measured in the tunnels, in order, and nothing that is older than half an hour', async () => {
  const { db } = database;
  const at = (clock: string) => new Date(`2026-11-21T${clock}:00+08:00`);
  const time = (name: string, minutes: number) => ({ name, minutes, freeMinutes: 8 });
  const shown = async (clock: string) =>
    (await listTunnels({ db, now: at(clock) })).map(({ name, minutes, severity }) => [name, minutes, severity]);
  await saveTunnelTimes({ db, now: at('08:00') }, [time('紅隧', 22), time('東隧', 8)]);
  expect(await shown('08:10')).toEqual([
    ['紅隧', 22, 3],
    ['東隧', 8, 1],
  ]);
  await saveTunnelTimes({ db, now: at('08:20') }, [time('東隧', 12)]);
  await saveTunnelTimes({ db, now: at('08:15') }, [time('東隧', 30)]);
  expect(await shown('08:29')).toContainEqual(['東隧', 12, 2]);
  expect(await shown('08:31')).toEqual([['東隧', 12, 2]]);
  expect(await shown('08:50')).toEqual([]);
});

it('keeps what staff reported against measurements for a while, and a closure until it is reported open', async () => {
  const { db } = database;
  const at = (clock: string) => new Date(`2026-11-22T${clock}:00+08:00`);
  const hand = { who: '區柏言', why: 'tunnels.report' };
  const measure = (clock: string, minutes: number) =>
    saveTunnelTimes({ db, now: at(clock) }, [{ name: '獅隧', minutes, freeMinutes: 8 }]);
  const report = (clock: string, minutes: number | null) =>
    db.transaction((tx) => saveTunnelReport(tx, hand, { tunnel: '獅隧', minutes }, at(clock)));
  const shown = async (clock: string) =>
    (await listTunnels({ db, now: at(clock) })).map(({ minutes, isClosed, severity }) => [minutes, isClosed, severity]);
  await measure('08:00', 8);
  await report('08:01', 20);
  await measure('08:10', 9);
  expect(await shown('08:10')).toEqual([[20, false, 3]]);
  await measure('08:16', 9);
  expect(await shown('08:16')).toEqual([[9, false, 1]]);
  await report('08:20', null);
  await measure('09:50', 9);
  expect(await shown('10:00')).toEqual([[9, true, 3]]);
  expect(await shown('12:21')).toEqual([]);
  const board = await listTunnelBoard({ db, now: at('12:21') });
  expect(board.find(({ name }) => name === '獅隧')).toMatchObject({ isClosed: true, isShown: false });
  await report('10:05', 10);
  expect(await shown('10:06')).toEqual([[10, false, 1]]);
  await expect(
    db.transaction((tx) => saveTunnelReport(tx, hand, { tunnel: '冇呢條', minutes: 5 }, at('10:07'))),
  ).rejects.toMatchObject({ errorName: 'dataNotFound' });
});
