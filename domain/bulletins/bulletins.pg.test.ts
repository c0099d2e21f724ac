import type { FastifyInstance } from 'fastify';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { archivePrograms, archiveSections, programArchives } from '#db/tables/archive.ts';
import { mediaRemovals } from '#db/tables/media.ts';
import { onAirMarks } from '#db/tables/songs.ts';
import { removeSound } from '#domain/media/kept-sound.ts';
import { takeMarks, type ReportedMark } from '#domain/songs/songs.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { findNewestBulletin, getBulletin, listBulletins } from './bulletins.ts';

const at = (clock: string) => new Date(`2026-11-28T${clock}+08:00`);

let database: TestDatabase;
let api: FastifyInstance;
let now = at('15:30:00');
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await insertSmallStation(db);
  await insertStreams(db);
  const archives = [
    { id: 1, streamId: 881, from: '12:00:00', to: '18:00:00' },
    { id: 2, streamId: 903, from: '12:00:00', to: '18:00:00' },
  ];
  for (const { id, streamId, from, to } of archives) {
    const span = { startsAt: at(from), endsAt: at(to) };
    await db.insert(programArchives).values({ id, programId: 3, streamId, dayHk: '2026-11-28', ...span });
    await db.insert(archiveSections).values({ id: id * 10, archiveId: id, sectionNo: 1, ...span });
  }
  api = await createApiApp({ db, clock: () => now });
});
afterAll(async () => {
  await api.close();
  await database.close();
});
beforeEach(async () => {
  now = at('15:30:00');
  for (const table of [onAirMarks, mediaRemovals, archivePrograms]) await database.db.delete(table);
  await database.db.update(programArchives).set({ state: 'shown' });
});

const mark = (title: string, from: string, to: string | null, values: Partial<ReportedMark> = {}): ReportedMark => ({
  reportId: `${title} ${from}`,
  revision: 1,
  kind: 'bulletin',
  startsAt: at(from),
  endsAt: to === null ? null : at(to),
  title,
  artist: '',
  programId: null,
  isWithdrawn: false,
  ...values,
});
const report = (channelId: 881 | 903 | 864, ...marks: ReportedMark[]) =>
  database.db.transaction((tx) => takeMarks(tx, channelId, marks));
const newest = async () =>
  (await findNewestBulletin({ db: database.db, now }))?.parts.map(({ topic, title, streamId }) => [
    topic,
    title,
    streamId,
  ]);

it('joins the newest news, traffic and weather of all channels, in this order, whenever each was', async () => {
  await report(
    881,
    mark('整點新聞', '14:00:00', '14:04:00'),
    mark('交通消息', '14:30:00', '14:31:00'),
    mark('天氣報告', '14:55:00', '14:56:00'),
    mark('訪問', '15:10:00', '15:12:00'),
  );
  await report(903, mark('整點新聞', '15:00:00', '15:03:00'), mark('歌', '15:20:00', '15:23:00', { kind: 'song' }));
  expect(await newest()).toEqual([
    ['news', '整點新聞', 903],
    ['traffic', '交通消息', 881],
    ['weather', '天氣報告', 881],
  ]);
});

it('has what just ended within 15 s of its end, once its sound has arrived, without a job', async () => {
  await report(881, mark('整點新聞', '14:00:00', '14:04:00'), mark('整點新聞', '15:00:00', '15:04:00'));
  now = at('15:04:04');
  expect((await findNewestBulletin({ db: database.db, now }))?.endedAt).toEqual(at('14:04:00'));
  // A page is fresh for five seconds more.
  now = at('15:04:10');
  expect((await findNewestBulletin({ db: database.db, now }))?.endedAt).toEqual(at('15:04:00'));
  const reply = await api.inject('/api/bulletin');
  expect(reply.headers['cache-control']).toContain('s-maxage=4');
  expect(reply.json().response.bulletin).toMatchObject({ seconds: 240, end_ts: at('15:04:00').getTime() / 1_000 });
});

it('has no bulletin that is withdrawn, still on the air or long past, and leaves out what is', async () => {
  await report(
    881,
    mark('整點新聞', '15:00:00', '15:04:00', { isWithdrawn: true }),
    mark('交通消息', '15:20:00', null),
    mark('天氣報告', '13:00:00', '13:01:00'),
    mark('整點新聞', '14:30:00', '14:34:00'),
  );
  expect(await newest()).toEqual([
    ['news', '整點新聞', 881],
    ['weather', '天氣報告', 881],
  ]);
  now = at('16:33:00');
  expect((await findNewestBulletin({ db: database.db, now }))?.id).toBeDefined();
  now = new Date(now.getTime() + 24 * 3_600_000);
  expect(await findNewestBulletin({ db: database.db, now })).toBeNull();
  expect((await api.inject('/api/bulletin')).json().response).toEqual({ bulletin: null });
});

it('never has sound that is removed, or of a broadcast that is taken down or unknown', async () => {
  await report(864, mark('整點新聞', '15:00:00', '15:02:00'));
  expect(await newest()).toBeUndefined();
  await report(881, mark('整點新聞', '14:00:00', '14:04:00'));
  await report(903, mark('整點新聞', '15:00:00', '15:03:00'));
  const { id } = (await findNewestBulletin({ db: database.db, now }))!;
  await database.db.update(programArchives).set({ state: 'taken_down' }).where(eq(programArchives.streamId, 903));
  expect(await newest()).toEqual([['news', '整點新聞', 881]]);
  await expect(getBulletin({ db: database.db, now }, id)).rejects.toMatchObject({ errorName: 'dataNotFound' });
  const span = { startsAt: at('14:03:00'), endsAt: at('14:03:10') };
  await database.db.transaction((tx) => removeSound(tx, { streamId: 881, ...span, why: 'rights' }));
  expect(await newest()).toBeUndefined();
});

it('keeps an address for what it was when it was cut, and gives subscribers one of those that follow closely', async () => {
  await report(881, mark('整點新聞', '14:00:00', '14:04:00'), mark('交通消息', '14:30:00', '14:31:00'));
  await report(903, mark('整點新聞', '14:00:00', '14:03:00'), mark('整點新聞', '15:00:00', '15:03:00'));
  const listed = await listBulletins({ db: database.db, now });
  expect(listed.map(({ endedAt, parts }) => [endedAt, parts.length])).toEqual([
    [at('15:03:00'), 2],
    [at('14:31:00'), 2],
    [at('14:04:00'), 1],
  ]);
  expect(await getBulletin({ db: database.db, now }, listed[1]!.id)).toEqual(listed[1]);
});
