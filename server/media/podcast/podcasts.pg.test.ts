import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepSound, removeSound, restoreSound } from '#domain/media/kept-sound.ts';
import { addLoop } from '#domain/media/loop-hours.ts';
import { runRetention } from '#domain/media/media.ts';
import { audioProgramme } from '#sandbox/stations/loops.ts';
import { decodeTimeMarks, instantOf, SEGMENT_MS } from '#sandbox/stations/time-mark.ts';
import { boxes, need } from '#server/media/mp4/boxes.ts';
import { withLoops } from '#server/media/loop-storage.ts';
import type { PodcastEpisode } from '#server/media/podcast/podcasts.ts';
import { DomainError, type ErrorName } from '#shared/domain-error.ts';
import {
  addChannels,
  addEncoder,
  HOUR_MS,
  startOrigin,
  type OriginUnderTest,
} from '#tests/factories/media/media-origin.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { testEncoder } from '#tests/factories/media/push.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

// Files of replays for podcast apps. An hour of the demo's loop, then pushed sound with an outage.

const run = promisify(execFile);
const STREAM = 881;
const T0 = Date.UTC(2026, 10, 1, 4);
const K0 = Math.ceil((T0 + 600_000) / SEGMENT_MS);
const PUSHED = 20;
const LOST = K0 + 12;
const startOf = (k: number): number => k * SEGMENT_MS;
const END = startOf(K0 + PUSHED);
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

let database: TestDatabase;
let server: OriginUnderTest;
let now = new Date(END + 1_000);
let episode: PodcastEpisode;
/** Error for all requests from now on. */
let refusal: ErrorName | null = null;
const storage = withLoops(memoryStorage());
const programme = audioProgramme(STREAM, 'a64');

const asked: (string | null)[] = [];
let feeds = 0;
const openEpisode = async (token: string | null): Promise<PodcastEpisode> => {
  asked.push(token);
  if (refusal !== null) throw new DomainError(refusal);
  return episode;
};
const get = (file = '7.m4a', headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.address}/podcasts/token/${file}`, { method, headers: { 'accept-encoding': 'identity', ...headers } });
const bytesOf = async (reply: Response): Promise<Buffer> => Buffer.from(await reply.arrayBuffer());

beforeAll(async () => {
  database = await createTestDatabase();
  await addChannels(database);
  await addEncoder(database, STREAM, 'main');
  const sha256 = createHash('sha256').update(programme.init).digest('hex');
  const init = { sha256, codecs: 'mp4a.40.2', timescale: 48_000 };
  const [from, to] = [new Date(T0 - HOUR_MS), new Date(startOf(K0))];
  await addLoop(database.db, { streamId: STREAM, rendition: 'a64', init, from, to });
  server = await startOrigin(database, { now: () => now, storage, openEpisode });
  const encoder = testEncoder(server.address, 'main', { rendition: 'a64' });
  await encoder.init({ init: programme.init, segments: [] });
  for (const k of range(K0, K0 + PUSHED)) if (k !== LOST) await encoder.dated(programme.segment(k), startOf(k));
}, 60_000);
afterAll(async () => {
  await server.stop();
  await database.close();
});
beforeEach(() => {
  refusal = null;
  asked.length = 0;
  episode = {
    // Transfers left open by a test count against a feed of its own.
    feedId: ++feeds,
    quality: 12,
    spans: [{ streamId: STREAM, from: startOf(K0 - 10), to: END }],
    parts: [
      { title: '開場', startsAt: startOf(K0 - 10) },
      { title: null, startsAt: startOf(K0 + 10) },
    ],
    words: async () => [{ startsAt: startOf(K0) + 500, endsAt: startOf(K0) + 1_500, words: '紅磡 <海底> 隧道' }],
  };
});

/** Properties of a file, read from its tables. */
function tablesOf(file: Buffer) {
  const moov = need(file, 'moov');
  const mdia = need(moov, 'trak', 'mdia');
  const stbl = need(mdia, 'minf', 'stbl');
  const words = (type: string, skip: number): number[] => {
    const data = need(stbl, type).subarray(4 + skip);
    return Array.from({ length: data.length / 4 }, (_, i) => data.readUInt32BE(i * 4));
  };
  const mdhd = need(mdia, 'mdhd');
  const shapes = words('stsc', 4);
  const offsets = words('stco', 4);
  const sizes = words('stsz', 8);
  const samples: Buffer[] = [];
  for (const [i, offset] of offsets.entries()) {
    let shape = 0;
    for (let at = 0; at < shapes.length; at += 3) if (shapes[at]! <= i + 1) shape = at;
    let at = offset;
    for (let n = 0; n < shapes[shape + 1]!; n++) {
      const size = sizes[samples.length]!;
      samples.push(file.subarray(at, at + size));
      at += size;
    }
  }
  return {
    types: boxes(file).map(({ type }) => type),
    seconds: Number(mdhd.readBigUInt64BE(24)) / mdhd.readUInt32BE(20),
    media: need(file, 'mdat'),
    sizes,
    samples: Buffer.concat(samples),
  };
}

/** The sound of segments as produced by the station. */
const soundOf = (numbers: readonly number[]): Buffer =>
  Buffer.concat(numbers.map((k) => need(programme.segment(k), 'mdat')));

describe('a file of a replay', () => {
  const wanted = range(K0 - 10, K0 + PUSHED).filter((k) => k !== LOST);

  it('has its tables first, each pointing at its own bytes, over loop, live sound and a gap', async () => {
    const reply = await get();
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'audio/mp4']);
    const file = await bytesOf(reply);
    expect(reply.headers.get('content-length')).toBe(String(file.length));
    const { types, seconds, media, sizes, samples } = tablesOf(file);
    expect(types).toEqual(['ftyp', 'moov', 'mdat']);
    expect(seconds).toBeCloseTo((wanted.length * SEGMENT_MS) / 1000, 3);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(media.length);
    expect(media.equals(soundOf(wanted))).toBe(true);
    expect(samples.equals(media)).toBe(true);
  });

  it('begins and ends with the broadcast, not with a segment', async () => {
    episode.spans = [{ streamId: STREAM, from: startOf(K0 - 2) + 1_000, to: startOf(K0 + 2) - 1_000 }];
    const { seconds, media, samples } = tablesOf(await bytesOf(await get()));
    // A frame lasts 21 ms, and frames at the edges are whole.
    expect(seconds * 1000).toBeGreaterThanOrEqual(4 * SEGMENT_MS - 2_000);
    expect(seconds * 1000).toBeLessThan(4 * SEGMENT_MS - 2_000 + 2 * 22);
    expect(soundOf(range(K0 - 2, K0 + 2)).includes(media)).toBe(true);
    expect(samples.equals(media)).toBe(true);
  });

  it('joins spans in the order given, also a later one first, with chapters and words in each', async () => {
    const [late, early] = [startOf(K0 + 4), startOf(K0 - 8)];
    const of = (from: number) => ({ streamId: STREAM, from, to: from + 2 * SEGMENT_MS });
    episode.spans = [of(late), of(early)];
    episode.parts = [
      { title: '新聞', startsAt: late, span: 0 },
      { title: '交通', startsAt: early, span: 1 },
    ];
    episode.words = async () => [{ startsAt: early + 500, endsAt: early + 1_500, words: '慢車', span: 1 }];
    const { media } = tablesOf(await bytesOf(await get()));
    expect(media.equals(Buffer.concat([soundOf(range(K0 + 4, K0 + 6)), soundOf(range(K0 - 8, K0 - 6))]))).toBe(true);
    const { chapters } = (await (await get('7.json')).json()) as { chapters: { title: string; startTime: number }[] };
    expect(chapters.map(({ title }) => title)).toEqual(['新聞', '交通']);
    expect(chapters[1]!.startTime).toBeCloseTo((2 * SEGMENT_MS) / 1_000, 1);
    expect(await (await get('7.vtt')).text()).toMatch(/00:00:08\.1\d\d --> 00:00:09\.1\d\d\n慢車/);
  });

  it('sounds as it did then: the marks in the tone are those of the instants, to 50 ms', async () => {
    const folder = mkdtempSync(resolve('data/podcast-'));
    try {
      writeFileSync(join(folder, 'a.m4a'), await bytesOf(await get()));
      const decode = ['-hide_banner', '-loglevel', 'error', '-i', join(folder, 'a.m4a')];
      const { stdout } = await run('ffmpeg', [...decode, ...'-ac 1 -ar 48000 -f f32le -'.split(' ')], {
        encoding: 'buffer',
        maxBuffer: 1 << 28,
      });
      const pcm = new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length));
      const marks = decodeTimeMarks(pcm, 48_000);
      expect(marks.map(({ segmentNumber }) => instantOf(segmentNumber, new Date(T0)).getTime())).toEqual(
        wanted.map(startOf),
      );
      for (const [i, { atSample }] of marks.entries())
        expect(Math.abs(atSample / 48_000 - (i * SEGMENT_MS) / 1000)).toBeLessThan(0.05);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 60_000);

  it('is the same in pieces, of any size and over every seam', async () => {
    const whole = await bytesOf(await get());
    const etag = (await get('7.m4a', {}, 'HEAD')).headers.get('etag')!;
    const pieces: Buffer[] = [];
    for (let at = 0, size = 1; at < whole.length; at += size, size = Math.min(size * 3 + 1, 100_000)) {
      const end = Math.min(at + size, whole.length) - 1;
      const reply = await get('7.m4a', { range: `bytes=${at}-${end}`, 'if-range': etag });
      expect([reply.status, reply.headers.get('content-range')]).toEqual([206, `bytes ${at}-${end}/${whole.length}`]);
      pieces.push(await bytesOf(reply));
      size = end - at + 1;
    }
    expect(Buffer.concat(pieces).equals(whole)).toBe(true);
    expect((await bytesOf(await get('7.m4a', { range: 'bytes=-1000' }))).equals(whole.subarray(-1_000))).toBe(true);
  });

  it('answers HEAD, a range beyond its end, a copy that is there, and a copy of another cut', async () => {
    const head = await get('7.m4a', {}, 'HEAD');
    const whole = await bytesOf(await get());
    expect(head.headers.get('content-length')).toBe(String(whole.length));
    expect(await head.text()).toBe('');
    const etag = head.headers.get('etag')!;
    const beyond = await get('7.m4a', { range: `bytes=${whole.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`]);
    expect((await get('7.m4a', { 'if-none-match': etag })).status).toBe(304);
    expect((await get('7.m4a', { range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200);
    episode.spans = [{ streamId: STREAM, from: startOf(K0 - 10), to: END - SEGMENT_MS }];
    expect((await get('7.m4a', {}, 'HEAD')).headers.get('etag')).not.toBe(etag);
  });

  it('leaves out what was removed, as another file, and its chapters and words keep to the sound', async () => {
    const before = (await get('7.m4a', {}, 'HEAD')).headers.get('etag');
    const gone = range(K0 - 5, K0 - 3);
    const span = { startsAt: new Date(startOf(gone[0]!) + 10), endsAt: new Date(startOf(K0 - 3) - 10) };
    const id = await database.db.transaction((tx) => removeSound(tx, { streamId: STREAM, ...span, why: 'rights' }));
    await vi.waitUntil(async () => (await get('7.m4a', {}, 'HEAD')).headers.get('etag') !== before);
    const left = wanted.filter((k) => !gone.includes(k));
    expect(tablesOf(await bytesOf(await get())).media.equals(soundOf(left))).toBe(true);
    const offset = (k: number) => (left.indexOf(k) * SEGMENT_MS) / 1000;
    const chapters = await get('7.json');
    expect(chapters.headers.get('content-type')).toMatch('application/json+chapters');
    expect(await chapters.json()).toEqual({
      version: '1.2.0',
      chapters: [{ startTime: 0, title: '開場' }, { startTime: offset(K0 + 10) }],
    });
    const [from, to] = [offset(K0) + 0.5, offset(K0) + 1.5].map((s) => `00:00:${s.toFixed(3)}`);
    expect(await (await get('7.vtt')).text()).toBe(`WEBVTT\n\n${from} --> ${to}\n紅磡 &lt;海底&gt; 隧道\n`);
    await database.db.transaction((tx) => restoreSound(tx, id));
    await vi.waitUntil(async () => (await get('7.m4a', {}, 'HEAD')).headers.get('etag') === before);
  });

  it('is in no cache and no search where it is a member’s, and everybody’s where it is free', async () => {
    const own = await get('7.m4a', {}, 'HEAD');
    expect(own.headers.get('cache-control')).toBe('private, no-store');
    expect(own.headers.get('x-robots-tag')).toBe('noindex');
    expect(own.headers.get('access-control-allow-origin')).toBeNull();
    episode.feedId = null;
    const free = await fetch(`${server.address}/podcasts/free/7.m4a`, { method: 'HEAD' });
    expect(free.headers.get('cache-control')).toBe('public, max-age=60');
    expect(asked).toEqual(['token', null]);
  });

  it.each([
    ['feedRevoked', 410],
    ['dataNotFound', 404],
    ['needsPlan', 403],
  ] as const)('is refused with problem details: %s', async (name, status) => {
    refusal = name;
    for (const file of ['7.m4a', '7.json', '7.vtt']) {
      const reply = await get(file);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([
        status,
        'application/problem+json; charset=utf-8',
      ]);
      expect(await reply.json()).toMatchObject({ status, title: expect.any(String) });
    }
    expect((await get('0.m4a')).status).toBe(404);
  });

  it('ends under way where nobody may hear it any more', async () => {
    // Larger than the buffers of a connection that is not read.
    episode.spans = [{ streamId: STREAM, from: T0 - HOUR_MS, to: END }];
    const reply = await get();
    const reader = reply.body!.getReader();
    await reader.read();
    refusal = 'feedRevoked';
    // The check runs even if the client stops reading.
    await vi.waitUntil(() => asked.length > 1, { timeout: 10_000 });
    const rest = async () => {
      for (;;) if ((await reader.read()).done) return;
    };
    await expect(rest()).rejects.toThrow();
    // The next request is refused at once.
    expect((await get()).status).toBe(410);
  });

  it('is four at a time, and the fifth is told when to come again', async () => {
    episode.spans = [{ streamId: STREAM, from: T0 - HOUR_MS, to: END }];
    const open = await Promise.all(range(0, 4).map(() => get()));
    const fifth = await get();
    expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '20']);
    await open[0]!.body!.cancel();
    await vi.waitUntil(async () => {
      const reply = await get();
      await reply.body!.cancel();
      return reply.status === 200;
    });
    await Promise.all(open.slice(1).map((reply) => reply.body!.cancel()));
  });

  it('stays the same file when its sound was packed', async () => {
    episode.spans = [{ streamId: STREAM, from: startOf(K0 - 10), to: END }];
    const before = await bytesOf(await get());
    await database.db.transaction((tx) =>
      keepSound(tx, { streamId: STREAM, startsAt: new Date(T0), endsAt: new Date(END), keptUntil: null, why: 'a' }),
    );
    now = new Date(END + 10 * HOUR_MS);
    for (const waitMs of [0, 1_200_000]) {
      now = new Date(now.getTime() + waitMs);
      await runRetention({ db: database.db, storage, now, windowMs: 8 * HOUR_MS });
    }
    // With remembered locations, and with newly looked-up ones.
    expect((await bytesOf(await get())).equals(before)).toBe(true);
    const anew = await startOrigin(database, { now: () => now, storage, openEpisode });
    const reply = await fetch(`${anew.address}/podcasts/token/7.m4a`);
    expect((await bytesOf(reply)).equals(before)).toBe(true);
    await anew.stop();
  });
});
