import { afterAll, beforeAll, expect, it } from 'vitest';
import { programArchives } from '#db/tables/archive.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { takeMarks } from '../songs.ts';
import { listEndless } from './endless.ts';

// Programme 3 is music, 1 is information, 7 is inactive. The list is that of 28 November.
const at = (clock: string, day = '27') => new Date(`2026-11-${day}T${clock}:00+08:00`);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await insertSmallStation(db);
  await insertStreams(db);
  const archive = (
    id: number,
    programId: number,
    startsAt: Date,
    state: 'shown' | 'ended' | 'taken_down' = 'shown',
  ) => ({
    id,
    programId,
    streamId: 903,
    dayHk: '2026-11-27',
    startsAt,
    endsAt: new Date(startsAt.getTime() + 2 * 3_600_000),
    state,
  });
  await db
    .insert(programArchives)
    .values([
      archive(1, 3, at('08:00')),
      archive(2, 3, at('22:00')),
      archive(3, 1, at('12:00')),
      archive(4, 3, at('14:00'), 'taken_down'),
      archive(5, 3, at('16:00'), 'ended'),
      archive(6, 7, at('18:00')),
      archive(7, 3, at('08:00', '28')),
    ]);
  const song = (title: string, startsAt: Date, isWithdrawn = false) => ({
    reportId: startsAt.toISOString(),
    revision: 1,
    kind: 'song' as const,
    startsAt,
    endsAt: null,
    title,
    artist: '歌手',
    programId: null,
    isWithdrawn,
  });
  await db.transaction((tx) =>
    takeMarks(tx, 903, [
      song('朝早', at('08:10')),
      song('朝早', at('09:10')),
      song('收回', at('08:20'), true),
      song('夜晚', at('22:10')),
      song('深夜', at('23:10')),
      song('資訊', at('12:10')),
      song('下架', at('14:10')),
      song('過期', at('16:10')),
      song('停播', at('18:10')),
      song('今日', at('08:10', '28')),
    ]),
  );
});
afterAll(() => database.close());

const list = async (categoryId: number, part: Parameters<typeof listEndless>[1]['part'] = null) =>
  (await listEndless({ db: database.db }, { categoryId, part, day: '2026-11-28', page: 1 })).plays;
const titles = async (...asked: Parameters<typeof list>) => (await list(...asked)).map(({ title }) => title).toSorted();

it('has the latest play of each song of the kind of programme before the day, of replays that are public alone', async () => {
  expect(await titles(2)).toEqual(['夜晚', '朝早', '深夜'].toSorted());
  expect(await titles(1)).toEqual(['資訊']);
  expect((await list(2)).find(({ title }) => title === '朝早')!.startsAt).toEqual(at('09:10'));
});

it('has those of the part of the day, and night goes past midnight', async () => {
  expect(await titles(2, 'morning')).toEqual(['朝早']);
  expect(await titles(2, 'evening')).toEqual(['夜晚']);
  expect(await titles(2, 'night')).toEqual(['深夜']);
  expect(await titles(2, 'afternoon')).toEqual([]);
});

it('goes on: the next page has the songs that the one before had not, and does not change with what is played since', async () => {
  const { db } = database;
  const many = 45;
  const played = (no: number, day: string) => ({
    reportId: `many ${no} ${day}`,
    revision: 1,
    kind: 'song' as const,
    startsAt: new Date(at('12:00', day).getTime() + no * 60_000 + 1_000),
    endsAt: null,
    title: `第 ${no} 首`,
    artist: '歌手',
    programId: null,
    isWithdrawn: false,
  });
  const songs = Array.from({ length: many }, (_, no) => played(no, '27'));
  await db.transaction((tx) => takeMarks(tx, 903, songs));
  const page = async (number: number) => {
    const asked = { categoryId: 1, part: 'afternoon' as const, day: '2026-11-28', page: number };
    const { plays, hasMore } = await listEndless({ db }, asked);
    return { titles: plays.map(({ title }) => title), hasMore };
  };
  const [first, second] = [await page(1), await page(2)];
  expect([first.titles.length, first.hasMore, second.hasMore]).toEqual([30, true, false]);
  const all = [...first.titles, ...second.titles];
  expect(all.filter((title) => title.startsWith('第')).toSorted()).toEqual(songs.map(({ title }) => title).toSorted());
  expect(new Set(all).size).toBe(all.length);
  await db.transaction((tx) => takeMarks(tx, 903, [played(many, '28')]));
  expect(await page(2)).toEqual(second);
  expect((await page(3)).titles).toEqual([]);
});
