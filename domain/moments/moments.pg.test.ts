import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { archivePrograms, archiveSections, programArchives, transcriptCues } from '#db/tables/archive.ts';
import { mediaInits, mediaRemovals } from '#db/tables/media.ts';
import { onAirMarks } from '#db/tables/songs.ts';
import { liveMoment } from '#app/pages/live/live-moment.server.ts';
import { takeMarks, type ReportedMark } from '#domain/songs/songs.ts';
import { momentPictures } from '#server/web/files/moment-pictures.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { storeSegments } from '#tests/factories/media/kept-hours.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { hearingsOf, momentAt } from './moments.ts';

// 903 on a Saturday: a programme from 14:00 to 16:00, with sound from 14:10 on.
const at = (clock: string, day = '28') => new Date(`2026-11-${day}T${clock}+08:00`);
const now = at('15:00:00');

let database: TestDatabase;
let api: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await insertSmallStation(db);
  await insertStreams(db);
  const init = { streamId: 903, rendition: 'a64', sha256: 'x', storageKey: 'init', codecs: 'x', timescale: 48_000 };
  const [row] = await db.insert(mediaInits).values(init).returning({ id: mediaInits.id });
  const from = at('14:10:00').getTime();
  await storeSegments(database, memoryStorage(), { streamId: 903, initId: row!.id, from, count: 750 });
  const part = (id: number, archiveId: number, sectionNo: number, from: string, to: string, title: string | null) => ({
    id,
    archiveId,
    sectionNo,
    title,
    startsAt: at(from),
    endsAt: at(to),
  });
  const common = { programId: 3, streamId: 903, dayHk: '2026-11-28' };
  await db.insert(programArchives).values([
    { ...common, id: 1, startsAt: at('14:00:00'), endsAt: at('16:00:00') },
    { ...common, id: 2, dayHk: '2026-11-20', startsAt: at('14:00:00', '20'), endsAt: at('16:00:00', '20') },
  ]);
  await db
    .insert(archiveSections)
    .values([
      part(11, 1, 1, '14:00:00', '14:20:00', '開場'),
      part(12, 1, 2, '14:20:00', '14:40:00', '放學通識'),
      part(13, 1, 3, '14:40:00', '16:00:00', null),
      { id: 21, archiveId: 2, sectionNo: 1, startsAt: at('14:00:00', '20'), endsAt: at('16:00:00', '20') },
    ]);
  await db.insert(transcriptCues).values({
    streamId: 903,
    startsAt: at('14:26:08'),
    endsAt: at('14:26:12'),
    words: '今日食乜餸',
  });
  api = await createApiApp({ db, clock: () => now });
});
afterAll(async () => {
  await api.close();
  await database.close();
});
beforeEach(async () => {
  for (const table of [onAirMarks, mediaRemovals, archivePrograms]) await database.db.delete(table);
});

const mark = (clock: string, values: Partial<ReportedMark> = {}): ReportedMark => ({
  reportId: clock,
  revision: 1,
  kind: 'song',
  startsAt: at(clock),
  endsAt: null,
  title: `歌 ${clock}`,
  artist: '歌手',
  programId: null,
  isWithdrawn: false,
  ...values,
});
const take = (...marks: ReportedMark[]) => database.db.transaction((tx) => takeMarks(tx, 903, marks));
const remove = (from: string, to: string) =>
  database.db.insert(mediaRemovals).values({ streamId: 903, startsAt: at(from), endsAt: at(to), why: 'law' });

interface Missed {
  kind: string;
  title: string;
  start_ts: number;
}
const missed = async () =>
  (await api.inject({ url: '/api/live/903/moments' }))
    .json()
    .response.items.map((item: Missed) => [
      item.kind,
      item.title,
      new Date(item.start_ts * 1000).toISOString() === at('14:20:00').toISOString() ? '14:20' : '',
    ]);

describe('how instants may be heard', () => {
  const old = { streamId: 903, at: at('15:00:00', '20') };
  const asked = [{ streamId: 903, at: at('14:30:00') }, old, { streamId: 881, at: at('14:30:00') }];
  const hows = async () =>
    (await hearingsOf({ db: database.db, now }, asked)).map((hearing) => hearing && [hearing.how, hearing.section.id]);

  it('is live within what live can be rewound to, else the replay, else not at all', async () => {
    expect(await hows()).toEqual([['live', 12], ['replay', 21], null]);
  });

  it('is not at all for what was removed, has ended or is taken down', async () => {
    await remove('14:29:00', '14:31:00');
    expect((await hows())[0]).toBeNull();
    for (const state of ['ended', 'taken_down'] as const) {
      await database.db.update(programArchives).set({ state }).where(eq(programArchives.id, 2));
      expect((await hows())[1]).toBeNull();
    }
    await database.db.update(programArchives).set({ state: 'shown' }).where(eq(programArchives.id, 2));
  });
});

describe('what was missed of the programme on air', () => {
  it('is its parts, bulletins and songs in order of time, five at most, parts first and the newest of the rest', async () => {
    await take(
      mark('14:12:00'),
      mark('14:22:00'),
      mark('14:30:00', { kind: 'bulletin', title: '半點新聞', artist: '' }),
      mark('14:35:00'),
      mark('14:44:00'),
      mark('14:50:00'),
      // Of the programme before, just begun, and not broadcast.
      mark('13:50:00'),
      mark('14:59:50'),
      mark('14:52:00', { isWithdrawn: true }),
      mark('14:53:00', { kind: 'advertisement', title: '廣告' }),
    );
    expect(await missed()).toEqual([
      ['section', '放學通識', '14:20'],
      ['bulletin', '半點新聞', ''],
      ['song', '歌 14:35:00', ''],
      ['song', '歌 14:44:00', ''],
      ['song', '歌 14:50:00', ''],
    ]);
  });

  it('is only what live can be rewound to: not what was not recorded, nor what was removed', async () => {
    await take(mark('14:05:00'), mark('14:30:00'), mark('14:45:00'));
    await remove('14:29:00', '14:31:00');
    await remove('14:19:00', '14:21:00');
    expect(await missed()).toEqual([['song', '歌 14:45:00', '']]);
  });

  it('is nothing on a channel without a broadcast, and asked for of channels only', async () => {
    expect((await api.inject({ url: '/api/live/881/moments' })).json().response.items).toEqual([]);
    expect((await api.inject({ url: '/api/live/882/moments' })).statusCode).toBe(404);
    expect((await api.inject({ url: '/api/live/x/moments' })).statusCode).toBe(400);
  });
});

describe('an instant', () => {
  const moment = (clock: string) => momentAt(database, { streamId: 903, at: at(clock) });

  it('has the sentence that was said and the song that sounded', async () => {
    await take(mark('14:25:00', { endsAt: at('14:28:00') }));
    expect(await moment('14:26:10')).toMatchObject({
      section: { id: 12 },
      said: '今日食乜餸',
      song: { title: '歌 14:25:00', artist: '歌手' },
    });
    expect(await moment('14:28:30')).toMatchObject({ said: null, song: null });
  });

  it('says nothing of a transcript that is not published, or of removed sound', async () => {
    await remove('14:26:11', '14:26:13');
    expect((await moment('14:26:10')).said).toBeNull();
    await database.db.delete(mediaRemovals);
    await database.db.insert(archivePrograms).values({ programId: 3, hasPublicTranscript: false });
    expect((await moment('14:26:10')).said).toBeNull();
  });

  it('is not known where a broadcast is taken down', async () => {
    const { db } = database;
    await db.update(programArchives).set({ state: 'taken_down' });
    expect(await moment('14:26:10')).toEqual({ section: null, said: null, song: null });
    await db.update(programArchives).set({ state: 'shown' });
  });
});

describe('a shared moment of live', () => {
  const shared = (text: string) => liveMoment({ db: database.db, now }, 903, text);
  const leadsTo = async (text: string) => {
    const thrown: unknown = await shared(text).catch((error: unknown) => error);
    return thrown instanceof Response ? thrown.headers.get('location') : thrown;
  };

  it('without a day leads to the address with one, which stays the same tomorrow', async () => {
    expect(await leadsTo('14:26:10')).toBe('/live/903?at=2026-11-28T14:26:10');
    expect(await leadsTo('15:00:01')).toBe('/live/903?at=2026-11-27T15:00:01');
  });

  it('is played here within the rewind window, also in its last seconds, and is previewed by what was said', async () => {
    expect(await shared('2026-11-28T14:26:10')).toMatchObject({
      kind: 'live',
      atMs: at('14:26:10').getTime(),
      said: '「今日食乜餸」',
      card: { description: '「今日食乜餸」', socialPath: `/social/moments/903/${at('14:26:10').getTime() / 1000}.jpg` },
    });
    expect(await shared('2026-11-28T14:59:59')).toMatchObject({ kind: 'live' });
  });

  it('earlier leads to its replay, at that instant', async () => {
    expect(await leadsTo('2026-11-20T15:00:00')).toBe(
      `/program/archives/2?at=${at('15:00:00', '20').getTime() / 1000}`,
    );
    // Not recorded live, but within a replay, whose page tells what is missing.
    expect(await leadsTo('2026-11-28T14:05:00')).toBe(`/program/archives/1?at=${at('14:05:00').getTime() / 1000}`);
  });

  it('that is in no replay, or still to come, says so, and tells nothing else', async () => {
    expect(await shared('2016-01-01T10:00:00')).toMatchObject({ kind: 'none', said: '', day: '2016-01-01' });
    expect(await shared('2026-11-28T15:30:00')).toMatchObject({ kind: 'future', said: '' });
  });

  it('that is no time is no moment', async () => {
    for (const text of ['', 'x', '25:00', '2026-13-01T10:00', "'"]) expect(await shared(text)).toBeNull();
  });
});

describe('the picture of a moment', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = fastify();
    const sources = { find: () => Promise.reject(new Error('not asked for')) };
    await momentPictures(app, { db: database.db, sources, clock: () => now });
  });
  afterAll(() => app.close());
  const picture = (path: string) => app.inject({ url: `/social/moments/${path}.jpg` });
  const secondsOf = (clock: string, day?: string) => at(clock, day).getTime() / 1000;

  it('is drawn with what is known of it, as large as link previews are', async () => {
    await database.db.execute("update programs set keyart = '' where id = 3");
    const [said, other] = await Promise.all([
      picture(`903/${secondsOf('14:26:10')}`),
      picture(`903/${secondsOf('14:30:00')}`),
    ]);
    expect(said.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=300, s-maxage=4',
    });
    expect(await sharp(said.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' });
    expect(said.rawPayload.equals(other.rawPayload)).toBe(false);
  });

  it.each([
    ['no time', '903/x'],
    ['a time to come', `903/${secondsOf('15:30:00')}`],
    ['an unknown stream', `99999/${secondsOf('14:26:10')}`],
    ['no broadcast', `881/${secondsOf('14:26:10')}`],
    ['a number of no stream', `9999999999/${secondsOf('14:26:10')}`],
  ])('of %s is the ordinary one', async (_what, path) => {
    const reply = await picture(path);
    expect([reply.statusCode, reply.headers.location]).toEqual([302, '/social.jpg']);
  });

  it('is the ordinary one for most of many that are asked for at once', async () => {
    const from = secondsOf('14:12:00');
    const replies = await Promise.all(Array.from({ length: 30 }, (_, n) => picture(`903/${from + n}`)));
    expect(replies.filter(({ statusCode }) => statusCode === 302).length).toBeGreaterThanOrEqual(20);
    expect(replies.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
  });
});
