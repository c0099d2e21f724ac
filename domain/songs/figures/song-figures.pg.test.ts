import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { programArchives } from '#db/tables/archive.ts';
import { programs } from '#db/tables/programs.ts';
import { onAirMarks, playedSongs } from '#db/tables/songs.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import type { ChannelId } from '#shared/enums.ts';
import { takeMarks } from '../songs.ts';
import { COUNTED_PLAYS, PLAYS_A_PAGE } from './song-figures.rules.ts';
import { playCountsQuery } from './song-figures.store.ts';
import { getSinger, getSong, listSongAddresses, songIdsOf } from './song-figures.ts';

const at = (clock: string, day = '27') => new Date(`2026-11-${day}T${clock}:00+08:00`);
const now = at('12:00', '28');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  await insertStreams(database.db);
  // 903 on the 27th: programme 3 from 14:00 to 16:00, then 5 until 18:00.
  const common = { streamId: 903, dayHk: '2026-11-27' };
  await database.db.insert(programArchives).values([
    { ...common, id: 1, programId: 3, startsAt: at('14:00'), endsAt: at('16:00') },
    { ...common, id: 2, programId: 5, startsAt: at('16:00'), endsAt: at('18:00') },
  ]);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(onAirMarks);
  await database.db.delete(playedSongs);
  await database.db.update(programArchives).set({ state: 'shown' });
});

let reports = 0;
const play = (
  startsAt: Date,
  {
    title = '電車轉彎',
    artist = '潮水單位',
    channelId = 903,
    isWithdrawn = false,
  }: { title?: string; artist?: string; channelId?: ChannelId; isWithdrawn?: boolean } = {},
) =>
  database.db.transaction((tx) =>
    takeMarks(tx, channelId, [
      {
        reportId: String(reports++),
        revision: 1,
        kind: 'song',
        startsAt,
        endsAt: null,
        title,
        artist,
        programId: null,
        isWithdrawn,
      },
    ]),
  );
const door = () => ({ db: database.db, now });
const idOf = async (title = '電車轉彎', artist = '潮水單位') => (await songIdsOf(door(), [{ title, artist }]))[0]!;
const song = async (page = 1) => getSong(door(), { id: await idOf(), page });

it('counts the plays of a song by channel, hour and programme, whatever the spelling', async () => {
  await play(at('14:10'));
  await play(at('14:50'), { title: '電車 轉彎' });
  await play(at('17:00'));
  await play(at('02:00'), { channelId: 881 });
  const { figures, plays } = await song();
  expect(plays.map(({ startsAt }) => startsAt)).toEqual([at('17:00'), at('14:50'), at('14:10'), at('02:00')]);
  expect(figures.byChannel).toEqual([
    { channelId: 881, plays: 1 },
    { channelId: 903, plays: 3 },
    { channelId: 864, plays: 0 },
  ]);
  expect(figures.byHour.flatMap((count, hour) => (count === 0 ? [] : [[hour, count]]))).toEqual([
    [2, 1],
    [14, 2],
    [17, 1],
  ]);
  expect(figures.byProgram).toEqual([
    { programId: 3, plays: 2 },
    { programId: 5, plays: 1 },
  ]);
  expect(figures).toMatchObject({ plays: 4, isMore: false });
});

it('counts neither what was withdrawn nor what is still to come, and has no page for a song without another play', async () => {
  await play(at('14:10'), { isWithdrawn: true });
  await play(at('13:00', '28'));
  await expect(song()).rejects.toMatchObject({ errorName: 'dataNotFound' });
  await expect(getSinger(door(), '潮水單位')).rejects.toMatchObject({ errorName: 'dataNotFound' });
  expect(await listSongAddresses(door(), { limit: 10 })).toEqual([]);
  await play(at('14:10'));
  expect((await song()).figures.plays).toBe(1);
  expect(await listSongAddresses(door(), { limit: 10 })).toHaveLength(1);
});

it('names no programme whose broadcast is taken down or that is hidden', async () => {
  await play(at('14:10'));
  await play(at('17:00'));
  await database.db
    .update(programArchives)
    .set({ state: 'taken_down' })
    .where(sql`id = 1`);
  expect((await song()).figures.byProgram).toEqual([{ programId: 5, plays: 1 }]);
  await database.db
    .update(programs)
    .set({ status: 0 })
    .where(sql`id = 5`);
  expect((await song()).figures.byProgram).toEqual([]);
  await database.db
    .update(programs)
    .set({ status: 1 })
    .where(sql`id = 5`);
});

it('lists plays by pages, newest first, and ends where its pages end', async () => {
  for (let i = 0; i < PLAYS_A_PAGE + 3; i++) await play(new Date(at('01:00', '26').getTime() + i * 600_000));
  const [first, second] = [await song(1), await song(2)];
  expect([first.plays.length, first.hasMore, second.plays.length, second.hasMore]).toEqual([
    PLAYS_A_PAGE,
    true,
    3,
    false,
  ]);
  expect(first.plays.at(-1)!.startsAt > second.plays[0]!.startsAt).toBe(true);
  await expect(song(3)).rejects.toMatchObject({ errorName: 'dataNotFound' });
  await expect(song(1_000)).rejects.toMatchObject({ errorName: 'dataNotFound' });
});

it('gathers the songs of a singer by any spelling of the name, the most played first', async () => {
  await play(at('14:10'), { title: '甲', artist: 'Plum Rain' });
  await play(at('14:20'), { title: '乙', artist: 'PLUM rain' });
  await play(at('16:20'), { title: '乙', artist: 'Ｐｌｕｍ Rain' });
  await play(at('16:30'), { title: '丙', artist: 'Plum Rain、林漾' });
  const singer = await getSinger(door(), 'plumrain');
  expect(singer.songs.map(({ title, plays }) => [title, plays])).toEqual([
    ['乙', 2],
    ['甲', 1],
  ]);
  expect(singer.plays.map(({ title }) => title)).toEqual(['乙', '乙', '甲']);
  expect(singer.figures).toMatchObject({
    plays: 3,
    byProgram: [
      { programId: 3, plays: 2 },
      { programId: 5, plays: 1 },
    ],
  });
  await expect(getSinger(door(), '')).rejects.toMatchObject({ errorName: 'dataNotFound' });
});

it('reads plays and broadcasts by their indexes, a bounded number of them', async () => {
  await play(at('14:10'));
  const plan = await database.db.transaction(async (tx) => {
    // The tables of a test are so small that a scan costs less.
    await tx.execute(sql`set local enable_seqscan = off`);
    await tx.execute(sql`set local enable_bitmapscan = off`);
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(
      sql`explain ${playCountsQuery([await idOf()], now, COUNTED_PLAYS)}`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('on_air_marks_song_idx');
  expect(plan).toMatch(/Index Scan \w+ using program_archives_\w+/);
  expect(plan).not.toContain('Seq Scan');
  expect(plan.match(/Limit/g)!.length).toBeGreaterThanOrEqual(3);
});
