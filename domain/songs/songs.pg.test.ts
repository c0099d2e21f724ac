import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { onAirMarks, playedSongs } from '#db/tables/songs.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { firstSongDay, hourSpan, listLatestSongs, listSongs, takeMarks, type ReportedMark } from './songs.ts';

let database: TestDatabase;
const now = new Date('2026-11-21T14:26:00+08:00');
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(onAirMarks);
  await database.db.delete(playedSongs);
});

const mark = (reportId: string, minutes: number, values: Partial<ReportedMark> = {}): ReportedMark => ({
  reportId,
  revision: 1,
  kind: 'song',
  startsAt: at(minutes),
  endsAt: null,
  title: `歌 ${reportId}`,
  artist: '歌手',
  programId: null,
  isWithdrawn: false,
  ...values,
});
const take = (...marks: ReportedMark[]) => database.db.transaction((tx) => takeMarks(tx, 903, marks));
const day = { channelId: 903 as const, from: at(-600), to: at(600) };

it('knows a song by its name however it is typed, and lists each time it was played, newest first', async () => {
  await take(
    mark('1', -30, { title: 'Ｍoon River 2', artist: 'Ｘ' }),
    mark('2', -20, { title: 'moon  river 2', artist: 'x' }),
    mark('3', -10),
  );
  expect(await database.db.select().from(playedSongs)).toHaveLength(2);
  const { db } = database;
  expect((await listSongs({ db, now }, day)).map(({ title }) => title)).toEqual([
    '歌 3',
    'Ｍoon River 2',
    'Ｍoon River 2',
  ]);
  expect((await listLatestSongs({ db, now }, { channelId: 903, limit: 2 })).map(({ title }) => title)).toEqual([
    '歌 3',
    'Ｍoon River 2',
  ]);
  expect(await listSongs({ db, now }, { ...day, channelId: 881 })).toEqual([]);
});

it('shows neither what was taken back, nor what is still to come, nor what is no song', async () => {
  const { db } = database;
  await take(
    mark('1', -30, { isWithdrawn: true }),
    mark('2', 5),
    mark('3', -3, { kind: 'bulletin', title: '新聞' }),
    mark('4', -2),
  );
  expect((await listSongs({ db, now }, day)).map(({ title }) => title)).toEqual(['歌 4']);
});

it('finds within a day by title and by artist, where signs of patterns are letters', async () => {
  const { db } = database;
  await take(mark('1', -30, { title: '100% 晴' }), mark('2', -20, { artist: 'Under_Score' }), mark('3', -10));
  const find = async (q: string) => (await listSongs({ db, now }, { ...day, q })).map(({ title }) => title);
  expect(await find('100%')).toEqual(['100% 晴']);
  expect(await find('ｕnder_ score')).toEqual(['歌 2']);
  expect(await find('%')).toEqual(['100% 晴']);
  expect(await find('歌手')).toEqual(['歌 3', '100% 晴']);
});

it('takes a report once, in whatever order revisions come', async () => {
  const { db } = database;
  expect(await take(mark('1', -30, { revision: 2, title: '新' }))).toBe(1);
  expect(await take(mark('1', -40, { revision: 1, title: '舊' }))).toBe(0);
  expect(await take(mark('1', -30, { revision: 2, title: '又' }))).toBe(0);
  expect((await listSongs({ db, now }, day)).map(({ title }) => title)).toEqual(['新']);
});

it('drops the pages of its channel when a song is new, and not for its end', async () => {
  const told: string[] = [];
  const client = await database.pool.connect();
  try {
    client.on('notification', ({ channel, payload }) => void told.push(`${channel} ${payload}`));
    await client.query('listen airwave_page_purge');
    await take(mark('1', -5));
    await take(mark('1', -5, { revision: 2, endsAt: at(-2) }));
    await take(mark('2', -1, { kind: 'advertisement' }));
    await client.query('select 1');
    expect(told).toEqual(['airwave_page_purge songs:903']);
  } finally {
    client.release(true);
  }
});

it('counts days from five in the morning', async () => {
  await take(mark('1', -10 * 60));
  expect(await firstSongDay({ db: database.db }, 903)).toBe('2026-11-20');
  expect(await firstSongDay({ db: database.db }, 864)).toBeNull();
  expect(hourSpan('2026-11-20', 28).from).toEqual(new Date('2026-11-21T04:00:00+08:00'));
});

it('takes the same songs of two stations at once', async () => {
  const songs = Array.from({ length: 40 }, (_, i) => mark(String(i), -i, { title: `共 ${i}` }));
  await Promise.all([
    database.db.transaction((tx) => takeMarks(tx, 903, songs)),
    database.db.transaction((tx) => takeMarks(tx, 881, songs.toReversed())),
  ]);
  expect(await database.db.select().from(playedSongs)).toHaveLength(40);
  expect(await database.db.select().from(onAirMarks)).toHaveLength(80);
});
