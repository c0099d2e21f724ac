import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { programArchives } from '#db/tables/archive.ts';
import { mediaRemovals } from '#db/tables/media.ts';
import { addLoop } from '#domain/media/loop-hours.ts';
import { withLoops } from '#server/media/loop-storage.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { openTestDesk, type OpenDesk } from '#tests/factories/desk.ts';
import { insertBroadcast } from '#tests/factories/library.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { audioProgramme } from '#sandbox/stations/loops.ts';

// The sound of a broadcast at the desk, from an hour of the demo's loop: real AAC, decoded by ffmpeg.

const HOUR_MS = 3_600_000;
const STARTS = Date.UTC(2026, 10, 26, 3);
const programme = audioProgramme(881, 'a64');

let desk: OpenDesk;
let producer: string;
beforeAll(async () => {
  const storage = withLoops(memoryStorage());
  desk = await openTestDesk({ runtime: { storage } });
  await insertSmallStation(desk.db);
  await insertStreams(desk.db);
  const sha256 = createHash('sha256').update(programme.init).digest('hex');
  const init = { sha256, codecs: 'mp4a.40.2', timescale: 48_000 };
  const [from, to] = [new Date(STARTS), new Date(STARTS + HOUR_MS)];
  await addLoop(desk.db, { streamId: 881, rendition: 'a64', init, from, to });
  // Its last ten minutes have no sound.
  await insertBroadcast(desk.db, { id: 1, programId: 1, startsAt: new Date(STARTS + 600_000), sections: 6 });
  producer = (await desk.enter('producer')).cookie;
});
afterAll(() => desk.close());

const get = (path: string, cookie: string | null = producer) =>
  desk.app.inject({ method: 'GET', url: `/api/staff/archive/${path}`, headers: cookie === null ? {} : { cookie } });
const peaks = async (from: number) => {
  const reply = await get(`1/peaks?from_ms=${from}`);
  expect(reply.statusCode).toBe(200);
  const { step_ms: step, values } = reply.json<{ response: { step_ms: number; values: string } }>().response;
  expect(step).toBe(100);
  return Buffer.from(values, 'base64');
};
const piece = (from: number, to: number, cookie: string | null = producer) =>
  get(`1/sound.m4a?from_ms=${STARTS + from}&to_ms=${STARTS + to}`, cookie);

it('draws ten minutes at once, from real sound, and tells where there is none', async () => {
  const drawn = await peaks(STARTS + 600_000);
  expect(drawn.length).toBe(6_000);
  expect(Math.min(...drawn)).toBeGreaterThan(0);
  expect(Math.max(...drawn)).toBeGreaterThan(20);
  expect((await peaks(STARTS + HOUR_MS)).length).toBe(0);
});

it('plays a minute at most, with the air time of its parts, and leaves removed sound out of both', async () => {
  const whole = await piece(700_000, 730_000);
  expect(whole.statusCode).toBe(200);
  expect(whole.headers).toMatchObject({ 'content-type': 'audio/mp4', 'cache-control': 'private, no-store' });
  const parts = JSON.parse(String(whole.headers['sound-parts'])) as number[][];
  expect(Math.abs(parts[0]![0]! - STARTS - 700_000)).toBeLessThan(25);
  expect(whole.rawPayload.subarray(4, 8).toString()).toBe('ftyp');
  expect((await piece(700_000, 761_000)).statusCode).toBe(400);

  const removed = { startsAt: new Date(STARTS + 704_000), endsAt: new Date(STARTS + 716_000) };
  await desk.db.insert(mediaRemovals).values({ streamId: 881, why: 'law', ...removed });
  const rest = await piece(700_000, 730_000);
  const left = (JSON.parse(String(rest.headers['sound-parts'])) as number[][]).map(([at]) => at! - STARTS);
  expect(left.every((at) => at < 704_000 || at >= 716_000)).toBe(true);
  const drawn = await peaks(STARTS + 600_000);
  expect(Math.max(...drawn.subarray(1_040, 1_160))).toBe(0);
  expect((await piece(705_000, 715_000)).statusCode).toBe(204);
});

it('gives nothing of a neighbour that is taken down, neither to hear nor to draw', async () => {
  const { db } = desk;
  await insertBroadcast(db, { id: 2, programId: 2, startsAt: new Date(STARTS), sections: 1 });
  const around = () => Promise.all([piece(590_000, 610_000), peaks(STARTS)]);
  const [heard] = await around();
  expect((JSON.parse(String(heard.headers['sound-parts'])) as number[][])[0]![0]! - STARTS).toBeLessThan(590_100);
  await db.update(programArchives).set({ state: 'taken_down' }).where(eq(programArchives.id, 2));
  const [rest, drawn] = await around();
  expect((JSON.parse(String(rest.headers['sound-parts'])) as number[][])[0]![0]! - STARTS).toBeGreaterThan(599_900);
  expect(Math.max(...drawn)).toBe(0);
  expect((await piece(580_000, 600_000)).statusCode).toBe(204);
});

it('gives nothing of another span, of a broadcast that is taken down, to a guest or to who may not see replays', async () => {
  expect((await piece(-1_000, 10_000)).statusCode).toBe(400);
  expect((await get(`1/peaks?from_ms=${STARTS + 1}`)).statusCode).toBe(400);
  expect((await get(`1/peaks?from_ms=${STARTS - 600_000}`)).statusCode).toBe(400);
  expect((await get(`3/peaks?from_ms=${STARTS}`)).statusCode).toBe(404);
  expect((await piece(700_000, 701_000, null)).statusCode).toBe(401);
  expect((await piece(700_000, 701_000, (await desk.enter(null)).cookie)).statusCode).toBe(403);
  await desk.db.update(programArchives).set({ state: 'taken_down' }).where(eq(programArchives.id, 1));
  for (const path of [
    `1/peaks?from_ms=${STARTS + 600_000}`,
    `1/sound.m4a?from_ms=${STARTS + 900_000}&to_ms=${STARTS + 901_000}`,
  ])
    expect((await get(path)).statusCode).toBe(410);
});
