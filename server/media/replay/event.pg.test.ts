import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import HLS from 'hls-parser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keepSound, segmentsBetween } from '#domain/media/kept-sound.ts';
import { runRetention } from '#domain/media/media.ts';
import { RENDITIONS } from '#domain/media/renditions.rules.ts';
import { openEvent } from '#domain/media/streams.ts';
import { EVENT_SEGMENT_MS, eventProgramme } from '#sandbox/stations/event.ts';
import { audioProgramme } from '#sandbox/stations/loops.ts';
import type { Grant } from '#domain/playback/grants/grant.types.ts';
import type { ReplayGate } from '#server/media/replay/replay-gate.ts';
import { addInit, storeSegments } from '#tests/factories/media/kept-hours.ts';
import { addEncoder, HOUR_MS, startOrigin, type OriginUnderTest } from '#tests/factories/media/media-origin.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { testEncoder } from '#tests/factories/media/push.ts';
import { openGate, tokenOfGrant } from '#tests/factories/playback/replay-gate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

// Live events: pushed in segments of a second and playable only with a grant.

const SITE = 'https://radio.example';
const SECRET = 'a-session-secret';
const LEASE = '00000000-0000-4000-8000-000000000001';
const sessionHash = createHash('sha256').update(SECRET).digest().subarray(0, 16);

/** A full hour. */
const N0 = Date.UTC(2026, 10, 21, 12) / EVENT_SEGMENT_MS;
const startOf = (n: number): number => (N0 + n) * EVENT_SEGMENT_MS;

let database: TestDatabase;
let server: OriginUnderTest;
let now = new Date(startOf(0));
/** The event of the test. */
let stream = 0;
const storage = memoryStorage();
const known = openGate();
let onRead = (): void => {};
const gate: ReplayGate = {
  ...known,
  readGrant(token, nowMs) {
    onRead();
    return known.readGrant(token, nowMs);
  },
};
const programmes = { v25: eventProgramme('v25'), audio: eventProgramme('audio') };

const start = () => startOrigin(database, { now: () => now, storage, replay: { gate, siteUrl: SITE } });

beforeAll(async () => {
  HLS.setOptions({ strictMode: true });
  database = await createTestDatabase();
  server = await start();
}, 60_000);
afterAll(async () => {
  await server.stop();
  await database.close();
});

const encoderOf = (name: string) => `${name}-${stream}`;
beforeEach(async () => {
  now = new Date(startOf(0));
  known.ended.clear();
  stream = await openEvent(database.db, { name: '演唱會' });
  for (const name of ['main', 'spare']) await addEncoder(database, stream, encoderOf(name));
});

/** Pushes segments n of an event, each shortly after its end. */
async function push(
  from: number,
  count: number,
  { name = 'main', rendition = 'v25' as keyof typeof programmes } = {},
): Promise<void> {
  const encoder = testEncoder(server.address, encoderOf(name), { channel: stream, rendition });
  await encoder.init({ init: programmes[rendition].init, segments: [] });
  for (let n = from; n < from + count; n++) {
    now = new Date(startOf(n + 1) + 100);
    expect(await encoder.dated(programmes[rendition].segment(N0 + n), startOf(n))).toMatchObject({ status: 201 });
  }
}

const grantOf = (changes: Partial<Grant> = {}): string =>
  tokenOfGrant({
    streamId: stream,
    from: startOf(0),
    to: startOf(100_000),
    leaseId: LEASE,
    sessionHash,
    expiresAt: now.getTime() + 300_000,
    open: true,
    remoteSerial: null,
    ...changes,
  });
const cookie = `__Host-session=${SECRET}`;
const get = (path: string, headers: Record<string, string> = { cookie }) =>
  fetch(`${server.address}${path}`, { headers: { 'accept-encoding': 'identity', ...headers } });
/** The playlist of a rendition between two segments. */
const listPath = (grant: string, from = 0, to = 100_000, rendition = 'v25') =>
  `/replay/${grant}/${stream}/${rendition}/${startOf(from)}-${startOf(to)}.m3u8`;
const numbersIn = (text: string): number[] => [...text.matchAll(/^(\d+)\.m4s$/gm)].map(([, k]) => Number(k));
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** Resolves when the next grant is read: the request is then being processed. */
function granted(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  onRead = resolve;
  return promise;
}

describe('the door for encoders of events', () => {
  it('takes segments of a second, and nothing longer, of another rendition, or for another stream', async () => {
    await push(0, 2);
    const sound = testEncoder(server.address, encoderOf('main'), { channel: stream, rendition: 'audio' });
    const radio = audioProgramme(864, 'a128');
    await sound.init({ init: radio.init, segments: [] });
    const long = await sound.dated(radio.segment(N0 / 4), startOf(0));
    expect(long).toMatchObject({ status: 400, detail: expect.stringContaining('the limit of 1499') });
    for (const [channel, rendition, status] of [
      [stream, 'a64', 404],
      [881, 'a64', 403],
      [stream + 1, 'v25', 404],
    ] as const) {
      const wrong = testEncoder(server.address, encoderOf('main'), { channel, rendition });
      expect((await wrong.put('init.mp4', programmes.v25.init)).status).toBe(status);
    }
  });

  it('lets the other encoder go on when the first has been silent for a segment and a half', async () => {
    const main = testEncoder(server.address, encoderOf('main'), { channel: stream, rendition: 'v25' });
    const spare = testEncoder(server.address, encoderOf('spare'), { channel: stream, rendition: 'v25' });
    for (const encoder of [main, spare]) await encoder.init({ init: programmes.v25.init, segments: [] });
    for (const n of range(0, 8)) {
      now = new Date(startOf(n + 1) + 100);
      if (n < 4) await main.dated(programmes.v25.segment(N0 + n), startOf(n));
      now = new Date(startOf(n + 1) + 300);
      await spare.dated(programmes.v25.segment(N0 + n), startOf(n));
    }
    const found = await segmentsBetween(database.db, stream, 'v25', new Date(startOf(0)), new Date(startOf(9)));
    expect(found.map(({ startsAt }) => startsAt)).toEqual(range(0, 8).map(startOf));
    expect(found.map(({ discontinuity }) => discontinuity)).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
    const text = await (await get(listPath(grantOf()))).text();
    expect(numbersIn(text)).toEqual(range(0, 8));
    expect(text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1);
  });
});

describe('a live event', () => {
  it('is one list from its beginning to its edge, to be asked for as it grows, three seconds behind', async () => {
    await push(0, 30);
    const text = await (await get(listPath(grantOf()))).text();
    const playlist = HLS.parse(text) as HLS.types.MediaPlaylist;
    expect(numbersIn(text)).toEqual(range(0, 30));
    expect([playlist.targetDuration, playlist.playlistType, playlist.endlist]).toEqual([1, 'EVENT', false]);
    expect(text).toContain('#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=6.000,HOLD-BACK=3.000\n');
    expect(playlist.segments[0]!.programDateTime?.getTime()).toBe(startOf(0));
    // A list for rewinding begins at the requested instant.
    expect(numbersIn(await (await get(listPath(grantOf(), 20))).text())).toEqual(range(20, 30));
  });

  it('answers who waits for the next segment when it is there', async () => {
    await push(0, 5);
    const inside = granted();
    const waits = get(`${listPath(grantOf({ leaseId: null }))}?_HLS_msn=5`);
    await inside;
    await push(5, 1);
    expect(numbersIn(await (await waits).text())).toEqual(range(0, 6));
    expect((await get(`${listPath(grantOf())}?_HLS_msn=9`)).status).toBe(400);
  });

  it('refuses who waited, where what allowed it ended meanwhile', async () => {
    await push(0, 5);
    const inside = granted();
    const waits = get(`${listPath(grantOf())}?_HLS_msn=5`);
    await inside;
    known.ended.add(LEASE);
    await push(5, 1);
    expect((await waits).status).toBe(403);
    expect((await get(listPath(grantOf()))).status).toBe(403);
  });

  it('of three hours, costs who has the list a few lines for each second', async () => {
    await server.stop();
    const initId = await addInit(database, stream, 'v25');
    const parts = 6;
    const [count, durationMs] = [10_800 / parts, 1_000];
    for (let part = 0; part < parts; part++) {
      const first = part * count;
      const at = { from: startOf(0) + first * durationMs, first, count, durationMs, bytesOf: () => Buffer.alloc(1) };
      await storeSegments(database, storage, { streamId: stream, rendition: 'v25', initId, ...at });
    }
    now = new Date(startOf(0) + 10_800 * durationMs + 100);
    await database.db.execute(
      sql`update media_timelines set starts_at = ${now.toISOString()}::timestamptz where stream_id = ${stream}`,
    );
    server = await start();
    const path = listPath(grantOf());
    const whole = await (await get(path)).text();
    expect(numbersIn(whole)).toEqual(range(0, 10_800));
    const delta = await (await get(`${path}?_HLS_msn=10799&_HLS_skip=YES`)).text();
    expect(delta).toContain('#EXT-X-SKIP:SKIPPED-SEGMENTS=10794\n');
    expect(numbersIn(delta)).toEqual(range(10_794, 10_800));
    expect(delta.length).toBeLessThan(1_400);
  }, 60_000);

  it('is opened by its renditions and its sound alone, at what they are asked to keep to, and afterwards at what they weighed', async () => {
    await push(0, 4);
    await push(0, 4, { rendition: 'audio' });
    const opening = (kind: string) => `${stream}/${kind}.m3u8?from=${startOf(0)}&to=${startOf(4)}`;
    const read = async (changes: Partial<Grant>, kind = 'video') => {
      const text = await (await get(`/replay/${grantOf(changes)}/${opening(kind)}`)).text();
      const { variants } = HLS.parse(text) as HLS.types.MasterPlaylist;
      return variants.map(({ uri, bandwidth, resolution }) => [uri.split('/')[0], bandwidth, resolution?.height]);
    };
    const peak = (rendition: keyof typeof programmes) => {
      const bytes = Math.max(...range(0, 4).map((n) => programmes[rendition].segment(N0 + n).length));
      return Math.ceil((bytes * 8_000) / EVENT_SEGMENT_MS);
    };
    expect(await read({})).toEqual([
      ['v25', Math.max(RENDITIONS.v25.bandwidth, peak('v25')), 360],
      ['audio', Math.max(RENDITIONS.audio.bandwidth, peak('audio')), undefined],
    ]);
    expect((await read({}, 'audio')).map(([name]) => name)).toEqual(['audio']);
    expect(await read({ open: false, to: startOf(4) })).toEqual([
      ['v25', peak('v25'), 360],
      ['audio', peak('audio'), undefined],
    ]);
  });
});

describe('an event that is over', () => {
  it('is a replay at once: the whole, with its end', async () => {
    await push(0, 10);
    // Its last segment is present, so no reload blocks.
    const grant = grantOf({ open: false, to: startOf(10) });
    const text = await (await get(listPath(grant, 0, 10))).text();
    expect(numbersIn(text)).toEqual(range(0, 10));
    expect(text).toContain('#EXT-X-PLAYLIST-TYPE:VOD\n');
    expect(text.endsWith('#EXT-X-ENDLIST\n')).toBe(true);
    expect(text).toContain('#EXT-X-TARGETDURATION:1\n');
    // A reload that blocks under this grant is answered at once.
    const asked = await get(`${listPath(grant, 0, 10)}?_HLS_msn=10`);
    expect((await asked.text()).endsWith('#EXT-X-ENDLIST\n')).toBe(true);
  });

  it('is kept, picture and all, as long as something keeps it, and plays on out of packs', async () => {
    await push(0, 10);
    const day = 24 * HOUR_MS;
    const [startsAt, endsAt] = [new Date(startOf(0)), new Date(startOf(10))];
    const keptUntil = new Date(startOf(0) + 2 * day);
    await database.db.transaction((tx) =>
      keepSound(tx, { streamId: stream, startsAt, endsAt, keptUntil, why: 'events/1' }),
    );
    const settle = () => runRetention({ db: database.db, storage, now, windowMs: 8 * HOUR_MS });
    const rows = () =>
      database.pool.query<{ n: string }>('select count(*) as n from media_segments where stream_id = $1', [stream]);
    // Its own window is longer than the station's.
    now = new Date(startOf(0) + 10 * HOUR_MS);
    await settle();
    expect((await rows()).rows[0]!.n).toBe('10');
    now = new Date(startOf(0) + day);
    await settle();
    expect((await rows()).rows[0]!.n).toBe('0');
    // A process with nothing of it in memory.
    await server.stop();
    server = await start();
    const grant = grantOf({ open: false, to: startOf(10) });
    expect(numbersIn(await (await get(listPath(grant, 0, 10))).text())).toEqual(range(0, 10));
    const segment = await get(`/replay/${grant}/${stream}/v25/7.m4s`);
    expect(Buffer.from(await segment.arrayBuffer()).equals(programmes.v25.segment(N0 + 7))).toBe(true);
    expect(segment.headers.get('content-type')).toBe('video/mp4');
    now = new Date(keptUntil.getTime() + 60_000);
    await settle();
    expect(await segmentsBetween(database.db, stream, 'v25', startsAt, endsAt)).toEqual([]);
  });
});

describe('every paid byte of an event', () => {
  it('is refused without a right, with another’s, for another stream, outside its span and after its end', async () => {
    await push(0, 6);
    const { rows } = await database.pool.query<{ id: number }>('select id from media_inits where stream_id = $1', [
      stream,
    ]);
    const files = [
      `${stream}/video.m3u8?from=${startOf(0)}&to=${startOf(6)}`,
      `${stream}/audio.m3u8?from=${startOf(0)}&to=${startOf(6)}`,
      `${stream}/v25/${startOf(0)}-${startOf(6)}.m3u8`,
      `${stream}/v25/3.m4s`,
      `init/${rows[0]!.id}.mp4`,
    ];
    const right = grantOf();
    const statuses = async (grant: string, headers?: Record<string, string>) =>
      Promise.all(files.map(async (file) => (await get(`/replay/${grant}/${file}`, headers)).status));
    const refused = files.map(() => 403);
    // No sound-only rendition was pushed.
    expect(await statuses(right)).toEqual([200, 404, 200, 200, 200]);
    expect(await statuses('no-grant')).toEqual(refused);
    expect(await statuses(right, {})).toEqual(refused);
    expect(await statuses(right, { cookie: '__Host-session=another-session' })).toEqual(refused);
    expect(await statuses(grantOf({ expiresAt: now.getTime() }))).toEqual(refused);
    expect(await statuses(grantOf({ streamId: stream + 1 }))).toEqual(refused);
    const outside = await statuses(grantOf({ from: startOf(50), to: startOf(60) }));
    expect(outside).toEqual([403, 403, 403, 403, 200]);
    known.ended.add(LEASE);
    expect(await statuses(right)).toEqual(refused);
  });

  it('is not behind the public door of the channels, whatever it is asked for', async () => {
    await push(0, 6);
    const { rows } = await database.pool.query<{ id: number }>('select id from media_inits where stream_id = $1', [
      stream,
    ]);
    for (const path of [
      `${stream}/video.m3u8`,
      `${stream}/audio.m3u8`,
      `${stream}/video.json`,
      `${stream}/v25/live.m3u8`,
      `${stream}/v25/from/${startOf(0)}.m3u8`,
      `${stream}/v25/3.m4s`,
      `881/v25/3.m4s`,
      `init/${rows[0]!.id}.mp4`,
    ])
      expect([path, (await get(`/media/${path}`)).status]).toEqual([path, 404]);
  });
});
