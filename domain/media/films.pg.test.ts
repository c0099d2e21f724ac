import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '#db/database.ts';
import { filmTracks, WORDS } from '#tests/factories/media/film.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { captionEndMs, importFilm } from './films.ts';
import { keepSound, releaseSound, segmentsBetween, type Tape } from './kept-sound.ts';
import { runRetention } from './media.ts';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-11-22T12:00:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const storage = memoryStorage();
const deps = () => ({ db: database.db, storage, now: NOW });
const settle = (hours: number) =>
  runRetention({ ...deps(), now: new Date(NOW.getTime() + hours * HOUR_MS), windowMs: 8 * HOUR_MS });
const kept = async (tx: Tx, film: Tape): Promise<Tape> => {
  const span = { streamId: film.streamId, startsAt: film.from, endsAt: film.to };
  await keepSound(tx, { ...span, keptUntil: null, why: 'videos/1' });
  return film;
};
const bytesOf = (streamId: number) =>
  database.pool.query<{ rendition: string; starts_at: Date; kind: string }>(
    'select rendition, starts_at, kind from media_hours where stream_id = $1 order by rendition, starts_at',
    [streamId],
  );

it('puts a film on a stream of its own as packs of its hours, and retention leaves them as they are', async () => {
  const tracks = filmTracks(['v25', 'audio'], 12);
  // Five of its segments lie in the preceding hour.
  const startsAt = new Date(Date.UTC(2001, 0, 1, 11) - 5 * 960);
  const film = await importFilm(deps(), { name: '時鐘', startsAt }, tracks, kept);
  expect([film.streamId, film.to.getTime() - film.from.getTime()]).toEqual([1_000_000, 12 * 960]);
  const packs = (await bytesOf(film.streamId)).rows;
  expect(packs.map(({ rendition, kind }) => [rendition, kind])).toEqual([
    ['audio', 'pack'],
    ['audio', 'pack'],
    ['v25', 'pack'],
    ['v25', 'pack'],
  ]);
  const objects = [...storage.objects.keys()];
  for (const hours of [0, 2]) await settle(hours);
  expect([...storage.objects.keys()]).toEqual(objects);
  for (const { rendition, segments } of tracks) {
    const found = await segmentsBetween(database.db, film.streamId, rendition, film.from, film.to);
    const wanted = [...(segments as Iterable<{ bytes: Buffer }>)];
    expect(found.map(({ sequence, discontinuity }) => [sequence, discontinuity])).toEqual(wanted.map((_, i) => [i, 0]));
    for (const [i, { storageKey, range }] of found.entries())
      expect((await storage.get(storageKey, range))?.equals(wanted[i]!.bytes)).toBe(true);
  }
});

it('gives what was recorded of an event a stream of events, at its own instant', async () => {
  const startsAt = new Date(NOW.getTime() - 24 * HOUR_MS);
  const event = await importFilm(deps(), { name: '演唱會', kind: 'event', startsAt }, filmTracks(['v25'], 3), kept);
  expect([event.streamId, event.from]).toEqual([2_000_000, startsAt]);
  const { rows } = await database.pool.query(
    'select kind, target_duration_ms, ladder from media_streams where id = $1',
    [event.streamId],
  );
  expect(rows).toEqual([{ kind: 'event', target_duration_ms: 1_000, ladder: ['v25'] }]);
});

it('lets a film go, whole, when nothing keeps it any more', async () => {
  const film = await importFilm(deps(), { name: '短片' }, filmTracks(['v25'], 3), kept);
  await database.db.transaction((tx) => releaseSound(tx, { streamId: film.streamId, why: 'videos/1' }));
  await settle(1);
  expect((await bytesOf(film.streamId)).rows).toEqual([]);
  expect(await segmentsBetween(database.db, film.streamId, 'v25', film.from, film.to)).toEqual([]);
});

it('an import that died leaves nothing behind and can be made again', async () => {
  for (const hours of [4, 6]) await settle(hours);
  const streams = async () => (await database.pool.query('select id from media_streams order by id')).rows;
  const before = { objects: [...storage.objects.keys()], streams: await streams() };
  const captions = [{ language: 'zh-HK', label: '中文', text: WORDS }];
  const begin = (changes: object, keep: typeof kept) =>
    importFilm({ ...deps(), ...changes }, { name: '短片', captions }, filmTracks(['v25', 'audio'], 3), keep);
  let puts = 0;
  const put = (...args: Parameters<typeof storage.put>) =>
    puts++ < 3 ? storage.put(...args) : Promise.reject(new Error('gone'));
  await expect(begin({ storage: { ...storage, put } }, kept)).rejects.toThrow('gone');
  await expect(begin({}, () => Promise.reject(new Error('no such film')))).rejects.toThrow('no such film');
  expect(storage.objects.size).toBeGreaterThan(before.objects.length);
  await settle(8);
  expect({ objects: [...storage.objects.keys()], streams: await streams() }).toEqual(before);
  const { streamId, from, to } = await begin({}, kept);
  expect(await segmentsBetween(database.db, streamId, 'audio', from, to)).toHaveLength(3);
});

it('refuses renditions of the radio, two of one kind, segments that are too long, and captions that are none', async () => {
  const [track] = filmTracks(['v25'], 2);
  const refused = (...tracks: (typeof track)[]) =>
    importFilm(
      deps(),
      { name: 'x' },
      tracks.map((one) => one!),
      kept,
    );
  await expect(refused()).rejects.toThrow(/video renditions/);
  await expect(refused(track, track)).rejects.toThrow(/each exactly once/);
  await expect(refused({ ...track!, rendition: 'a64' })).rejects.toThrow(/video renditions/);
  const long = [{ bytes: Buffer.alloc(1), durationMs: 4_500, mediaStartMs: 0 }];
  await expect(refused({ ...track!, segments: long })).rejects.toThrow(/duration of 4500 ms/);
  await expect(refused({ ...track!, segments: [] })).rejects.toThrow(/no segments/);
  expect(captionEndMs(WORDS)).toBe(5_500);
  expect(captionEndMs('WEBVTT\n\n01:02:03.004 --> 01:02:05.006\nx\n')).toBe(3_725_006);
  for (const text of [
    '',
    '1\n00:00:01,000 --> 00:00:02,000\nsrt\n',
    'WEBVTT\n\n',
    'WEBVTTX\n\n00:01.000 --> 00:02.000\nx',
  ])
    expect(() => captionEndMs(text)).toThrow(/captions/);
});
