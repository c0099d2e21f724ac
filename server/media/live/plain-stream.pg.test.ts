import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeSound, restoreSound } from '#domain/media/kept-sound.ts';
import { addChannels, addEncoder, startOrigin, type OriginUnderTest } from '#tests/factories/media/media-origin.ts';
import { testEncoder } from '#tests/factories/media/push.ts';
import { makeSound, type PushedSound } from '#tests/factories/media/pushed-sound.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

const run = promisify(execFile);
const SEGMENTS = 10;

let database: TestDatabase;
let server: OriginUnderTest;
let sound: PushedSound;
let encoder: ReturnType<typeof testEncoder>;
let t0 = 0;
let now = new Date();
const at = (n: number): number => t0 + n * 4_000;
const setClock = (ms: number): void => void (now = new Date(ms));
const path = (rest: string): string => `${server.address}/media/${rest}`;

beforeAll(async () => {
  database = await createTestDatabase();
  await addChannels(database);
  await addEncoder(database, 881, 'main');
  sound = await makeSound({ seconds: (SEGMENTS + 3) * 4 });
  t0 = Date.now() - SEGMENTS * 4_000;
  setClock(at(SEGMENTS));
  server = await startOrigin(database, { now: () => now });
  encoder = testEncoder(server.address, 'main', { rendition: 'a64' });
  await encoder.init(sound);
  for (let n = 0; n < SEGMENTS; n++) await encoder.dated(sound.segments[n]!, at(n));
}, 60_000);
afterAll(async () => {
  await server.stop();
  await database.close();
});

/** Seconds of sound in bytes, as an independent decoder reads them. */
async function secondsOf(bytes: Buffer): Promise<number> {
  const file = join(server.folder, 'heard.aac');
  writeFileSync(file, bytes);
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-f', 'aac', '-i', file, '-f', 's16le', '-'], {
    encoding: 'buffer',
    maxBuffer: 64_000_000,
  });
  const probe = ['-v', 'error', '-show_entries', 'stream=sample_rate,channels', '-of', 'csv=p=0', file];
  const [rate = 1, channels = 1] = (await run('ffprobe', probe)).stdout.trim().split(',').map(Number);
  return stdout.length / 2 / rate / channels;
}

/** Whole frames of ADTS. */
function framesIn(bytes: Buffer): number {
  let frames = 0;
  for (let at = 0; at + 7 <= bytes.length; frames++) {
    at += ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
    if (at > bytes.length) break;
  }
  return frames;
}
const FRAMES_A_SECOND = 48_000 / 1_024;

/** Listens until it has this many seconds; `then` runs meanwhile. */
async function listen(seconds: number, then: () => Promise<unknown> = async () => {}): Promise<Buffer> {
  const stop = new AbortController();
  const reply = await fetch(path('881/a64/live.aac'), { signal: stop.signal });
  expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
    200,
    'audio/aac',
    'no-store',
  ]);
  let heard: Buffer = Buffer.alloc(0);
  let isGoingOn = false;
  for await (const bytes of reply.body!) {
    heard = Buffer.concat([heard, bytes]);
    if (!isGoingOn) {
      isGoingOn = true;
      await then();
    }
    if (framesIn(heard) >= Math.floor(seconds * FRAMES_A_SECOND)) break;
  }
  stop.abort();
  return heard;
}

it('begins with what was just on air and goes on with each new segment, decodable from its first byte', async () => {
  const heard = await listen(19.5, async () => {
    for (const n of [SEGMENTS, SEGMENTS + 1]) {
      setClock(at(n + 1));
      await encoder.dated(sound.segments[n]!, at(n));
    }
  });
  const seconds = await secondsOf(heard);
  // Three segments at once, and two that came while it listened.
  expect(seconds).toBeGreaterThan(16);
  expect(seconds).toBeLessThan(21);
});

it('passes over removed sound', async () => {
  const span = { streamId: 881, startsAt: new Date(at(SEGMENTS + 1)), endsAt: new Date(at(SEGMENTS + 2)) };
  const id = await database.db.transaction((tx) => removeSound(tx, { ...span, why: 'rights' }));
  await expect
    .poll(async () => (await fetch(path(`881/a64/${SEGMENTS + 1}.m4s`))).status, { timeout: 10_000 })
    .toBe(410);
  const heard = await listen(15.5, async () => {
    setClock(at(SEGMENTS + 3));
    await encoder.dated(sound.segments[SEGMENTS + 2]!, at(SEGMENTS + 2));
  });
  expect(heard.includes(sound.segments[SEGMENTS + 2]!.subarray(-60, -20))).toBe(true);
  expect(heard.includes(sound.segments[SEGMENTS + 1]!.subarray(-60, -20))).toBe(false);
  await database.db.transaction((tx) => restoreSound(tx, id));
});

it.each([
  ['a channel that does not exist', '999/a64/live.aac', 404],
  ['a picture', '881/v360/live.aac', 404],
  ['a channel that is not on air', '903/a64/live.aac', 404],
])('refuses %s', async (_what, rest, status) => {
  expect((await fetch(path(rest))).status).toBe(status);
});

it('limits those of one address, and lets the next one in when one has left', async () => {
  // A reply that nobody holds is collected, and its connection closed.
  const held = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const stop = new AbortController();
      const reply = await fetch(path('881/a64/live.aac'), { signal: stop.signal });
      expect(reply.status).toBe(200);
      return { stop, reply };
    }),
  );
  const refused = await fetch(path('881/a64/live.aac'));
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
  held[0]!.stop.abort();
  await expect
    .poll(
      async () => {
        const stop = new AbortController();
        const { status } = await fetch(path('881/a64/live.aac'), { signal: stop.signal });
        stop.abort();
        return status;
      },
      { timeout: 10_000 },
    )
    .toBe(200);
  for (const { stop } of held) stop.abort();
});

it('ends when the service stops', async () => {
  const reply = await fetch(path('881/a64/live.aac'));
  const ended = (async () => {
    for await (const bytes of reply.body!) void bytes;
  })();
  server.origin.endWaits();
  await ended;
});
