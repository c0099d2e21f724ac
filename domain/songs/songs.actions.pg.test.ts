import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { programArchives } from '#db/tables/archive.ts';
import { memberSongs, onAirMarks, playedSongs } from '#db/tables/songs.ts';
import { broadcastAt } from '#domain/archive/staff-lists.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { openTestDesk, type OfferedUndo, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { insertBroadcast } from '#tests/factories/library.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { listMemberSongs } from './member-songs.ts';
import { songActions } from './songs.actions.ts';
import { listSongs, takeMarks, type ReportedMark } from './songs.ts';
import { soundMarks } from './sound-marks.ts';

const START = new Date('2026-11-25T14:00:00+08:00');
const at = (minutes: number): Date => new Date(START.getTime() + minutes * 60_000);

let desk: OpenDesk;
let producer: Person;
beforeAll(async () => {
  desk = await openTestDesk({ actions: songActions({ broadcastAt }) });
  await insertSmallStation(desk.db);
  await insertStreams(desk.db);
  await insertBroadcast(desk.db, { id: 1, programId: 1, startsAt: START, sections: 3 });
  producer = await desk.enter('producer');
});
beforeEach(async () => {
  for (const table of [memberSongs, onAirMarks, playedSongs]) await desk.db.delete(table);
});
afterAll(() => desk.close());

const report = (values: Partial<ReportedMark> = {}): ReportedMark => ({
  reportId: 'sound/1',
  revision: 1,
  kind: 'song',
  startsAt: at(5),
  endsAt: null,
  title: '錯嘅歌',
  artist: '歌手',
  programId: null,
  isWithdrawn: false,
  ...values,
});
const take = (...marks: ReportedMark[]) => desk.db.transaction((tx) => takeMarks(tx, 881, marks));
/** The mark of a song, by its title now. */
const markOf = async (title: string) => {
  const rows = await desk.db
    .select({ id: onAirMarks.id })
    .from(onAirMarks)
    .innerJoin(playedSongs, eq(playedSongs.id, onAirMarks.songId))
    .where(eq(playedSongs.title, title));
  return rows[0]!.id;
};
interface Reply {
  undo: OfferedUndo;
}
const correct = async (input: object, { cookie } = producer) => {
  const { status, response } = await desk.act('songs.correct', { is_withdrawn: false, ...input }, { cookie });
  return { status, ...(response as Reply) };
};
const takeBack = async ({ undo }: Reply) => (await desk.undo(undo, producer)).status;
const day = { channelId: 881 as const, from: at(-60), to: at(60) };
const listed = async () =>
  (await listSongs({ db: desk.db, now: desk.clock.now }, day)).map(({ title, artist }) => `${title} / ${artist}`);
const lines = async () =>
  (await soundMarks(desk.db, { streamId: 881, from: at(0), to: at(30) })).map(({ line }) => line);
/** The name of a line, which may not mean anything else before and after. */
const attributeId = (line: string | undefined) => /ID="([^"]+)"/.exec(line ?? '')?.[1];
const inRoom = async () =>
  ((await desk.call('/api/staff/archive/1/songs', producer)).response as { items: Record<string, unknown>[] }).items;

it('corrects a song in lists, playlists and at members, under a name that nothing had', async () => {
  await take(report(), report({ reportId: 'sound/2', startsAt: at(10), title: '另一首' }));
  const id = await markOf('錯嘅歌');
  const memberId = await insertMember(desk.db, 'songs@member.example');
  await desk.db.insert(memberSongs).values({ memberId, markId: id, how: 'kept', heardAt: at(6) });
  const [former, other] = await lines();
  const told: string[] = [];
  const client = await desk.database.pool.connect();
  client.on('notification', ({ channel, payload }) => void told.push(`${channel} ${payload}`));
  await client.query('listen airwave_page_purge; listen airwave_on_air_marks');
  expect((await correct({ mark_id: id, title: ' 啱嘅歌 ', artist: '另一位' })).status).toBe(200);
  await client.query('select 1');
  client.release(true);
  expect(told.toSorted()).toEqual(['airwave_on_air_marks 881', 'airwave_page_purge songs:881,archive:1']);
  expect(await listed()).toEqual(['另一首 / 歌手', '啱嘅歌 / 另一位']);
  const [now, still] = await lines();
  expect(now).toContain('X-TITLE="啱嘅歌"');
  expect(attributeId(now)).not.toBe(attributeId(former));
  expect(still).toBe(other);
  const { songs } = await listMemberSongs({ db: desk.db }, { memberId } as never, { limit: 9, offset: 0 });
  expect(songs).toMatchObject([{ markId: id, title: '啱嘅歌', artist: '另一位' }]);
});

it('keeps a correction against later reports of the automation, which still move its times', async () => {
  await take(report());
  const id = await markOf('錯嘅歌');
  await correct({ mark_id: id, title: '啱嘅歌', artist: '' });
  const [corrected] = await lines();
  await take(report({ revision: 2, endsAt: at(8) }));
  await take(report({ revision: 3, endsAt: at(8), title: '又錯', isWithdrawn: true }));
  const [ended] = await lines();
  expect(await listed()).toEqual(['啱嘅歌 / ']);
  // The end was added; nothing that the name meant is contradicted.
  expect(attributeId(ended)).toBe(attributeId(corrected));
  expect(ended).toContain('DURATION=180.000');
  await take(report({ revision: 4, startsAt: at(6), endsAt: at(8), kind: 'bulletin', title: '新聞' }));
  const [moved] = await lines();
  expect(moved).toContain('CLASS="com.airwave.song"');
  expect(attributeId(moved)).not.toBe(attributeId(ended));
  expect(await listed()).toEqual(['啱嘅歌 / ']);
});

it('takes a correction back, with a name of its own, and follows the automation again', async () => {
  await take(report());
  const id = await markOf('錯嘅歌');
  const names = [attributeId((await lines())[0])];
  const done = await correct({ mark_id: id, title: '啱嘅歌', artist: '' });
  names.push(attributeId((await lines())[0]));
  expect(await inRoom()).toMatchObject([{ mark_id: id, title: '啱嘅歌', is_withdrawn: false, is_by_hand: true }]);
  expect(await takeBack(done)).toBe(200);
  expect(await inRoom()).toMatchObject([{ title: '錯嘅歌', artist: '歌手', is_by_hand: false }]);
  names.push(attributeId((await lines())[0]));
  await take(report({ revision: 2, title: '自動改' }));
  names.push(attributeId((await lines())[0]));
  expect(await listed()).toEqual(['自動改 / 歌手']);
  expect(new Set(names).size).toBe(4);
});

it('withdraws a song that was not on air, and lists it for staff alone', async () => {
  await take(report(), report({ reportId: 'sound/2', startsAt: at(31), title: '之後' }));
  const id = await markOf('錯嘅歌');
  await correct({ mark_id: id, title: '錯嘅歌', artist: '歌手', is_withdrawn: true });
  expect(await listed()).toEqual(['之後 / 歌手']);
  expect(await lines()).toEqual([]);
  expect(await inRoom()).toMatchObject([{ title: '錯嘅歌', is_withdrawn: true }]);
});

it('corrects the spelling of one instant alone', async () => {
  await take(report({ title: 'moon river' }), report({ reportId: 'sound/2', startsAt: at(10), title: 'Moon River' }));
  const [row] = await desk.db.select().from(onAirMarks).where(eq(onAirMarks.reportId, 'sound/2'));
  for (let i = 0; i < 2; i += 1) await correct({ mark_id: row!.id, title: 'Moon River', artist: '歌手' });
  expect(await listed()).toEqual(['Moon River / 歌手', 'moon river / 歌手']);
  expect(await desk.db.select().from(playedSongs)).toHaveLength(2);
});

it('is confined to the channel and the programme of a role, and refuses what is no song', async () => {
  await take(report(), report({ reportId: 'sound/3', kind: 'bulletin', title: '新聞', artist: '' }));
  const song = { mark_id: await markOf('錯嘅歌'), title: '啱嘅歌', artist: '' };
  await desk.db.update(programArchives).set({ state: 'taken_down' });
  const role = async (kind: string, id: string) => desk.enter('producer', { kind, id } as never);
  expect((await correct(song, await role('channel', '903'))).status).toBe(403);
  expect((await correct(song, await role('program', '5'))).status).toBe(403);
  expect((await correct(song, await role('program', '1'))).status).toBe(200);
  expect((await correct(song, await role('channel', '881'))).status).toBe(200);
  expect((await correct(song, await desk.enter('chief-editor'))).status).toBe(403);
  const [bulletin] = await desk.db.select().from(onAirMarks).where(eq(onAirMarks.kind, 'bulletin'));
  expect((await correct({ ...song, mark_id: bulletin!.id })).status).toBe(404);
  for (const title of ['', 'x'.repeat(201), 'a\nb']) expect((await correct({ ...song, title })).status).toBe(400);
});
