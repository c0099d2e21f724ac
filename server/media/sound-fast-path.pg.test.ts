import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeSound, restoreSound } from '#domain/media/kept-sound.ts';
import { addLoop } from '#domain/media/loop-hours.ts';
import { audioProgramme } from '#sandbox/stations/loops.ts';
import { SEGMENT_MS } from '#sandbox/stations/time-mark.ts';
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

const STREAM = 881;
const T0 = Date.UTC(2026, 10, 1, 4);
const K0 = Math.ceil((T0 + 600_000) / SEGMENT_MS);
const PUSHED = 8;
const [FROM, TO] = [T0 - 1.5 * HOUR_MS + 7_000, T0 - 5_000];
const LEASE = '0b9a3c0e-6f0d-4a3e-9a56-2f6d3a0f6a11';
const SECRET = 'a-session-secret';
const cookie = `__Host-session=${SECRET}`;
const gate = openGate();
const now = new Date((K0 + PUSHED) * SEGMENT_MS + 1_000);

let database: TestDatabase;
let server: OriginUnderTest;

const replay = (file: string, changes: Partial<Grant> = {}): string => {
  const token = tokenOfGrant({
    streamId: STREAM,
    from: FROM,
    to: TO,
    leaseId: LEASE,
    sessionHash: gate.sessionHashOf(SECRET),
    expiresAt: now.getTime() + 300_000,
    open: false,
    remoteSerial: null,
    ...changes,
  });
  return `/replay/${token}/${STREAM}/a64/${file}`;
};
const LIST = `${FROM}-${TO}.m3u8`;
const SEGMENT = `${Math.ceil(FROM / SEGMENT_MS) + 3}.m4s`;

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.address + path, { headers: { 'accept-encoding': 'identity', cookie, ...headers } });
const OF_THE_CONNECTION = new Set(['date', 'connection', 'keep-alive', 'x-request-id', 'x-answered']);
const isReady = (reply: Response): boolean => reply.headers.get('x-answered') === 'ready';

beforeAll(async () => {
  database = await createTestDatabase();
  await addChannels(database);
  await addEncoder(database, STREAM, 'main');
  const { init, segment } = audioProgramme(STREAM, 'a64');
  const sha256 = createHash('sha256').update(init).digest('hex');
  const loop = {
    streamId: STREAM,
    rendition: 'a64' as const,
    init: { sha256, codecs: 'mp4a.40.2', timescale: 48_000 },
  };
  await addLoop(database.db, { ...loop, from: new Date(T0 - 2 * HOUR_MS), to: new Date(K0 * SEGMENT_MS) });
  const storage = withLoops(memoryStorage());
  server = await startOrigin(database, { now: () => now, storage, replay: { gate, siteUrl: 'https://radio.example' } });
  const encoder = testEncoder(server.address, 'main', { rendition: 'a64' });
  await encoder.init({ init, segments: [] });
  for (let k = K0; k < K0 + PUSHED; k++) await encoder.dated(segment(k), k * SEGMENT_MS);
  // The first request loads the hours.
  await (await ask(replay(LIST))).text();
}, 60_000);
afterAll(async () => {
  await server.stop();
  await database.close();
});

it.each([
  ['the live playlist', '/media/881/a64/live.m3u8'],
  ['a live segment', `/media/881/a64/${K0 + 3}.m4s`],
  ['the playlist of a replay', replay(LIST)],
  ['a playlist of it that nobody asked for yet', replay(`${FROM + 60_000}-${TO}.m3u8`)],
  ['a segment of it', replay(SEGMENT)],
])('%s is answered before the framework, byte for byte and line for line as the framework answers', async (_, path) => {
  for (const encoding of ['identity', 'gzip', 'br']) {
    const headers = { 'accept-encoding': encoding, cookie };
    const own = await ask(path, headers);
    const theirs = await server.app.inject({ url: path, headers });
    expect([own.status, theirs.statusCode]).toEqual([200, 200]);
    expect(isReady(own)).toBe(true);
    expect(own.headers.get('x-request-id')).toBe('of-the-test');
    const ofBoth = (all: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => !OF_THE_CONNECTION.has(name)));
    expect(ofBoth(Object.fromEntries(own.headers))).toEqual(ofBoth(theirs.headers));
    const plain = await server.app.inject({ url: path, headers: { cookie } });
    expect(Buffer.from(await own.arrayBuffer()).equals(plain.rawPayload)).toBe(true);
  }
});

it('who may not hear it, has it, or asks for a part is answered by the framework', async () => {
  const list = replay(LIST);
  const { headers } = await ask(list);
  for (const [status, path, asked] of [
    [403, list, { cookie: '__Host-session=another' }],
    [403, list, { cookie: '' }],
    [403, replay(LIST, { expiresAt: now.getTime() - 1 }), {}],
    [403, replay(SEGMENT, { from: TO - 10_000 }), {}],
    [403, replay(LIST).replace('/881/', '/903/'), {}],
    [304, list, { 'if-none-match': headers.get('etag')! }],
    [206, replay(SEGMENT), { range: 'bytes=0-99' }],
    [404, '/media/881/a64/1.m4s', {}],
    [404, '/media/882/a64/live.m3u8', {}],
    [404, '/media/903/a64/live.m3u8', {}],
  ] as const) {
    const reply = await ask(path, asked);
    expect([path, reply.status, isReady(reply)]).toEqual([path, status, false]);
  }
  gate.ended.add(LEASE);
  expect((await ask(list)).status).toBe(403);
  gate.ended.delete(LEASE);
  expect(isReady(await ask(list))).toBe(true);
  const fromOurs = await ask(list, { origin: 'https://radio.example' });
  expect(fromOurs.headers.get('access-control-allow-origin')).toBe('https://radio.example');
  expect((await ask(list, { origin: 'https://other.example' })).headers.get('access-control-allow-origin')).toBeNull();
});

it('what is taken out is answered to nobody any more, and is in no playlist', async () => {
  const startsAt = new Date((K0 + 3) * SEGMENT_MS);
  const endsAt = new Date(startsAt.getTime() + 1_000);
  const segment = `/media/881/a64/${K0 + 3}.m4s`;
  expect(isReady(await ask(segment))).toBe(true);
  const id = await database.db.transaction((tx) =>
    removeSound(tx, { streamId: STREAM, startsAt, endsAt, why: 'rights' }),
  );
  await expect.poll(async () => (await ask(segment)).status, { timeout: 10_000 }).toBe(410);
  const live = await ask('/media/881/a64/live.m3u8');
  expect(isReady(live)).toBe(true);
  expect(await live.text()).not.toContain(`${K0 + 3}.m4s`);
  // Sound before it is unchanged, with its old numbering.
  const before = await (await ask(replay(LIST))).text();
  expect(before).toContain('#EXT-X-ENDLIST');
  await database.db.transaction((tx) => restoreSound(tx, id));
  await expect.poll(async () => (await ask(segment)).status, { timeout: 10_000 }).toBe(200);
});
