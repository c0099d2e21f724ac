import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { encoders, mediaDiscards, mediaSegments, mediaUploads } from '#db/tables/media.ts';
import { switchEncoder, type SegmentStorage } from '#domain/media/media.ts';
import { audioProgramme } from '#sandbox/stations/loops.ts';
import { SEGMENT_MS } from '#sandbox/stations/time-mark.ts';
import { positionOfKey } from '#server/media/spool/spool-message.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';
import { addChannels, addEncoder, startOrigin, type OriginUnderTest } from '#tests/factories/media/media-origin.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { testEncoder } from '#tests/factories/media/push.ts';
import { hasNats, spoolOf, startNats, type NatsUnderTest } from '#tests/setup/nats.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { freePort } from '#tests/setup/site.ts';
import { openDoor, type TcpDoor } from '#tests/setup/tcp-door.ts';

// Two media processes share a database, storage and a live spool. Each test has a channel of its own.

const K0 = Math.ceil(Date.UTC(2026, 10, 1, 4) / SEGMENT_MS);
const startOf = (n: number): number => (K0 + n) * SEGMENT_MS;
const programme = audioProgramme(881, 'a64');
const bytesOf = (n: number): Buffer => programme.segment(K0 + n);
const sound = { init: programme.init, segments: [] };
/** Conditions are polled this long, however busy the machine is. */
const poll = <T>(what: () => T) => expect.poll(what, { timeout: 60_000 });

let nowMs = startOf(1);
const now = () => new Date(nowMs);

let nats: NatsUnderTest;
let database: TestDatabase;
let door: TcpDoor;
/** Storage that waits while it is unavailable. */
const stored = memoryStorage();
let storageThere: Promise<void> = Promise.resolve();
let storageIsBack = (): void => {};
function takeStorageAway(): void {
  storageThere = new Promise((resolve) => (storageIsBack = resolve));
}
const storage: SegmentStorage = {
  ...stored,
  put: (key, bytes) => storageThere.then(() => stored.put(key, bytes)),
};
const processes: { origin: OriginUnderTest; close: () => Promise<void> }[] = [];

/** A media process that reaches the database through the door. */
async function startProcess(own: SegmentStorage = storage): Promise<OriginUnderTest> {
  const url = new URL(database.url);
  url.port = String(door.port);
  const connected = openDatabase(url.href);
  const origin = await startOrigin(connected, { storage: own, now, spool: spoolOf(nats.url) });
  processes.push({ origin, close: () => connected.close() });
  // Until then pushes are written directly.
  await vi.waitFor(() => expect(origin.origin.spoolHealth()!.isUp).toBe(true), { timeout: 60_000 });
  return origin;
}

async function listed(origin: OriginUnderTest, channel: number): Promise<Buffer[]> {
  const list = `${origin.address}/media/${channel}/a64/live.m3u8`;
  const reply = await fetch(list);
  if (!reply.ok) return [];
  const names = (await reply.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Promise.all(names.map(async (name) => Buffer.from(await (await fetch(new URL(name, list))).arrayBuffer())));
}

const rowsOf = (channel: number) =>
  database.db.select().from(mediaSegments).where(eq(mediaSegments.streamId, channel)).orderBy(mediaSegments.sequence);

/** The rows of a channel become segments `0` to `count - 1`. */
const startTimesOf = (channel: number, count: number) =>
  poll(async () => (await rowsOf(channel)).map((row) => row.startsAt.getTime())).toEqual(
    Array.from({ length: count }, (_, n) => startOf(n)),
  );

/** The rows of a channel are segments `0` to `count - 1`, with their bytes, and nothing is left over. */
async function settledOnce(channel: number, count: number, of: Pick<SegmentStorage, 'get'> = stored): Promise<void> {
  const wanted = Array.from({ length: count }, (_, n) => [n, startOf(n)]);
  await poll(async () => (await rowsOf(channel)).map((row) => [row.sequence, row.startsAt.getTime()])).toEqual(wanted);
  for (const [n, { storageKey }] of (await rowsOf(channel)).entries())
    expect((await of.get(storageKey))?.equals(bytesOf(n))).toBe(true);
  expect(await database.db.select().from(mediaUploads)).toEqual([]);
  expect(await database.db.select().from(mediaDiscards)).toEqual([]);
}

/** An encoder's playlist whose first segment is number 0. */
const playlistOf = (files: readonly string[]): string =>
  [
    '#EXTM3U',
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(startOf(0)).toISOString()}`,
    ...files.map((file) => `#EXTINF:${SEGMENT_MS / 1_000},\n${file}`),
  ].join('\n');

const all = (count: number): Buffer[] => Array.from({ length: count }, (_, n) => bytesOf(n));

describe.skipIf(!hasNats())('with a live spool (needs nats-server)', () => {
  let a: OriginUnderTest;
  let b: OriginUnderTest;

  beforeAll(async () => {
    nats = await startNats();
    database = await createTestDatabase();
    door = await openDoor(() => Number(new URL(database.url).port));
    await addChannels(database);
    for (const channel of [881, 903, 864]) await addEncoder(database, channel, `of-${channel}`);
    await addEncoder(database, 903, 'standby');
    a = await startProcess();
    b = await startProcess();
  });
  afterEach(() => {
    door.open();
    storageIsBack();
  });
  afterAll(async () => {
    for (const { origin, close } of processes) {
      await origin.stop();
      await close();
    }
    door.close();
    await database.close();
    await nats.stop();
  });

  it('a push is heard from every process before storage or a row has it, and is settled once they are there', async () => {
    const [toA, toB] = [a, b].map(({ address }) => testEncoder(address, 'of-881'));
    takeStorageAway();
    expect((await toA!.init(sound)).status).toBe(201);
    for (let n = 0; n < 4; n++) {
      nowMs = startOf(n + 1);
      // The encoder moves to the other process in between.
      expect((await (n < 2 ? toA! : toB!).dated(bytesOf(n), startOf(n))).status).toBe(201);
    }
    for (const origin of [a, b]) await poll(() => listed(origin, 881)).toEqual(all(4));
    expect(await rowsOf(881)).toEqual([]);
    storageIsBack();
    await settledOnce(881, 4);
    // Sent again, to either, it is the same segment.
    expect(await toB!.dated(bytesOf(3), startOf(3))).toMatchObject({ status: 201, appended: 0 });
    expect(await listed(b, 881)).toEqual(all(4));
  });

  it('a segment is placed at once when it follows its playlist, at another process', async () => {
    const [toA, toB] = [a, b].map(({ address }) => testEncoder(address, 'of-903', { channel: 903 }));
    nowMs = startOf(3);
    await toA!.init(sound);
    await toA!.segment('0.m4s', bytesOf(0));
    expect((await toA!.put('index.m3u8', playlistOf(['0.m4s']))).status).toBe(201);
    await poll(() => listed(a, 903)).toEqual(all(1));
    // The tables have none of it yet.
    await settledOnce(903, 1);
    takeStorageAway();
    expect(await toB!.put('index.m3u8', playlistOf(['0.m4s', '1.m4s', '2.m4s']))).toMatchObject({
      status: 201,
      appended: 0,
    });
    // Out of order: the one before it is still missing.
    expect((await toA!.segment('2.m4s', bytesOf(2))).status).toBe(201);
    expect(await listed(a, 903)).toEqual(all(1));
    expect((await toB!.segment('1.m4s', bytesOf(1))).status).toBe(201);
    for (const origin of [a, b]) await poll(() => listed(origin, 903)).toEqual(all(3));
    expect((await rowsOf(903)).length).toBe(1);
    storageIsBack();
    await settledOnce(903, 3);
  });

  it('sound goes on in every process without the database, and is in it once, as it was heard', async () => {
    const [toA, toB] = [a, b].map(({ address }) => testEncoder(address, 'of-864', { channel: 864 }));
    expect((await toA!.init(sound)).status).toBe(201);
    // A timeline that was never on the air needs the database.
    nowMs = startOf(1);
    expect((await toA!.dated(bytesOf(0), startOf(0))).status).toBe(201);
    await poll(() => listed(b, 864)).toEqual(all(1));
    door.shut();
    for (let n = 1; n < 6; n++) {
      nowMs = startOf(n + 1);
      // Both push styles, and a process that never met this encoder.
      const to = n % 3 === 0 ? toA! : toB!;
      if (n % 2 === 0) expect((await to.dated(bytesOf(n), startOf(n))).status).toBe(201);
      else {
        expect((await to.segment(`${n}.m4s`, bytesOf(n))).status).toBe(201);
        expect((await to.playlist([`${n}.m4s`], startOf(n))).status).toBe(201);
      }
    }
    for (const origin of [a, b]) await poll(() => listed(origin, 864)).toEqual(all(6));
    const heard = await (await fetch(`${b.address}/media/864/a64/live.m3u8`)).text();
    const stranger = { headers: { authorization: `Bearer ${'x'.repeat(40)}` } };
    expect((await toA!.put('x.m4s', bytesOf(0), stranger)).status).toBe(503);
    door.open();
    await settledOnce(864, 6);
    for (const origin of [a, b])
      expect(await (await fetch(`${origin.address}/media/864/a64/live.m3u8`)).text()).toBe(heard);
  });

  it('an operator puts a standby encoder on the air, and every process and the tables have it from the same segment', async () => {
    const [holder, standby] = ['of-903', 'standby'].map((name) => testEncoder(a.address, name, { channel: 903 }));
    nowMs = startOf(4);
    await holder!.dated(bytesOf(3), startOf(3));
    await settledOnce(903, 4);
    await standby!.init(sound);
    expect(await standby!.dated(bytesOf(3), startOf(3))).toMatchObject({ status: 201, appended: 0 });
    // Until the tables know that the standby encoder sends.
    const ask = () =>
      database.db
        .transaction((tx) => switchEncoder(tx, { streamId: 903, name: 'standby' }, now()))
        .then(
          () => 'switching',
          () => 'silent',
        );
    await poll(ask).toBe('switching');
    nowMs = startOf(5);
    expect((await holder!.dated(bytesOf(4), startOf(4))).status).toBe(201);
    expect((await standby!.dated(bytesOf(4), startOf(4))).status).toBe(201);
    const [row] = await database.db.select().from(encoders).where(eq(encoders.name, 'standby'));
    await poll(async () => (await rowsOf(903)).map((segment) => segment.encoderId === row!.id)).toEqual([
      ...Array.from({ length: 4 }, () => false),
      true,
    ]);
    const lists = () =>
      Promise.all([a, b].map(async ({ address }) => (await fetch(`${address}/media/903/a64/live.m3u8`)).text()));
    await poll(async () => (await lists()).map((text) => text.split('#EXT-X-DISCONTINUITY\n').length)).toEqual([2, 2]);
    const [ofA, ofB] = await lists();
    expect(ofA).toBe(ofB);
  });

  it('pushes are written directly while the spool is unavailable, after what it had, and the spool goes on from there', async () => {
    const [toA, toB] = [a, b].map(({ address }) => testEncoder(address, 'of-881'));
    takeStorageAway();
    for (const n of [4, 5]) {
      nowMs = startOf(n + 1);
      expect((await toA!.dated(bytesOf(n), startOf(n))).status).toBe(201);
    }
    await poll(() => listed(b, 881)).toEqual(all(6));
    await nats.kill();
    storageIsBack();
    await poll(() => a.origin.spoolHealth()!.isUp).toBe(false);
    for (const n of [6, 7]) {
      nowMs = startOf(n + 1);
      expect((await toA!.dated(bytesOf(n), startOf(n))).status).toBe(201);
    }
    for (const origin of [a, b]) await poll(() => listed(origin, 881)).toEqual(all(8).slice(-6));
    await nats.start();
    await poll(() => [a, b].map(({ origin }) => origin.spoolHealth()!.isUp)).toEqual([true, true]);
    nowMs = startOf(9);
    expect((await toB!.dated(bytesOf(8), startOf(8))).status).toBe(201);
    for (const origin of [a, b]) await poll(async () => (await listed(origin, 881)).at(-1)).toEqual(bytesOf(8));
    await startTimesOf(881, 9);
  });

  it('a push that waited until what the spool had was settled goes to the spool, if that is back by then', async () => {
    const toA = testEncoder(a.address, 'of-881');
    takeStorageAway();
    nowMs = startOf(10);
    expect((await toA.dated(bytesOf(9), startOf(9))).status).toBe(201);
    await nats.kill();
    await poll(() => a.origin.spoolHealth()!.isUp).toBe(false);
    nowMs = startOf(11);
    const waiting = toA.dated(bytesOf(10), startOf(10));
    await nats.start();
    await poll(() => [a, b].map(({ origin }) => origin.spoolHealth()!.isUp)).toEqual([true, true]);
    storageIsBack();
    expect((await waiting).status).toBe(201);
    await startTimesOf(881, 11);
    expect(positionOfKey((await rowsOf(881)).at(-1)!.storageKey)).toBeDefined();
  });

  it('a new process has what was pushed before it, from the spool, while storage is unavailable', async () => {
    const c = await startProcess({ ...storage, get: () => Promise.reject(new Error('away')) });
    await poll(() => listed(c, 864)).toEqual(all(6));
    nowMs = startOf(7);
    const toC = testEncoder(c.address, 'of-864', { channel: 864 });
    expect((await toC.dated(bytesOf(6), startOf(6))).status).toBe(201);
    await poll(async () => (await listed(a, 864)).at(-1)).toEqual(bytesOf(6));
  });

  it('every process has what is pushed while consumers are silent, in order and once', async () => {
    await nats.kill();
    // As on a server whose disk is full: consumers are there, and deliver nothing.
    await nats.start('$JS.API.CONSUMER.MSG.NEXT.>');
    await poll(() => [a, b].map(({ origin }) => origin.spoolHealth()!.isUp)).toEqual([true, true]);
    const toA = testEncoder(a.address, 'of-881');
    for (const n of [11, 12]) {
      nowMs = startOf(n + 1);
      expect((await toA.dated(bytesOf(n), startOf(n))).status).toBe(201);
    }
    for (const origin of [a, b]) await poll(() => listed(origin, 881)).toEqual(all(13).slice(-6));
    await startTimesOf(881, 13);
    await nats.kill();
    await nats.start();
    nowMs = startOf(14);
    expect((await toA.dated(bytesOf(13), startOf(13))).status).toBe(201);
    await startTimesOf(881, 14);
    for (const origin of [a, b]) await poll(() => listed(origin, 881)).toEqual(all(14).slice(-6));
  });

  it('a process that begins while consumers do not answer has what is pushed, and settles it', async () => {
    await nats.kill();
    await nats.start('$JS.API.CONSUMER.>');
    const c = await startProcess();
    await poll(() => listed(c, 881)).toEqual(all(14).slice(-6));
    const toC = testEncoder(c.address, 'of-881');
    for (const n of [14, 15]) {
      nowMs = startOf(n + 1);
      expect((await toC.dated(bytesOf(n), startOf(n))).status).toBe(201);
    }
    for (const origin of [a, b, c]) await poll(() => listed(origin, 881)).toEqual(all(16).slice(-6));
    await startTimesOf(881, 16);
    await nats.kill();
    await nats.start();
    await poll(() => [a, b, c].map(({ origin }) => origin.spoolHealth()!.isUp)).toEqual([true, true, true]);
    nowMs = startOf(17);
    expect((await toC.dated(bytesOf(16), startOf(16))).status).toBe(201);
    await startTimesOf(881, 17);
    for (const origin of [a, b]) await poll(() => listed(origin, 881)).toEqual(all(17).slice(-6));
  });
});

describe.skipIf(!hasNats())('a process that dies (needs nats-server)', () => {
  it('between bytes and acknowledgement settles its segment once, by the one that follows it', async () => {
    nats = await startNats();
    database = await createTestDatabase();
    door = await openDoor(() => Number(new URL(database.url).port));
    await addChannels(database);
    await addEncoder(database, 881, 'main');
    const folder = mkdtempSync(join(tmpdir(), 'spool-'));
    const port = await freePort();
    const env = { ...process.env, DATABASE_URL: database.url, FOLDER: folder, PORT: String(port), NATS_URL: nats.url };
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    const child = spawn(process.execPath, ['tests/factories/media/media-process.ts'], { env, stdio: [...stdio] });
    const gone = once(child, 'exit');
    const diedEarly = gone.then(([code]) =>
      Promise.reject(new Error(`the process ended with ${code} before it was ready`)),
    );
    diedEarly.catch(() => {});
    await Promise.race([once(child.stdout!, 'data'), diedEarly]);
    const encoder = testEncoder(`http://127.0.0.1:${port}`, 'main');
    // Its clock is the real one.
    const startsAt = Date.now() - SEGMENT_MS;
    expect((await encoder.init(sound)).status).toBe(201);
    await encoder.dated(bytesOf(0), startsAt).catch(() => {});
    await gone;
    expect(await rowsOf(881)).toEqual([]);
    nowMs = startsAt + SEGMENT_MS;
    const disk = diskStorage(join(folder, 'media'));
    const next = await startOrigin(database, { folder, storage: disk, now, spool: spoolOf(nats.url) });
    await poll(() => listed(next, 881)).toEqual(all(1));
    await poll(async () => (await rowsOf(881)).length).toBe(1);
    const [row] = await rowsOf(881);
    expect((await disk.get(row!.storageKey))?.equals(bytesOf(0))).toBe(true);
    expect(await database.db.select().from(mediaUploads)).toEqual([]);
    expect(await database.db.select().from(mediaDiscards)).toEqual([]);
    await next.stop();
    await database.close();
    door.close();
    await nats.stop();
    rmSync(folder, { recursive: true, force: true });
  });
});
