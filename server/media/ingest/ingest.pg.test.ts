import { sql } from 'drizzle-orm';
import HLS from 'hls-parser';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mediaSegments, mediaUploads } from '#db/tables/media.ts';
import { keepSound, segmentsBetween } from '#domain/media/kept-sound.ts';
import { runRetention, switchEncoder } from '#domain/media/media.ts';
import {
  addChannels,
  addEncoder,
  HOUR_MS,
  startOrigin,
  type OriginUnderTest,
} from '#tests/factories/media/media-origin.ts';
import { testEncoder } from '#tests/factories/media/push.ts';
import { makeSound, playlistNaming, type PushedSound } from '#tests/factories/media/pushed-sound.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

let database: TestDatabase;
let server: OriginUnderTest;
let sound: PushedSound;
let other: PushedSound;
/** The origin's clock. Segment n of a test begins at `at(n)` and ends 4 s later. */
let now = new Date();
let t0 = 0;
const at = (n: number): number => t0 + n * 4_000;
const setClock = (ms: number): void => void (now = new Date(ms));

beforeAll(async () => {
  HLS.setOptions({ strictMode: true });
  database = await createTestDatabase();
  await addChannels(database);
  await addEncoder(database, 881, 'main');
  await addEncoder(database, 881, 'spare');
  sound = await makeSound({ seconds: 40 });
  other = await makeSound({ seconds: 40, frequency: 880, bitrate: '60k' });
}, 60_000);
afterAll(() => database.close());

beforeEach(async () => {
  await database.db.execute(
    sql`truncate media_segments, media_uploads, media_feeds, media_timelines, media_inits, media_discards, media_hours, media_keeps cascade`,
  );
  t0 = Date.now() - 3_600_000;
  setClock(at(10));
  server = await startOrigin(database, { now: () => now });
});
afterEach(() => server.stop());

async function live(rendition = 'a64'): Promise<HLS.types.MediaPlaylist> {
  const reply = await fetch(`${server.address}/media/881/${rendition}/live.m3u8`);
  expect(reply.status).toBe(200);
  return HLS.parse(await reply.text()) as HLS.types.MediaPlaylist;
}

async function timeline(rendition = 'a64') {
  const rows = await database.db
    .select()
    .from(mediaSegments)
    .where(sql`rendition = ${rendition} and stream_id = 881`)
    .orderBy(mediaSegments.sequence);
  return rows.map((row) => ({
    sequence: row.sequence,
    n: (row.startsAt.getTime() - t0) / 4_000,
    discontinuity: row.discontinuity,
    encoderId: row.encoderId,
  }));
}
const instants = async (rendition?: string): Promise<number[]> => (await timeline(rendition)).map((s) => s.n);

describe('the timeline', () => {
  it('takes a segment when a playlist names it, and tells listeners at once', async () => {
    const encoder = testEncoder(server.address, 'main');
    await encoder.init(sound);
    for (const n of [0, 1, 2]) await encoder.segment(`${n}.m4s`, sound.segments[n]!);
    expect(await instants()).toEqual([]);
    expect((await encoder.playlist(['0.m4s', '1.m4s', '2.m4s'], at(0))).appended).toBe(3);
    const playlist = await live();
    expect(playlist.segments).toHaveLength(3);
    expect(playlist.segments[0]!.programDateTime?.getTime()).toBe(at(0));
    const bytes = await fetch(`${server.address}/media/881/a64/${playlist.segments[1]!.uri}`);
    expect(Buffer.from(await bytes.arrayBuffer()).equals(sound.segments[1]!)).toBe(true);
  });

  it('is not changed by pushes that are repeated, late, or out of order', async () => {
    const encoder = testEncoder(server.address, 'main');
    await encoder.init(sound);
    for (const n of [2, 0, 1]) await encoder.segment(`${n}.m4s`, sound.segments[n]!);
    await encoder.playlist(['0.m4s', '1.m4s', '2.m4s'], at(0));
    const before = await timeline();
    expect(before.map((s) => [s.n, s.discontinuity])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
    ]);
    for (const n of [0, 1, 2]) {
      expect((await encoder.segment(`${n}.m4s`, sound.segments[n]!)).status).toBe(201);
      expect((await encoder.dated(sound.segments[n]!, at(n))).status).toBe(201);
    }
    expect((await encoder.playlist(['0.m4s', '1.m4s', '2.m4s'], at(0))).status).toBe(201);
    await encoder.dated(sound.segments[0]!, at(-5));
    expect(await timeline()).toEqual(before);
  });

  it('waits one playlist for a segment that was overtaken, then goes on without it', async () => {
    const encoder = testEncoder(server.address, 'main');
    await encoder.init(sound);
    await encoder.segment('0.m4s', sound.segments[0]!);
    await encoder.playlist(['0.m4s'], at(0));
    await encoder.segment('2.m4s', sound.segments[2]!);
    expect((await encoder.playlist(['0.m4s', '1.m4s', '2.m4s'], at(0))).appended).toBe(0);
    await encoder.segment('1.m4s', sound.segments[1]!);
    await encoder.playlist(['0.m4s', '1.m4s', '2.m4s'], at(0));
    expect(await instants()).toEqual([0, 1, 2]);
    // Segment 3 is lost for good: 4 waits once, 5 does not.
    const files = ['0.m4s', '1.m4s', '2.m4s', '3.m4s', '4.m4s'];
    await encoder.segment('4.m4s', sound.segments[4]!);
    expect((await encoder.playlist(files, at(0))).appended).toBe(0);
    await encoder.segment('5.m4s', sound.segments[5]!);
    expect((await encoder.playlist([...files, '5.m4s'], at(0))).appended).toBe(2);
    expect((await timeline()).map((s) => [s.n, s.discontinuity])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [4, 1],
      [5, 1],
    ]);
  });

  it('goes on with a discontinuity and the next number when an encoder starts anew', async () => {
    const encoder = testEncoder(server.address, 'main');
    await encoder.init(sound);
    for (const n of [0, 1]) await encoder.dated(sound.segments[n]!, at(n));
    await encoder.init(other);
    for (const n of [0, 1]) await encoder.dated(other.segments[n]!, at(2 + n));
    const playlist = await live();
    expect(playlist.segments.map((s) => [s.mediaSequenceNumber, s.discontinuity ?? false])).toEqual([
      [0, false],
      [1, false],
      [2, true],
      [3, false],
    ]);
    expect(new Set(playlist.segments.map((s) => s.map?.uri)).size).toBe(2);
  });

  it('is held by one of two encoders, and goes over to the other without a gap when the first falls silent', async () => {
    const main = testEncoder(server.address, 'main');
    const spare = testEncoder(server.address, 'spare');
    await main.init(sound);
    await spare.init(other);
    for (let n = 0; n < 8; n++) {
      setClock(at(n + 1) + 100);
      if (n < 4) await main.dated(sound.segments[n]!, at(n));
      setClock(at(n + 1) + 300);
      await spare.dated(other.segments[n]!, at(n) + 90);
    }
    const rows = await timeline();
    expect(rows.map((s) => Math.round(s.n))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(rows.map((s) => s.discontinuity)).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
    expect(new Set(rows.slice(4).map((s) => s.encoderId)).size).toBe(1);
    expect(rows[4]!.encoderId).not.toBe(rows[3]!.encoderId);
    // The first encoder returns while the other is active: it is on standby.
    setClock(at(9) + 100);
    await main.dated(sound.segments[8]!, at(8));
    expect(await instants()).toHaveLength(8);
  });

  it('goes over to the encoder that an operator chose with its next segment, without a gap', async () => {
    const main = testEncoder(server.address, 'main');
    const spare = testEncoder(server.address, 'spare');
    await main.init(sound);
    await spare.init(other);
    for (let n = 0; n < 6; n++) {
      setClock(at(n + 1) + 100);
      if (n === 3)
        await database.db.transaction((tx) => switchEncoder(tx, { streamId: 881, name: 'spare' }, new Date(at(n + 1))));
      await main.dated(sound.segments[n]!, at(n));
      await spare.dated(other.segments[n]!, at(n));
    }
    const rows = await timeline();
    expect(rows.map((s) => Math.round(s.n))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(rows.map((s) => s.discontinuity)).toEqual([0, 0, 0, 1, 1, 1]);
    expect(new Set(rows.slice(3).map((s) => s.encoderId)).size).toBe(1);
    expect(rows[3]!.encoderId).not.toBe(rows[2]!.encoderId);
  });

  it('numbers discontinuities alike in both renditions soon after one of them lost a segment', async () => {
    const low = testEncoder(server.address, 'main');
    const high = testEncoder(server.address, 'main', { rendition: 'a128' });
    await low.init(sound);
    await high.init(sound);
    for (let n = 0; n < 8; n++) {
      await low.dated(sound.segments[n]!, at(n));
      if (n !== 3) await high.dated(sound.segments[n]!, at(n));
    }
    const numbers = async (rendition: string) =>
      new Map((await timeline(rendition)).map((s) => [s.n, s.discontinuity]));
    const [a, b] = [await numbers('a64'), await numbers('a128')];
    for (const n of [0, 1, 2, 5, 6, 7]) expect(a.get(n), `segment ${n}`).toBe(b.get(n));
    expect(b.get(7)).toBe(1);
  });

  it('never gives a number twice, even when all it had is gone and the origin was restarted', async () => {
    const encoder = testEncoder(server.address, 'main');
    await encoder.init(sound);
    for (const n of [0, 1, 2]) await encoder.dated(sound.segments[n]!, at(n));
    setClock(at(0) + 20 * HOUR_MS);
    await runRetention({ db: database.db, storage: server.storage, now, windowMs: 8 * HOUR_MS });
    expect(await instants()).toEqual([]);
    await server.stop();
    server = await startOrigin(database, { now: () => now });
    const again = testEncoder(server.address, 'main');
    await again.init(sound);
    await again.dated(sound.segments[3]!, now.getTime() - 4_000);
    expect(await timeline()).toMatchObject([{ sequence: 3, discontinuity: 1 }]);
    expect((await live()).mediaSequenceBase).toBe(3);
  });

  it('indexes a segment that was accepted before a crash once its playlist comes', async () => {
    const encoder = testEncoder(server.address, 'main');
    await encoder.init(sound);
    await encoder.segment('0.m4s', sound.segments[0]!);
    const { folder } = server;
    const restarted = await startOrigin(database, { now: () => now, folder });
    try {
      await testEncoder(restarted.address, 'main').playlist(['0.m4s'], at(0));
      expect(await instants()).toEqual([0]);
      const bytes = await fetch(`${restarted.address}/media/881/a64/0.m4s`);
      expect(Buffer.from(await bytes.arrayBuffer()).equals(sound.segments[0]!)).toBe(true);
    } finally {
      await restarted.stop();
    }
  });

  it('says 503 and indexes nothing when the bytes cannot be stored', async () => {
    const full = await startOrigin(database, {
      now: () => now,
      storage: { ...server.storage, put: () => Promise.reject(new Error('disk full')) },
    });
    try {
      await testEncoder(server.address, 'main').init(sound);
      const pushed = await testEncoder(full.address, 'main').dated(sound.segments[0]!, at(0));
      expect(pushed.status).toBe(503);
      expect(await instants()).toEqual([]);
    } finally {
      await full.stop();
    }
  });

  it('reaches listeners of another process', async () => {
    const second = await startOrigin(database, { now: () => now, folder: server.folder });
    try {
      const encoder = testEncoder(server.address, 'main');
      await encoder.init(sound);
      await encoder.dated(sound.segments[0]!, at(0));
      await encoder.dated(sound.segments[1]!, at(1));
      const list = `${second.address}/media/881/a64/from/${at(0)}.m3u8`;
      // It hears of the first two a moment later.
      await expect.poll(async () => (await fetch(list)).status).toBe(200);
      // A blocking reload for segment 2, on the process that did not receive it.
      const waiting = fetch(`${list}?_HLS_msn=2`);
      await encoder.dated(sound.segments[2]!, at(2));
      const playlist = HLS.parse(await (await waiting).text()) as HLS.types.MediaPlaylist;
      expect(playlist.segments.map((s) => s.mediaSequenceNumber)).toEqual([0, 1, 2]);
    } finally {
      await second.stop();
    }
  });
});

describe('retention', () => {
  it('deletes what left the window, rows and bytes, keeps what a replay needs, and leaves no orphan', async () => {
    const encoder = testEncoder(server.address, 'main');
    await encoder.init(sound);
    for (const n of [0, 1, 2]) await encoder.dated(sound.segments[n]!, at(n));
    await encoder.segment('never-named.m4s', sound.segments[3]!);
    await encoder.dated(sound.segments[0]!, at(0));
    const keys = [
      ...(await database.db.select({ key: mediaSegments.storageKey }).from(mediaSegments)),
      ...(await database.db.select({ key: mediaUploads.storageKey }).from(mediaUploads)),
    ].map((row) => row.key);
    expect(keys).toHaveLength(4);

    const later = new Date(at(0) + 10 * HOUR_MS);
    const [startsAt, endsAt] = [new Date(at(1) + 100), new Date(at(1) + 200)];
    await database.db.transaction((tx) =>
      keepSound(tx, { streamId: 881, startsAt, endsAt, keptUntil: null, why: 'a replay' }),
    );
    // Packed segments are removed once no request can still refer to them.
    for (const now of [later, new Date(later.getTime() + 1_200_000)])
      await runRetention({ db: database.db, storage: server.storage, now, windowMs: 8 * HOUR_MS });
    expect(await instants()).toEqual([]);
    const there = await Promise.all(keys.map((key) => server.storage.has(key)));
    expect(there).toEqual([false, false, false, false]);
    expect((await database.pool.query('select * from media_discards')).rows).toEqual([]);
    const kept = await segmentsBetween(database.db, 881, 'a64', new Date(at(0)), later);
    expect(kept.map(({ sequence }) => sequence)).toEqual([1]);
    const { storageKey, range } = kept[0]!;
    expect((await server.storage.get(storageKey, range))?.equals(sound.segments[1]!)).toBe(true);
    // Its number does not make it public.
    setClock(later.getTime());
    const bytes = await fetch(`${server.address}/media/881/a64/1.m4s`);
    expect(bytes.status).toBe(404);
  });

  it('leaves the window and what waits for a name alone', async () => {
    const encoder = testEncoder(server.address, 'main');
    await encoder.init(sound);
    await encoder.dated(sound.segments[0]!, at(0));
    await encoder.segment('1.m4s', sound.segments[1]!);
    await runRetention({ db: database.db, storage: server.storage, now: new Date(), windowMs: 8 * HOUR_MS });
    await encoder.put('index.m3u8', playlistNaming(['0.m4s', '1.m4s'], at(0)));
    expect(await instants()).toEqual([0, 1]);
  });
});
