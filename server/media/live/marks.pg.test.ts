import { sql } from 'drizzle-orm';
import HLS from 'hls-parser';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { onAirMarks } from '#db/tables/songs.ts';
import { songReportSchema } from '#domain/songs/song-reports.schema.ts';
import { HOUR_MS } from '#domain/media/hour-index.rules.ts';
import { MARKS_NOTICE } from '#domain/songs/sound-marks.ts';
import { takeSongReport } from '#domain/songs/songs.ts';
import { addChannels, addEncoder, startOrigin, type OriginUnderTest } from '#tests/factories/media/media-origin.ts';
import { testEncoder } from '#tests/factories/media/push.ts';
import { makeSound, type PushedSound } from '#tests/factories/media/pushed-sound.ts';
import { openGate, tokenOfGrant } from '#tests/factories/playback/replay-gate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

// Reports of the automation appear in live, start-over and replay playlists and never contradict themselves there.

const SEGMENTS = 45;
let database: TestDatabase;
let server: OriginUnderTest;
let sound: PushedSound;
let encoder: ReturnType<typeof testEncoder>;
let t0 = 0;
let now = new Date();
const at = (n: number): number => t0 + n * 4_000;

beforeAll(async () => {
  HLS.setOptions({ strictMode: true });
  database = await createTestDatabase();
  await addChannels(database);
  await addEncoder(database, 881, 'main');
  sound = await makeSound({ seconds: (SEGMENTS + 5) * 4 });
  // Within one hour that has not ended: a replay keeps the marks of an hour that has for a minute (`HOUR_LIFE_MS`).
  t0 = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS / 2;
  now = new Date(at(SEGMENTS));
  server = await startOrigin(database, {
    now: () => now,
    replay: { gate: openGate(), siteUrl: 'https://radio.example' },
  });
  encoder = testEncoder(server.address, 'main', { rendition: 'a64' });
  await encoder.init(sound);
  for (let n = 0; n < SEGMENTS; n++) await encoder.dated(sound.segments[n]!, at(n));
}, 60_000);
afterAll(async () => {
  await server.stop();
  await database.close();
});
beforeEach(async () => {
  await database.db.delete(onAirMarks);
  await database.db.execute(sql`select pg_notify(${MARKS_NOTICE}, '881')`);
  await vi.waitFor(async () => expect(titles(await startOver(0))).toEqual([]), { timeout: 10_000 });
});

const report = (values: object, airDelayMs = 0) =>
  database.db.transaction((tx) =>
    takeSongReport(
      tx,
      { channelId: 881, airDelayMs },
      songReportSchema.parse({
        id: 'song-1',
        revision: 1,
        sent_at: now.getTime() / 1000,
        kind: 'song',
        title: '慢船去坪洲',
        artist: '燈塔值班員',
        ...values,
      }),
    ),
  );
const text = async (path: string): Promise<string> => (await fetch(`${server.address}${path}`)).text();
const live = () => text('/media/881/a64/live.m3u8');
const startOver = (n: number) => text(`/media/881/a64/from/${at(n)}.m3u8`);
const replay = (from: number, to: number) => {
  const token = tokenOfGrant({
    streamId: 881,
    from: at(from),
    to: at(to),
    leaseId: null,
    sessionHash: null,
    expiresAt: now.getTime() + 300_000,
    open: false,
    remoteSerial: null,
  });
  return text(`/replay/${token}/881/a64/${at(from)}-${at(to)}.m3u8`);
};
/** Attributes by id, of every mark in a playlist. */
const marksOf = (playlist: string): Map<string, Record<string, string>> => {
  HLS.parse(playlist);
  const lines = playlist.split('\n').filter((line) => line.startsWith('#EXT-X-DATERANGE:ID="mark-'));
  const each = lines.map((line) =>
    Object.fromEntries(
      [...line.matchAll(/([A-Z-]+)=("[^"]*"|[^",]*)/g)].map(([, name = '', value = '']) => [
        name,
        value.replaceAll('"', ''),
      ]),
    ),
  );
  expect(new Set(each.map(({ ID }) => ID)).size).toBe(each.length);
  return new Map(each.map((attributes) => [attributes['ID']!, attributes]));
};
const titles = (playlist: string): string[] => [...marksOf(playlist).values()].map((mark) => mark['X-TITLE']!);
const seconds = (ms: number): number => ms / 1000;

it('is in every playlist whose span it touches, at the instant of the sound, and in no other', async () => {
  await report({ start_ts: seconds(at(40)) }, 1_500);
  await report({ id: 'song-0', title: '舊歌', start_ts: seconds(at(10)), end_ts: seconds(at(20)) });
  // The later report reaches the process later.
  await vi.waitFor(async () => expect(titles(await startOver(0))).toEqual(['舊歌', '慢船去坪洲']), { timeout: 10_000 });
  expect(titles(await live())).toEqual(['慢船去坪洲']);
  const [mark] = marksOf(await live()).values();
  expect(mark).toMatchObject({
    CLASS: 'com.airwave.song',
    'START-DATE': new Date(at(40) + 1_500).toISOString(),
    'X-TITLE': '慢船去坪洲',
    'X-ARTIST': '燈塔值班員',
  });
  expect(mark).not.toHaveProperty('DURATION');
  expect(titles(await startOver(25))).toEqual(['慢船去坪洲']);
  expect(titles(await replay(0, 30))).toEqual(['舊歌']);
  expect(titles(await replay(21, 39))).toEqual([]);
});

it('changes nothing by an older report, gains an end under its name, and takes a new name to say something else', async () => {
  const seen = new Map<string, Record<string, string>>();
  const look = async () => {
    const known = [await live(), await startOver(5), await replay(5, SEGMENTS)].map(marksOf);
    for (const marks of known)
      for (const [id, attributes] of marks) {
        // RFC 8216, 4.3.2.7: attributes of one ID must not have two values.
        const before = seen.get(id) ?? {};
        for (const name of Object.keys(before)) if (name in attributes) expect(attributes[name]).toBe(before[name]);
        seen.set(id, { ...before, ...attributes });
      }
    return [...known[0]!.values()];
  };
  const until = (wanted: object) =>
    vi.waitFor(async () => expect(await look()).toMatchObject([wanted]), { timeout: 10_000 });

  await report({ revision: 3, start_ts: seconds(at(38)) });
  await until({ 'X-TITLE': '慢船去坪洲' });
  const [first] = await look();
  await report({ revision: 2, start_ts: seconds(at(30)), title: '舊報告' });
  await report({ revision: 4, start_ts: seconds(at(38)), end_ts: seconds(at(44)) });
  await until({ ID: first!['ID'], DURATION: '24.000', 'X-TITLE': '慢船去坪洲' });
  await report({ revision: 5, start_ts: seconds(at(39)), end_ts: seconds(at(44)) });
  await until({ DURATION: '20.000' });
  const [moved] = await look();
  expect(moved!['ID']).not.toBe(first!['ID']);
  await report({ revision: 6, start_ts: seconds(at(39)), end_ts: seconds(at(43)) });
  await until({ DURATION: '16.000' });
  await report({ revision: 7, start_ts: seconds(at(39)), end_ts: seconds(at(43)), is_withdrawn: true });
  await vi.waitFor(async () => expect(await look()).toEqual([]), { timeout: 10_000 });
  await report({ revision: 6, start_ts: seconds(at(39)) });
  expect(await look()).toEqual([]);
  expect(seen.size).toBe(3);
});

it('lets a song without an end last until the next, ten minutes at most, and a break beside it', async () => {
  await report({ start_ts: seconds(at(2)) });
  await report({ id: 'song-2', title: '第二首', start_ts: seconds(at(12)) });
  await report({
    id: 'ad-1',
    kind: 'advertisement',
    title: '廣告時間',
    start_ts: seconds(at(20)),
    end_ts: seconds(at(22)),
  });
  await vi.waitFor(async () => expect(titles(await startOver(0))).toEqual(['慢船去坪洲', '第二首', '廣告時間']), {
    timeout: 10_000,
  });
  expect(titles(await replay(0, 10))).toEqual(['慢船去坪洲']);
  expect(titles(await replay(13, 19))).toEqual(['第二首']);
  await report({ id: 'song-3', title: '好耐之前', start_ts: seconds(at(0) - 700_000), revision: 1 });
  expect(titles(await startOver(0))).not.toContain('好耐之前');
});

it('writes what automation sends so that no line of a playlist can be made by it', async () => {
  await report({ title: '引號"逗號,=ID="x"', artist: 'A"\\', start_ts: seconds(at(42)) });
  await vi.waitFor(async () => expect(marksOf(await live()).size).toBe(1), { timeout: 10_000 });
  const [mark] = marksOf(await live()).values();
  expect(mark).toMatchObject({ 'X-TITLE': '引號”逗號,=ID=”x”', 'X-ARTIST': 'A”\\' });
});

it('is told again to who reads the live playlist anew before the next segment comes', async () => {
  const before = await fetch(`${server.address}/media/881/a64/live.m3u8`);
  await report({ start_ts: seconds(at(43)) });
  const again = async () => {
    const headers = { 'if-none-match': before.headers.get('etag')! };
    return (await fetch(`${server.address}/media/881/a64/live.m3u8`, { headers })).status;
  };
  await expect.poll(again, { timeout: 10_000 }).toBe(200);
});
