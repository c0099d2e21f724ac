import HLS from 'hls-parser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importFilm, setFilmCaption } from '#domain/media/films.ts';
import { keepSound, TAPE_STARTS_AT } from '#domain/media/kept-sound.ts';
import { EVENT_SEGMENT_MS, eventProgramme } from '#sandbox/stations/event.ts';
import type { Grant } from '#domain/playback/grants/grant.types.ts';
import { filmTracks, WORDS } from '#tests/factories/media/film.ts';
import { startOrigin, type OriginUnderTest } from '#tests/factories/media/media-origin.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { openGate, tokenOfGrant } from '#tests/factories/playback/replay-gate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

const SITE = 'https://radio.example';
const NOW = new Date('2026-11-22T12:00:00Z');
const COUNT = 10;
const ENDS_AT = TAPE_STARTS_AT + COUNT * EVENT_SEGMENT_MS;
const RENDITIONS_OF_FILM = ['v21', 'v24', 'v25', 'audio'] as const;

let database: TestDatabase;
let server: OriginUnderTest;
let film = 0;
const gate = openGate();
const SECRET = 'a-session-secret';
const cookie = `__Host-session=${SECRET}`;

beforeAll(async () => {
  HLS.setOptions({ strictMode: true });
  database = await createTestDatabase();
  const storage = memoryStorage();
  const captions = [
    { language: 'zh-HK', label: '繁體中文', text: WORDS },
    { language: 'en', label: 'English', text: WORDS },
  ];
  film = await importFilm(
    { db: database.db, storage, now: NOW },
    { name: '時鐘', captions },
    filmTracks(RENDITIONS_OF_FILM, COUNT),
    async (tx, { streamId, from, to }) => {
      await keepSound(tx, { streamId, startsAt: from, endsAt: to, keptUntil: null, why: 'videos/1' });
      return streamId;
    },
  );
  server = await startOrigin(database, { now: () => NOW, storage, replay: { gate, siteUrl: SITE } });
}, 60_000);
afterAll(async () => {
  await server.stop();
  await database.close();
});

const grantOf = (changes: Partial<Grant> = {}): string =>
  tokenOfGrant({
    streamId: film,
    from: TAPE_STARTS_AT,
    to: ENDS_AT,
    leaseId: null,
    sessionHash: gate.sessionHashOf(SECRET),
    expiresAt: NOW.getTime() + 300_000,
    open: false,
    remoteSerial: null,
    ...changes,
  });
const get = (path: string, headers: Record<string, string> = { cookie }) =>
  fetch(`${server.address}${path}`, { headers: { 'accept-encoding': 'identity', ...headers } });
const span = `${TAPE_STARTS_AT}-${ENDS_AT}`;
const opening = `video.m3u8?from=${TAPE_STARTS_AT}&to=${ENDS_AT}`;

it('opens with every size as it weighs, its sound alone, and captions that native players find', async () => {
  const at = `/replay/${grantOf()}/${film}`;
  const text = await (await get(`${at}/${opening}`)).text();
  const { variants } = HLS.parse(text) as HLS.types.MasterPlaylist;
  expect(variants.map(({ uri, codecs, resolution }) => [uri, codecs, resolution?.width])).toEqual([
    [`v21/${span}.m3u8`, 'avc1.42c028,mp4a.40.2', 1920],
    [`v24/${span}.m3u8`, 'avc1.42c01f,mp4a.40.2', 1280],
    [`v25/${span}.m3u8`, 'avc1.42c01e,mp4a.40.2', 640],
    [`audio/${span}.m3u8`, 'mp4a.40.2', undefined],
  ]);
  for (const [i, rendition] of RENDITIONS_OF_FILM.entries()) {
    const sizes = Array.from({ length: COUNT }, (_, n) => eventProgramme(rendition).segment(n).length);
    const average = (sizes.reduce((sum, size) => sum + size, 0) * 8_000) / (COUNT * EVENT_SEGMENT_MS);
    const { bandwidth, averageBandwidth } = variants[i]!;
    expect(averageBandwidth).toBe(Math.ceil(average));
    expect(bandwidth).toBeGreaterThanOrEqual(average);
    expect(bandwidth).toBeLessThanOrEqual(Math.ceil((Math.max(...sizes) * 8_000) / EVENT_SEGMENT_MS));
  }
  expect(variants[0]!.subtitles.map(({ uri, language, name }) => [uri, language, name])).toEqual([
    ['captions/zh-HK.m3u8', 'zh-HK', '繁體中文'],
    ['captions/en.m3u8', 'en', 'English'],
  ]);
  const words = await (await get(`${at}/captions/zh-HK.m3u8`)).text();
  const list = HLS.parse(words) as HLS.types.MediaPlaylist;
  expect(list.segments.map(({ uri, duration }) => [uri, duration])).toEqual([['zh-HK.vtt', 5.5]]);
  const file = await get(`${at}/captions/zh-HK.vtt`);
  expect(file.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
  expect(await file.text()).toBe(WORDS.replace('\n', '\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n'));
  expect((await get(`${at}/captions/fr.vtt`)).status).toBe(404);
});

it('plays from its packs: a whole list at the target of the radio, and the bytes that were imported', async () => {
  const at = `/replay/${grantOf()}/${film}/v24`;
  const text = await (await get(`${at}/${span}.m3u8`)).text();
  const list = HLS.parse(text) as HLS.types.MediaPlaylist;
  expect([list.targetDuration, list.playlistType, list.endlist]).toEqual([4, 'VOD', true]);
  expect(list.segments.map(({ uri }) => uri)).toEqual(Array.from({ length: COUNT }, (_, n) => `${n}.m4s`));
  for (const n of [0, 7]) {
    const bytes = Buffer.from(await (await get(`${at}/${n}.m4s`)).arrayBuffer());
    expect(bytes.equals(eventProgramme('v24').segment(n))).toBe(true);
  }
  const init = list.segments[0]!.map!.uri!;
  const bytes = Buffer.from(await (await get(new URL(init, `http://x${at}/`).pathname)).arrayBuffer());
  expect(bytes.equals(eventProgramme('v24').init)).toBe(true);
});

it('lets its first minute, where no more is granted, lead no further', async () => {
  const grant = grantOf({ to: TAPE_STARTS_AT + 2 * EVENT_SEGMENT_MS });
  const list = await (await get(`/replay/${grant}/${film}/v25/${span}.m3u8`)).text();
  expect(list.match(/\.m4s/g)).toHaveLength(2);
  expect((await get(`/replay/${grant}/${film}/v25/1.m4s`)).status).toBe(200);
  expect((await get(`/replay/${grant}/${film}/v25/2.m4s`)).status).toBe(403);
});

it('gives the words of what is granted, and no others', async () => {
  const words = async (changes: Partial<Grant>) => {
    const reply = await get(`/replay/${grantOf(changes)}/${film}/captions/zh-HK.vtt`);
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    return [...(await reply.text()).matchAll(/^\p{Script=Han}+$/gmu)].map(([line]) => line);
  };
  const at = (ms: number) => TAPE_STARTS_AT + ms;
  expect(await words({})).toEqual(['早晨', '食咗飯未']);
  // For a rental that was not started, because it can be refunded.
  expect(await words({ to: at(4_000) })).toEqual(['早晨']);
  expect(await words({ from: at(3_000), to: at(5_000) })).toEqual(['食咗飯未']);
  expect(await words({ from: at(2_500), to: at(4_000) })).toEqual([]);
});

it('gives words that were changed as they are now, to who has those before them too', async () => {
  const storage = memoryStorage();
  const deps = { db: database.db, storage, now: NOW };
  const captions = [{ language: 'en', label: 'English', text: WORDS }];
  const streamId = await importFilm(
    deps,
    { name: 'trailer', captions },
    filmTracks(['v25'], 2),
    async (_, made) => made.streamId,
  );
  const everybodys = { streamId, sessionHash: null };
  const path = `/replay/${grantOf(everybodys)}/${streamId}/captions/en.vtt`;
  const readIn = async (origin: OriginUnderTest, headers: Record<string, string> = {}) =>
    fetch(`${origin.address}${path}`, { headers });
  const before = await startOrigin(database, { now: () => NOW, storage, replay: { gate, siteUrl: SITE } });
  const etag = (await readIn(before)).headers.get('etag')!;
  expect((await readIn(before, { 'if-none-match': etag })).status).toBe(304);
  await before.stop();
  await setFilmCaption(deps, streamId, { ...captions[0]!, text: WORDS.replace('早晨', '早唞') });
  const after = await startOrigin(database, { now: () => NOW, storage, replay: { gate, siteUrl: SITE } });
  const changed = await readIn(after, { 'if-none-match': etag });
  expect([changed.status, await changed.text()]).toEqual([200, expect.stringContaining('早唞')]);
  await after.stop();
});

it('refuses every paid byte without a right, with another’s, and after its end, and has no public door', async () => {
  const { rows } = await database.pool.query<{ id: number }>('select min(id) as id from media_inits');
  const files = [
    `${film}/${opening}`,
    `${film}/v21/${span}.m3u8`,
    `${film}/v21/0.m4s`,
    `${film}/captions/zh-HK.m3u8`,
    `${film}/captions/zh-HK.vtt`,
    `init/${rows[0]!.id}.mp4`,
  ];
  const statuses = (grant: string, headers?: Record<string, string>) =>
    Promise.all(files.map(async (file) => (await get(`/replay/${grant}/${file}`, headers)).status));
  const right = grantOf({ leaseId: '00000000-0000-4000-8000-000000000002' });
  expect(await statuses(right)).toEqual(files.map(() => 200));
  const refused = files.map(() => 403);
  expect(await statuses('no-grant')).toEqual(refused);
  expect(await statuses(right, {})).toEqual(refused);
  expect(await statuses(right, { cookie: '__Host-session=another-session' })).toEqual(refused);
  expect(await statuses(grantOf({ expiresAt: NOW.getTime() }))).toEqual(refused);
  expect(await statuses(grantOf({ streamId: film + 1 }))).toEqual(refused);
  gate.ended.add('00000000-0000-4000-8000-000000000002');
  expect(await statuses(right)).toEqual(refused);
  for (const path of [`${film}/video.m3u8`, `${film}/v21/0.m4s`, `903/v21/0.m4s`, `init/${rows[0]!.id}.mp4`])
    expect([path, (await get(`/media/${path}`)).status]).toEqual([path, 404]);
});
