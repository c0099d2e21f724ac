import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, beforeAll, expect, it } from 'vitest';
import { onAirMarks, playedSongs } from '#db/tables/songs.ts';
import { correctSong } from '#domain/songs/song-corrections.ts';
import { takeMarks, type ReportedMark } from '#domain/songs/songs.ts';
import { insertSmallStation, SATURDAY_1426 as now } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { indexItem, isIndexStale, rebuildIndex } from './search-index.ts';
import { search, suggest } from './search.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(onAirMarks);
  await database.db.delete(playedSongs);
  await database.pool.query('delete from graphile_worker._private_jobs');
  await rebuildIndex({ db: database.db, now });
});

const song = (reportId: string, title: string, artist: string, more: Partial<ReportedMark> = {}): ReportedMark => ({
  reportId,
  revision: 1,
  kind: 'song',
  startsAt: new Date(now.getTime() - 600_000),
  endsAt: null,
  title,
  artist,
  programId: null,
  isWithdrawn: false,
  ...more,
});

const take = (...marks: ReportedMark[]) => database.db.transaction((tx) => takeMarks(tx, 903, marks));

/** What the worker does: runs the queued jobs of the index, and returns how many. */
async function work(): Promise<number> {
  const { rows } = await database.pool.query<{ payload: { contentType: number; itemId: number } }>(
    "select payload from graphile_worker._private_jobs where task_id = (select id from graphile_worker._private_tasks where identifier = 'search-index')",
  );
  for (const { payload } of rows) await indexItem({ db: database.db, now }, payload);
  await database.pool.query('delete from graphile_worker._private_jobs');
  return rows.length;
}

const hits = async (q: string) => (await search({ db: database.db, now }, { q, type: 'song' })).hits;
const titles = async (q: string) => (await hits(q)).map(({ title }) => title);

it('finds a song by title, by sound and by singer, and the singer before the songs, once the worker has run', async () => {
  await take(song('1', '慢船去坪洲', '燈塔值班員'), song('2', '紅磡的回音', '燈塔值班員'));
  expect(await titles('坪洲')).toEqual([]);
  await work();
  const [found] = await hits('慢船');
  expect(found).toMatchObject({ title: '慢船去坪洲', artist: '燈塔值班員' });
  expect(found?.path).toMatch(/^\/songs\/song\/\d+$/);
  expect(await titles('maan syun heoi ping zau')).toEqual(['慢船去坪洲']);
  expect(await titles('灯塔值班员')).toEqual(['燈塔值班員', '紅磡的回音', '慢船去坪洲']);
  expect((await hits('燈塔'))[0]?.path).toBe(`/songs/singer/${encodeURIComponent('燈塔值班員')}`);
});

it('finds each of those who sing together', async () => {
  await take(song('1', '把冬天借我一晚', '傅望舒、杜小滿'));
  await work();
  expect((await titles('杜小滿'))[0]).toBe('傅望舒、杜小滿');
});

it('suggests songs of one name by their singers', async () => {
  await take(song('1', '舊區新月', '阮蔚藍'), song('2', '舊區新月', '伍弦樂隊'));
  await work();
  const found = await suggest({ db: database.db, now }, '舊區');
  expect(new Set(found.map(({ artist }) => artist))).toEqual(new Set(['伍弦樂隊', '阮蔚藍']));
  expect(found).toHaveLength(2);
});

it('does not find a song before it is played, nor one whose only play was withdrawn, however old the index is', async () => {
  await take(
    song('1', '雲的租約到期', '阮蔚藍', { startsAt: new Date(now.getTime() + 60_000) }),
    song('2', '鐵閘', '夜更'),
  );
  await work();
  expect(await titles('租約')).toEqual([]);
  expect(await titles('鐵閘')).toEqual(['鐵閘']);
  await take(song('2', '鐵閘', '夜更', { revision: 2, isWithdrawn: true }));
  // Before the worker has run.
  expect(await titles('鐵閘')).toEqual([]);
  expect(await titles('夜更')).toEqual([]);
  await work();
  expect(await isIndexStale({ db: database.db })).toBe(false);
});

it('follows a report that names another song, and a correction by staff', async () => {
  await take(song('1', '第一個名', '甲君'));
  await work();
  await take(song('1', '第二個名', '乙君', { revision: 2 }));
  await work();
  expect(await titles('個名')).toEqual(['第二個名']);
  const [mark] = await database.db.select({ id: onAirMarks.id }).from(onAirMarks).where(eq(onAirMarks.reportId, '1'));
  const hand = { who: 'alice', why: '聽錯' };
  await database.db.transaction((tx) =>
    correctSong(tx, { now, tags: [] }, hand, {
      markId: mark!.id,
      title: '第三個名',
      artist: '乙君',
      isWithdrawn: false,
      isByHand: true,
    }),
  );
  await work();
  expect(await titles('個名')).toEqual(['第三個名']);
  expect(await titles('甲君')).toEqual([]);
  expect(await isIndexStale({ db: database.db })).toBe(false);
});

it('queues nothing for another play of a song, nor for its end', async () => {
  await take(song('1', '街燈練習生', '麥芽糖電波'));
  expect(await work()).toBe(2);
  await take(song('1', '街燈練習生', '麥芽糖電波', { revision: 2, endsAt: now }));
  expect(await work()).toBe(0);
  await take(song('2', '街燈練習生', '麥芽糖電波', { startsAt: now }));
  expect(await work()).toBe(0);
});
