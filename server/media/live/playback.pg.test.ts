import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import HLS from 'hls-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeSound, restoreSound } from '#domain/media/kept-sound.ts';
import {
  addChannels,
  addEncoder,
  HOUR_MS,
  startOrigin,
  type OriginUnderTest,
} from '#tests/factories/media/media-origin.ts';
import { testEncoder } from '#tests/factories/media/push.ts';
import { makeSound, type PushedSound } from '#tests/factories/media/pushed-sound.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

const run = promisify(execFile);
/** Five minutes of sound that has just ended. */
const SEGMENTS = 75;

let database: TestDatabase;
let server: OriginUnderTest;
let sound: PushedSound;
let now = new Date();
let isLowBitrateOnly = false;
let t0 = 0;
const at = (n: number): number => t0 + n * 4_000;
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
const setClock = (ms: number): void => void (now = new Date(ms));
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.address}/media${path}`, { headers: { 'accept-encoding': 'identity', ...headers } });
const parse = async (reply: Response) => HLS.parse(await reply.text()) as HLS.types.MediaPlaylist;

beforeAll(async () => {
  HLS.setOptions({ strictMode: true });
  database = await createTestDatabase();
  await addChannels(database);
  for (const name of ['main', 'camera']) await addEncoder(database, 881, name);
  sound = await makeSound({ seconds: SEGMENTS * 4 });
  t0 = Date.now() - SEGMENTS * 4_000;
  setClock(at(SEGMENTS));
  const half = at(40);
  server = await startOrigin(database, {
    now: () => now,
    isLowBitrateOnly: () => isLowBitrateOnly,
    programmes: [
      { id: 7, title: '早晨', startsAt: new Date(half - HOUR_MS), endsAt: new Date(half) },
      { id: 8, title: '下晝', startsAt: new Date(half), endsAt: new Date(half + HOUR_MS) },
    ],
  });
  const fill = async (rendition: string): Promise<void> => {
    const encoder = testEncoder(server.address, 'main', { rendition });
    await encoder.init(sound);
    for (let n = 0; n < SEGMENTS; n++) await encoder.dated(sound.segments[n]!, at(n));
  };
  await Promise.all([fill('a64'), fill('a128')]);
}, 60_000);
afterAll(async () => {
  await server.stop();
  await database.close();
});

describe('playing live', () => {
  it('offers the lowest rate alone while bytes are scarce, and answers who plays another', async () => {
    isLowBitrateOnly = true;
    const master = HLS.parse(await (await get('/881/audio.m3u8')).text()) as HLS.types.MasterPlaylist;
    expect(master.variants.map((v) => v.uri)).toEqual(['a64/live.m3u8']);
    expect((await parse(await get('/881/a128/live.m3u8'))).segments).toHaveLength(6);
    isLowBitrateOnly = false;
  });

  it('offers both rates, best first, and a window of a few segments', async () => {
    const master = HLS.parse(await (await get('/881/audio.m3u8')).text()) as HLS.types.MasterPlaylist;
    expect(master.variants.map((v) => v.uri)).toEqual(['a128/live.m3u8', 'a64/live.m3u8']);
    const playlist = await parse(await get('/881/a64/live.m3u8'));
    expect(playlist.segments.map((s) => s.mediaSequenceNumber)).toEqual([69, 70, 71, 72, 73, 74]);
    expect(playlist.endlist).toBe(false);
    expect(playlist.segments[0]!.programDateTime?.getTime()).toBe(at(69));
  });

  it('may be shared for a second and asked for again by its ETag', async () => {
    const reply = await get('/881/a64/live.m3u8');
    expect(reply.headers.get('cache-control')).toBe('public, max-age=1');
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(reply.headers.get('content-type')).toContain('application/vnd.apple.mpegurl');
    const again = await get('/881/a64/live.m3u8', { 'if-none-match': reply.headers.get('etag')! });
    expect(again.status).toBe(304);
  });

  it('tells who is on air by date ranges', async () => {
    const text = await (await get('/881/a64/live.m3u8')).text();
    expect(text).toMatch(/#EXT-X-DATERANGE:ID="programme-8-.*X-PROGRAMME-ID="8",X-TITLE="下晝"/);
    expect(text).not.toContain('早晨');
  });
});

describe('start-over and rewind', () => {
  it('begins at the very instant asked for and reaches to now', async () => {
    const from = at(20) + 1_500;
    const master = HLS.parse(await (await get(`/881/audio.m3u8?from=${from}`)).text()) as HLS.types.MasterPlaylist;
    expect(master.variants.map((v) => v.uri)).toEqual([`a128/from/${from}.m3u8`, `a64/from/${from}.m3u8`]);
    const playlist = await parse(await get(`/881/${master.variants[1]!.uri}`));
    expect(playlist.playlistType).toBe('EVENT');
    expect(playlist.segments.map((s) => s.mediaSequenceNumber)).toEqual(
      Array.from({ length: SEGMENTS - 20 }, (_, i) => 20 + i),
    );
    expect(playlist.segments[0]!.programDateTime!.getTime() + playlist.start!.offset * 1000).toBe(from);
  });

  it('is clamped to the window: what is older begins at its start, what is to come at the edge', async () => {
    const uri = async (from: number): Promise<string> => (await get(`/881/audio.m3u8?from=${from}`)).text();
    expect(await uri(0)).toContain(`a64/from/${now.getTime() - 8 * HOUR_MS}.m3u8`);
    expect(await uri(now.getTime() + HOUR_MS)).toContain(`a64/from/${now.getTime()}.m3u8`);
    const edge = await parse(await get(`/881/a64/from/${now.getTime()}.m3u8`));
    expect(edge.segments.map((s) => s.mediaSequenceNumber)).toEqual([SEGMENTS - 1]);
  });

  it('is sent packed, and in part to a player that has the rest', async () => {
    const path = `/881/a64/from/${at(0)}.m3u8`;
    const whole = Buffer.from(await (await get(path)).arrayBuffer());
    for (const encoding of ['br', 'gzip']) {
      // `fetch` decompresses by itself; the content length shows that it was compressed.
      const reply = await fetch(`${server.address}/media${path}`, { headers: { 'accept-encoding': encoding } });
      expect(reply.headers.get('content-encoding')).toBe(encoding);
      expect(Number(reply.headers.get('content-length'))).toBeLessThan(whole.length / 3);
      expect(Buffer.from(await reply.arrayBuffer()).equals(whole)).toBe(true);
    }
    const delta = await parse(await get(`${path}?_HLS_skip=YES`));
    expect(delta.skip).toBe(SEGMENTS - 6);
    expect(delta.segments.map((s) => s.mediaSequenceNumber)).toEqual([69, 70, 71, 72, 73, 74]);
  });

  it('decodes in ffmpeg from the start of the first segment to the end', async () => {
    const { stdout } = await run(
      'ffmpeg',
      [
        '-hide_banner',
        '-loglevel',
        'error',
        '-live_start_index',
        '0',
        '-i',
        `${server.address}/media/881/audio.m3u8?from=${at(60)}`,
        ...'-t 20 -f s16le -ac 1 -ar 8000 -'.split(' '),
      ],
      { encoding: 'buffer', maxBuffer: 1e7, timeout: 30_000 },
    );
    expect(stdout.length / 2 / 8000).toBeGreaterThan(19);
    expect(toneOf(stdout, 8000)).toBeCloseTo(440, -1);
  }, 30_000);
});

describe('segments and inits', () => {
  it('never change, and are sent whole, in part, or not again', async () => {
    const reply = await get('/881/a64/10.m4s');
    // Caches keep it until it leaves the window plus the grace period of an hour.
    const freeS = Math.floor((at(11) + 9 * HOUR_MS - now.getTime()) / 1000);
    expect(reply.headers.get('cache-control')).toMatch(/^public, max-age=\d+, immutable$/);
    expect(Math.abs(Number(/\d+/.exec(reply.headers.get('cache-control')!)![0]) - freeS)).toBeLessThanOrEqual(1);
    const whole = Buffer.from(await reply.arrayBuffer());
    expect(whole.equals(sound.segments[10]!)).toBe(true);
    const part = await get('/881/a64/10.m4s', { range: 'bytes=100-199' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${whole.length}`);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100, 200))).toBe(true);
    expect((await get('/881/a64/10.m4s', { range: 'bytes=99999999-' })).status).toBe(416);
    expect((await get('/881/a64/10.m4s', { 'if-none-match': reply.headers.get('etag')! })).status).toBe(304);
    const playlist = await parse(await get('/881/a64/live.m3u8'));
    const init = await fetch(new URL(playlist.segments[0]!.map!.uri!, `${server.address}/media/881/a64/live.m3u8`));
    expect(Buffer.from(await init.arrayBuffer()).equals(sound.init)).toBe(true);
  });

  it.each([
    ['/882/audio.m3u8', 6],
    ['/881x/audio.m3u8', 6],
    ['/881/a96/live.m3u8', 6],
    ['/881/video.m3u8', 6],
    ['/881/v360/live.m3u8', 6],
    ['/903/audio.m3u8', 6],
    ['/881/a64/75.m4s', 9],
    ['/881/a64/999999999999999.m4s', 9],
    ['/881/a64/-1.m4s', 9],
    ['/881/a64/1.exe', 9],
    ['/init/999999.mp4', 9],
    ['/init/99999999999999.mp4', 9],
    ['/881/a64/from/soon.m3u8', 9],
  ])('%s is a wrapped 404', async (path, code) => {
    const reply = await get(path);
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ response_code: code });
  });

  it.each([
    '/881/audio.m3u8?from=noon',
    '/881/audio.m3u8?from=1&from=2',
    `/881/a64/from/0.m3u8?_HLS_msn=99999`,
    '/881/a64/from/0.m3u8?_HLS_msn=x',
  ])('%s is a wrapped 400', async (path) => {
    const reply = await get(path);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ response_code: 1 });
  });
});

describe('the public door', () => {
  it('serves the rewind window and its grace, and nothing older, though the bytes are still there', async () => {
    setClock(at(11) + 9 * HOUR_MS - 1_000);
    const last = await get('/881/a64/10.m4s');
    expect(last.status).toBe(200);
    expect(last.headers.get('cache-control')).toMatch(/^public, max-age=[01], immutable$/);
    expect((await get('/881/a64/9.m4s')).status).toBe(404);
    setClock(at(SEGMENTS));
  });

  it('plays nothing that was removed, jumps over it in both renditions alike, and has it back when it is restored', async () => {
    const [from, to] = [at(30) + 1_000, at(32) + 1_000];
    const before = await parse(await get(`/881/a64/from/${at(20)}.m3u8`));
    const live = await (await get('/881/a64/live.m3u8')).text();
    const id = await database.db.transaction((tx) =>
      removeSound(tx, { streamId: 881, startsAt: new Date(from), endsAt: new Date(to), why: 'rights' }),
    );
    const statusOf = async (n: number) => (await get(`/881/a64/${n}.m4s`)).status;
    await expect.poll(() => statusOf(31), { timeout: 10_000 }).toBe(410);
    expect(await (await get('/881/a64/31.m4s')).json()).toMatchObject({ response_code: '121001' });
    expect(await Promise.all([29, 30, 31, 32, 33].map(statusOf))).toEqual([200, 410, 410, 410, 200]);
    for (const rendition of ['a64', 'a128']) {
      const playlist = await parse(await get(`/881/${rendition}/from/${at(20)}.m3u8`));
      const numbers = playlist.segments.map((s) => Number.parseInt(s.uri.split('/').at(-1)!, 10));
      expect(numbers).toEqual([...range(20, 30), ...range(33, SEGMENTS)]);
      const jump = playlist.segments[10]!;
      expect(jump.discontinuity).toBe(true);
      expect(jump.programDateTime?.getTime()).toBe(at(33));
      expect(playlist.segments.filter((s) => s.discontinuity)).toEqual([jump]);
      // A player at the edge keeps its sequence numbers.
      expect(playlist.segments.at(-1)!.mediaSequenceNumber).toBe(before.segments.at(-1)!.mediaSequenceNumber);
      // Numbers after the cut do not depend on the start of the playlist.
      const later = await parse(await get(`/881/${rendition}/from/${at(40)}.m3u8`));
      expect(later.segments[0]!.discontinuitySequence).toBe(jump.discontinuitySequence);
    }
    const spans = ((await (await get('/881/audio.json')).json()) as { spans: [number, number][] }).spans;
    expect(spans.map((span) => span.map((ms) => Math.round((ms - t0) / 4_000)))).toEqual([
      [0, 30],
      [33, SEGMENTS],
    ]);
    await database.db.transaction((tx) => restoreSound(tx, id));
    await expect.poll(() => statusOf(31), { timeout: 10_000 }).toBe(200);
    expect(await (await get('/881/a64/live.m3u8')).text()).toBe(live);
    await expect(database.db.transaction((tx) => restoreSound(tx, id))).rejects.toThrow('data not found');
  });

  it('knows of a removal that came while it was not there', async () => {
    const id = await database.db.transaction((tx) =>
      removeSound(tx, { streamId: 881, startsAt: new Date(at(5)), endsAt: new Date(at(6)), why: 'law' }),
    );
    const restarted = await startOrigin(database, { now: () => now, folder: server.folder });
    try {
      expect((await fetch(`${restarted.address}/media/881/a64/5.m4s`)).status).toBe(410);
    } finally {
      await restarted.stop();
      await database.db.transaction((tx) => restoreSound(tx, id));
      await expect.poll(async () => (await get('/881/a64/5.m4s')).status, { timeout: 10_000 }).toBe(200);
    }
  });
});

describe('what is on air', () => {
  it('is told per channel, with its edge and how far back it goes', () => {
    expect(server.origin.status().map((s) => [s.channelId, s.fresh])).toEqual([
      [881, true],
      [903, false],
      [864, false],
    ]);
    expect(Math.abs(server.origin.liveEdge(881)!.getTime() - now.getTime())).toBeLessThan(300);
    expect(server.origin.windowStart(881)?.getTime()).toBe(t0);
    expect(server.origin.liveEdge(864)).toBeNull();
    expect(server.origin.hasVideo(881)).toBe(false);
  });

  it('has video only while pictures come in', async () => {
    const film = await makeSound({ seconds: 4, video: true });
    const camera = testEncoder(server.address, 'camera', { rendition: 'v360' });
    await camera.init(film);
    await camera.dated(film.segments[0]!, now.getTime() - 4_000);
    expect(server.origin.hasVideo(881)).toBe(true);
    const master = HLS.parse(await (await get('/881/video.m3u8')).text()) as HLS.types.MasterPlaylist;
    expect(master.variants[0]!.codecs).toMatch(/^avc1\.\w{6},mp4a\.40\.2$/);
    setClock(now.getTime() + 60_000);
    expect(server.origin.hasVideo(881)).toBe(false);
    expect((await get('/881/video.m3u8')).status).toBe(404);
    setClock(at(SEGMENTS));
  });

  it('says when to ask again after a long silence, while past sound stays', async () => {
    setClock(at(SEGMENTS) + 90_000);
    const reply = await get('/881/a64/live.m3u8');
    expect(reply.status).toBe(404);
    expect(reply.headers.get('retry-after')).toBe('5');
    expect(await reply.json()).toMatchObject({ response_code: 6 });
    expect((await get(`/881/audio.m3u8?from=${at(5)}`)).status).toBe(200);
    expect((await get(`/881/a64/from/${at(5)}.m3u8`)).status).toBe(200);
    setClock(at(SEGMENTS));
  });

  it('is said of the past too: what can be heard again, and what was never kept', async () => {
    const spans = async (clock: number) => {
      setClock(clock);
      const reply = (await (await get('/881/audio.json')).json()) as { spans: [number, number][] };
      return reply.spans.map((span) => span.map((ms) => Math.round((ms - t0) / 4_000)));
    };
    expect(await spans(at(SEGMENTS))).toEqual([[0, SEGMENTS]]);
    // Sound that leaves the window is no longer offered.
    expect(await spans(at(30) + 8 * HOUR_MS)).toEqual([[30, SEGMENTS]]);
    expect(await spans(at(SEGMENTS + 1) + 8 * HOUR_MS)).toEqual([]);
    setClock(at(SEGMENTS));
    expect(await (await get('/903/audio.json')).json()).toMatchObject({ spans: [] });
    expect((await get('/881/audio.json')).headers.get('cache-control')).toBe('public, max-age=5');
    expect((await get('/882/audio.json')).status).toBe(404);
  });

  it('is the same after a restart', async () => {
    const before = await (await get(`/881/a64/from/${at(0)}.m3u8`)).text();
    const restarted = await startOrigin(database, { now: () => now, folder: server.folder });
    try {
      const after = await fetch(`${restarted.address}/media/881/a64/from/${at(0)}.m3u8`);
      expect((await after.text()).replaceAll(/#EXT-X-DATERANGE.*\n/g, '')).toBe(
        before.replaceAll(/#EXT-X-DATERANGE.*\n/g, ''),
      );
    } finally {
      await restarted.stop();
    }
  });

  it('goes on being told when the listening connection was cut', async () => {
    await database.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'airwave-listen' and datname = current_database()`,
    );
    const second = await startOrigin(database, { now: () => now, folder: server.folder });
    try {
      await testEncoder(second.address, 'main').dated(sound.segments[0]!, at(SEGMENTS + 1));
      const reply = get(`/881/a64/from/${at(70)}.m3u8?_HLS_msn=${SEGMENTS}`);
      expect((await parse(await reply)).segments.at(-1)!.mediaSequenceNumber).toBe(SEGMENTS);
    } finally {
      await second.stop();
    }
  });
});

/** Frequency of a pure tone, from its zero crossings. */
function toneOf(samples: Buffer, rate: number): number {
  let crossings = 0;
  const count = Math.floor(samples.length / 2);
  for (let i = 1; i < count; i++) {
    if (samples.readInt16LE(i * 2 - 2) < 0 !== samples.readInt16LE(i * 2) < 0) crossings++;
  }
  return (crossings / 2 / count) * rate;
}
