import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import HLS from 'hls-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepSound, removeSound, restoreSound, segmentsBetween } from '#domain/media/kept-sound.ts';
import { addLoop } from '#domain/media/loop-hours.ts';
import { runRetention } from '#domain/media/media.ts';
import { audioProgramme } from '#sandbox/stations/loops.ts';
import { decodeTimeMarks, instantOf, SEGMENT_MS } from '#sandbox/stations/time-mark.ts';
import { withLoops } from '#server/media/loop-storage.ts';
import type { Grant } from '#domain/playback/grants/grant.types.ts';
import {
  addChannels,
  addEncoder,
  HOUR_MS,
  startOrigin,
  type OriginUnderTest,
} from '#tests/factories/media/media-origin.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { testEncoder } from '#tests/factories/media/push.ts';
import { openGate, tokenOfGrant } from '#tests/factories/playback/replay-gate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

const run = promisify(execFile);
const SITE = 'https://radio.example';
const STREAM = 881;
/** A full hour. Before K0 the demo's loop, from K0 on pushed segments, three of which an outage lost. */
const T0 = Date.UTC(2026, 10, 1, 4);
const K0 = Math.ceil((T0 + 600_000) / SEGMENT_MS);
const PUSHED = 30;
const LOST = [K0 + 12, K0 + 13, K0 + 14];
const startOf = (k: number): number => k * SEGMENT_MS;
const END = startOf(K0 + PUSHED);

let database: TestDatabase;
let server: OriginUnderTest;
let now = new Date(END + 1_000);
const gate = openGate();
const storage = withLoops(memoryStorage());
const programmes = { a64: audioProgramme(STREAM, 'a64'), a128: audioProgramme(STREAM, 'a128') };

const SECRET = 'a-session-secret';
const sessionHash = createHash('sha256').update(SECRET).digest().subarray(0, 16);
const grantOf = (changes: Partial<Grant> = {}): string =>
  tokenOfGrant({
    streamId: STREAM,
    from: T0,
    to: END,
    leaseId: null,
    sessionHash: null,
    expiresAt: now.getTime() + 300_000,
    open: false,
    remoteSerial: null,
    ...changes,
  });
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.address}/replay/${path}`, { headers: { 'accept-encoding': 'identity', ...headers } });
const listOf = async (from: number, to: number, changes: Partial<Grant> = {}, rendition = 'a64') =>
  (await get(`${grantOf({ from, to, ...changes })}/${STREAM}/${rendition}/${from}-${to}.m3u8`)).text();
const numbersIn = (text: string): number[] => [...text.matchAll(/^(\d+)\.m4s$/gm)].map(([, k]) => Number(k));
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** Air time of each segment that ffmpeg decodes from a playlist, by its time mark, and its position in the sound. */
async function heard(path: string): Promise<{ at: number; second: number }[]> {
  const { stdout } = await run(
    'ffmpeg',
    [
      ...'-hide_banner -loglevel error -i'.split(' '),
      `${server.address}/replay/${path}`,
      ...'-ac 1 -ar 48000 -f f32le -'.split(' '),
    ],
    { encoding: 'buffer', maxBuffer: 1 << 28, timeout: 60_000 },
  );
  const pcm = new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length));
  return decodeTimeMarks(pcm, 48_000).map(({ segmentNumber, atSample }) => ({
    at: instantOf(segmentNumber, new Date(T0)).getTime(),
    second: atSample / 48_000,
  }));
}

/** Every mark belongs to the segment that the playlist names there, within 50 ms. */
async function expectTrueSound(from: number, to: number, numbers: readonly number[]): Promise<void> {
  const marks = await heard(`${grantOf({ from, to })}/${STREAM}/a64/${from}-${to}.m3u8`);
  expect(marks.map(({ at }) => at)).toEqual(numbers.map(startOf));
  for (const [i, { second }] of marks.entries()) expect(Math.abs(second - (i * SEGMENT_MS) / 1000)).toBeLessThan(0.05);
}

beforeAll(async () => {
  HLS.setOptions({ strictMode: true });
  database = await createTestDatabase();
  await addChannels(database);
  await addEncoder(database, STREAM, 'main');
  for (const rendition of ['a64', 'a128'] as const) {
    const sha256 = createHash('sha256').update(programmes[rendition].init).digest('hex');
    const loop = { streamId: STREAM, rendition, init: { sha256, codecs: 'mp4a.40.2', timescale: 48_000 } };
    const [from, to] = [new Date(T0 - 2 * HOUR_MS), new Date(startOf(K0))];
    expect(await addLoop(database.db, { ...loop, from, to })).toBe(true);
    expect(await addLoop(database.db, { ...loop, from, to })).toBe(false);
  }
  server = await startOrigin(database, { now: () => now, storage, replay: { gate, siteUrl: SITE } });
  const push = async (rendition: 'a64' | 'a128'): Promise<void> => {
    const encoder = testEncoder(server.address, 'main', { rendition });
    await encoder.init({ init: programmes[rendition].init, segments: [] });
    for (const k of range(K0, K0 + PUSHED))
      if (!LOST.includes(k)) await encoder.dated(programmes[rendition].segment(k), startOf(k));
  };
  await Promise.all([push('a64'), push('a128')]);
}, 60_000);
afterAll(async () => {
  await server.stop();
  await database.close();
});

describe('a replay', () => {
  const [from, to] = [startOf(K0 - 10) + 500, END];
  const wanted = range(K0 - 10, K0 + PUSHED).filter((k) => !LOST.includes(k));

  it('is cut at the instants asked for, over the demo’s loop and what was live alike, and is over', async () => {
    const text = await listOf(from, to);
    const playlist = HLS.parse(text) as HLS.types.MediaPlaylist;
    expect(playlist.playlistType).toBe('VOD');
    expect(playlist.endlist).toBe(true);
    expect(playlist.segments.map((s) => s.duration)).toEqual(wanted.map(() => 3.84));
    expect(playlist.segments[0]!.programDateTime!.getTime() + playlist.start!.offset * 1000).toBe(from);
    // Lost segments cause a discontinuity with a date; the transition from loop to live sound does not.
    const cuts = playlist.segments.filter((s) => s.discontinuity);
    expect(cuts.map((s) => s.programDateTime?.getTime())).toEqual([startOf(K0 + 15)]);
    const better = await listOf(from, to, {}, 'a128');
    expect(better).toBe(text.replaceAll(/init\/\d+/g, /init\/\d+/.exec(better)![0]));
  });

  it('sounds as it did then: the mark in the tone is that of the instant, to 50 ms', async () => {
    await expectTrueSound(from, to, wanted);
  }, 60_000);

  it('is offered at every rate, best first', async () => {
    const reply = await get(`${grantOf()}/${STREAM}/audio.m3u8?from=${from}&to=${to}`);
    const master = HLS.parse(await reply.text()) as HLS.types.MasterPlaylist;
    expect(master.variants.map((v) => v.uri)).toEqual([`a128/${from}-${to}.m3u8`, `a64/${from}-${to}.m3u8`]);
    expect(master.variants.every((v) => v.codecs === 'mp4a.40.2')).toBe(true);
  });

  it('jumps over what is removed, at the same instants in both renditions, and refuses its bytes', async () => {
    const gone = K0 + 20;
    const id = await database.db.transaction((tx) =>
      removeSound(tx, {
        streamId: STREAM,
        startsAt: new Date(startOf(gone) + 100),
        endsAt: new Date(startOf(gone) + 200),
        why: 'law',
      }),
    );
    const left = wanted.filter((k) => k !== gone);
    const segments = await segmentsBetween(
      database.db,
      STREAM,
      'a64',
      new Date(startOf(gone)),
      new Date(startOf(gone + 1)),
    );
    const path = `${grantOf()}/${STREAM}/a64/${segments[0]!.sequence}.m4s`;
    await expect.poll(async () => (await get(path)).status).toBe(410);
    expect(await (await get(path)).json()).toMatchObject({
      response_code: '121001',
      status: 410,
      title: expect.any(String),
    });
    const dates = await Promise.all(
      ['a64', 'a128'].map(async (rendition) =>
        (HLS.parse(await listOf(from, to, {}, rendition)) as HLS.types.MediaPlaylist).segments
          .filter((s) => s.discontinuity)
          .map((s) => s.programDateTime?.getTime()),
      ),
    );
    expect(dates).toEqual([0, 0].map(() => [startOf(K0 + 15), startOf(gone + 1)]));
    await expectTrueSound(from, to, left);
    await database.db.transaction((tx) => restoreSound(tx, id));
    await expect.poll(async () => (await get(path)).status).toBe(200);
  }, 60_000);

  it('grows while what it replays is on air, and is over when its end is known and its last sound is there', async () => {
    const end = startOf(K0 + PUSHED + 2);
    const growing = await listOf(from, end, { open: true });
    expect(growing).toContain('#EXT-X-PLAYLIST-TYPE:EVENT\n');
    expect(growing).not.toContain('ENDLIST');
    const encoders = (['a64', 'a128'] as const).map((rendition) => testEncoder(server.address, 'main', { rendition }));
    const push = async (k: number): Promise<void> => {
      now = new Date(startOf(k + 1) + 500);
      await encoders[0]!.dated(programmes.a64.segment(k), startOf(k));
      await encoders[1]!.dated(programmes.a128.segment(k), startOf(k));
    };
    await push(K0 + PUSHED);
    const more = await listOf(from, end, { open: true });
    expect(more.startsWith(growing)).toBe(true);
    expect(numbersIn(more)).toHaveLength(numbersIn(growing).length + 1);
    // By the clock it is over, but the last sound has not arrived.
    now = new Date(end + 1_000);
    expect(await listOf(from, end)).toContain('TYPE:EVENT');
    await push(K0 + PUSHED + 1);
    expect(await listOf(from, end, { open: true })).toContain('TYPE:EVENT');
    const over = await listOf(from, end);
    expect(over).toContain('TYPE:VOD');
    expect(over.endsWith('#EXT-X-ENDLIST\n')).toBe(true);
    expect(numbersIn(over)).toHaveLength(numbersIn(more).length + 1);
  });

  it('is the same to the letter once its hour is packed, numbers and addresses too, and sounds the same', async () => {
    const before = await listOf(from, to);
    await database.db.transaction((tx) =>
      keepSound(tx, {
        streamId: STREAM,
        startsAt: new Date(T0),
        endsAt: new Date(T0 + HOUR_MS),
        keptUntil: null,
        why: 'archive/1',
      }),
    );
    now = new Date(T0 + 10 * HOUR_MS);
    // A segment was looked up before.
    const path = `${STREAM}/a64/${numbersIn(before)[15]!}.m4s`;
    expect((await get(`${grantOf()}/${path}`)).status).toBe(200);
    for (const waitMs of [0, 1_200_000]) {
      now = new Date(now.getTime() + waitMs);
      await runRetention({ db: database.db, storage, now, windowMs: 8 * HOUR_MS });
    }
    const { rows } = await database.pool.query(
      `select kind, count(*)::int as n from media_hours group by kind order by kind`,
    );
    expect(rows).toEqual([
      { kind: 'loop', n: 4 },
      { kind: 'pack', n: 2 },
    ]);
    expect(await listOf(from, to)).toBe(before);
    const numbers = numbersIn(before);
    for (const [i, k] of wanted.entries()) {
      const bytes = Buffer.from(await (await get(`${grantOf()}/${STREAM}/a64/${numbers[i]!}.m4s`)).arrayBuffer());
      expect(bytes.equals(programmes.a64.segment(k))).toBe(true);
    }
    await expectTrueSound(from, to, wanted);
    // Across the boundary of a loop hour and a pack.
    const edge = Math.ceil(T0 / SEGMENT_MS);
    await expectTrueSound(startOf(edge - 5), startOf(edge + 5), range(edge - 5, edge + 5));
  }, 60_000);
});

describe('an address of a replay', () => {
  const [from, to] = [T0, T0 + 60_000];
  const file = `${STREAM}/a64/${from}-${to}.m3u8`;
  const first = Math.ceil(T0 / SEGMENT_MS);
  const session = { cookie: `__Host-session=${SECRET}` };
  const mine = (changes: Partial<Grant> = {}): string =>
    grantOf({ from, to, sessionHash, leaseId: 'lease-1', ...changes });

  it('plays in the session it was made for, kept by nobody and read by no other site', async () => {
    for (const path of [file, `${STREAM}/a64/${first}.m4s`, `${STREAM}/audio.m3u8?from=${from}&to=${to}`]) {
      const reply = await get(`${mine()}/${path}`, { ...session, origin: 'https://elsewhere.example' });
      expect(reply.status).toBe(200);
      expect(reply.headers.get('cache-control')).toBe('private, no-store');
      expect(reply.headers.get('access-control-allow-origin')).toBeNull();
      const ours = await get(`${mine()}/${path}`, { ...session, origin: SITE });
      expect(ours.headers.get('access-control-allow-origin')).toBe(SITE);
      expect(ours.headers.get('vary')).toContain('origin');
    }
  });

  it.each<[string, Partial<Grant> | null, Record<string, string>]>([
    ['another session', {}, { cookie: '__Host-session=of-somebody-else' }],
    ['no session', {}, {}],
    ['when it has expired', { expiresAt: 1 }, session],
    ['when it is forged', null, session],
    ['for another stream', { streamId: 903 }, session],
    ['for another span', { from: to, to: to + 60_000 }, session],
    ['when its lease has ended', { leaseId: 'lease-2' }, session],
  ])('answers 403 with what is wrong: %s', async (_, changes, headers) => {
    gate.ended.add('lease-2');
    const grant = changes === null ? 'forged' : mine(changes);
    for (const path of [file, `${STREAM}/a64/${first + 1}.m4s`]) {
      const reply = await get(`${grant}/${path}`, headers);
      expect(reply.status).toBe(403);
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(reply.headers.get('content-type')).toContain('application/problem+json');
      expect(await reply.json()).toMatchObject({
        response_code: 1,
        status: 403,
        title: 'forbidden',
        detail: expect.stringMatching(/\w{4}/),
      });
    }
  });

  it('gives the segments that its span touches and not the next', async () => {
    const grant = mine({ from: startOf(first + 2) + 1, to: startOf(first + 4) + 1 });
    const statuses = await Promise.all(
      range(first + 1, first + 6).map(async (k) => (await get(`${grant}/${STREAM}/a64/${k}.m4s`, session)).status),
    );
    expect(statuses).toEqual([403, 200, 200, 200, 403]);
    const list = await (await get(`${grant}/${file}`, session)).text();
    expect(numbersIn(list)).toEqual([first + 2, first + 3, first + 4]);
  });

  it('of a free beginning may be read by anybody, and kept as long as it is asked for anew each few seconds', async () => {
    const grant = grantOf({ from, to, expiresAt: now.getTime() + 100_000 });
    const list = await get(`${grant}/${file}`, { origin: 'https://elsewhere.example' });
    expect(list.headers.get('access-control-allow-origin')).toBe('*');
    expect(list.headers.get('cache-control')).toBe('public, max-age=4, must-revalidate');
    const segment = await get(`${grant}/${STREAM}/a64/${first}.m4s`);
    expect(segment.headers.get('cache-control')).toBe('public, max-age=4, must-revalidate');
    const again = { 'if-none-match': segment.headers.get('etag') ?? '' };
    expect((await get(`${grant}/${STREAM}/a64/${first}.m4s`, again)).status).toBe(304);
  });

  it('for a player elsewhere needs no cookie, is refused while it is not known who may play, and is paced', async () => {
    const grant = mine({ sessionHash: null, remoteSerial: 1 });
    const path = `${grant}/${STREAM}/a64/${first}.m4s`;
    const reply = await get(path, { origin: 'https://www.gstatic.com' });
    expect(reply.headers.get('access-control-allow-origin')).toBe('https://www.gstatic.com');
    gate.silent = true;
    expect((await get(path)).status).toBe(403);
    gate.silent = false;
    const statuses = new Set<number>();
    for (let i = 0; i < 40; i++) statuses.add((await get(path)).status);
    expect([...statuses]).toEqual([200, 429]);
    // Counted by lease: the next address of the same lease has to wait too.
    const next = mine({ sessionHash: null, remoteSerial: 2 });
    expect((await get(`${next}/${STREAM}/a64/${first}.m4s`)).status).toBe(429);
    expect((await get(path)).status, 'the former is over').toBe(403);
  });

  it.each([
    [`${STREAM}/v360/${from}-${to}.m3u8`, 404, 6],
    [`${STREAM}/a96/${from}-${to}.m3u8`, 404, 6],
    [`${STREAM}/a64/${from}.m3u8`, 404, 9],
    [`${STREAM}/a64/x.m4s`, 404, 9],
    [`${STREAM}/a64/99999.m4s`, 404, 9],
    ['init/999999.mp4', 404, 9],
    [`${STREAM}/audio.m3u8?from=x&to=1`, 400, 1],
  ])('%s is a wrapped refusal', async (path, status, code) => {
    const reply = await get(`${grantOf({ from, to })}/${path}`);
    expect(reply.status).toBe(status);
    expect(await reply.json()).toMatchObject({ response_code: code });
  });
});

it('two hours out of a year of kept sound are two reads by index, of the hours they touch', async () => {
  const to = new Date(Date.UTC(2026, 5, 1));
  const init = { sha256: 'f'.repeat(64), codecs: 'mp4a.40.2', timescale: 48_000 };
  for (const rendition of ['a64', 'a128'] as const) {
    const from = new Date(to.getTime() - 365 * 24 * HOUR_MS);
    await addLoop(database.db, { streamId: 903, rendition, init, from, to });
  }
  await database.db.execute(sql`analyze media_hours, media_segments`);
  const from = new Date(Date.UTC(2026, 0, 15, 6, 30));
  await database.db.transaction(async (tx) => {
    // Earlier statistics of this connection are included until they are flushed.
    const counted = async () => {
      const { rows } = await tx.execute<{ whole: number; byIndex: number; fetched: number }>(
        sql`select seq_scan::int as whole, idx_scan::int as "byIndex", idx_tup_fetch::int as fetched
          from pg_stat_xact_user_tables where relname = 'media_hours'`,
      );
      return rows[0] ?? { whole: 0, byIndex: 0, fetched: 0 };
    };
    const before = await counted();
    const found = await segmentsBetween(tx, 903, 'a128', from, new Date(from.getTime() + 2 * HOUR_MS));
    expect(found.map(({ sequence }) => sequence)).toEqual(
      range(Math.floor(from.getTime() / SEGMENT_MS), Math.ceil((from.getTime() + 2 * HOUR_MS) / SEGMENT_MS)),
    );
    const after = await counted();
    expect([after.whole - before.whole, after.byIndex - before.byIndex]).toEqual([0, 1]);
    expect(after.fetched - before.fetched).toBeLessThanOrEqual(4);
  });
});
