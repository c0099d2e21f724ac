import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { mediaDiscards, mediaSegments, mediaUploads } from '#db/tables/media.ts';
import { audioProgramme } from '#sandbox/stations/loops.ts';
import { SEGMENT_MS } from '#sandbox/stations/time-mark.ts';
import { addChannels, addEncoder, startOrigin, type OriginUnderTest } from '#tests/factories/media/media-origin.ts';
import { rememberMediaTables } from '#tests/factories/media/media-tables.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { testEncoder } from '#tests/factories/media/push.ts';
import { hasNats, spoolOf, startNats, type NatsUnderTest } from '#tests/setup/nats.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { openDoor, type TcpDoor } from '#tests/setup/tcp-door.ts';

// A failover to a database server that lacks the last moment, or back to one: notified rows are gone. Two media
// processes share the database, storage and a live spool.

const K0 = Math.ceil(Date.UTC(2026, 10, 1, 4) / SEGMENT_MS);
const startOf = (n: number): number => (K0 + n) * SEGMENT_MS;
const programme = audioProgramme(881, 'a64');
const bytesOf = (n: number): Buffer => programme.segment(K0 + n);
const all = (count: number): Buffer[] => Array.from({ length: count }, (_, n) => bytesOf(n));
const poll = <T>(what: () => T) => expect.poll(what, { timeout: 60_000 });

let nowMs = startOf(1);
const now = () => new Date(nowMs);
const storage = memoryStorage();
let nats: NatsUnderTest;
let database: TestDatabase;
let door: TcpDoor;
const processes: { origin: OriginUnderTest; close: () => Promise<void> }[] = [];

async function startProcess(): Promise<OriginUnderTest> {
  const url = new URL(database.url);
  url.port = String(door.port);
  const connected = openDatabase(url.href);
  const origin = await startOrigin(connected, { storage, now, spool: spoolOf(nats.url) });
  processes.push({ origin, close: () => connected.close() });
  await vi.waitFor(() => expect(origin.origin.spoolHealth()!.isUp).toBe(true), { timeout: 60_000 });
  return origin;
}

const listOf = (origin: OriginUnderTest, channel: number) =>
  fetch(`${origin.address}/media/${channel}/a64/from/${startOf(0)}.m3u8`);

async function listed(origin: OriginUnderTest, channel: number): Promise<Buffer[]> {
  const reply = await listOf(origin, channel);
  if (!reply.ok) return [];
  const names = (await reply.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Promise.all(
    names.map(async (name) => Buffer.from(await (await fetch(new URL(name, reply.url))).arrayBuffer())),
  );
}

const rowsOf = (channel: number) =>
  database.db.select().from(mediaSegments).where(eq(mediaSegments.streamId, channel)).orderBy(mediaSegments.sequence);
const instants = async (channel: number) =>
  (await rowsOf(channel)).map((row) => [row.sequence, row.startsAt.getTime()]);
const first = (count: number) => Array.from({ length: count }, (_, n) => [n, startOf(n)]);

describe.skipIf(!hasNats())('rows that a failover lost (needs nats-server)', () => {
  let a: OriginUnderTest;
  let b: OriginUnderTest;
  beforeAll(async () => {
    nats = await startNats();
    database = await createTestDatabase();
    door = await openDoor(() => Number(new URL(database.url).port));
    await addChannels(database);
    for (const channel of [881, 903, 864]) await addEncoder(database, channel, `of-${channel}`);
    a = await startProcess();
    b = await startProcess();
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

  /** Pushes some segments of a channel to both processes in turn. */
  async function push(channel: number, from: number, to: number): Promise<void> {
    for (let n = from; n <= to; n++) {
      nowMs = startOf(n + 1);
      const encoder = testEncoder((n % 2 === 0 ? a : b).address, `of-${channel}`, { channel });
      expect((await encoder.dated(bytesOf(n), startOf(n))).status).toBe(201);
    }
  }
  const sendInit = async (channel: number, of = programme) =>
    expect(
      (await testEncoder(a.address, `of-${channel}`, { channel }).init({ init: of.init, segments: [] })).status,
    ).toBe(201);
  const settled = (channel: number, count: number) => poll(() => instants(channel)).toEqual(first(count));

  it('are settled again from the live spool, before what was pushed since, and nobody hears another order', async () => {
    await sendInit(881);
    await push(881, 0, 2);
    await settled(881, 3);
    const forget = await rememberMediaTables(database);
    await push(881, 3, 5);
    await settled(881, 6);
    for (const origin of [a, b]) await poll(() => listed(origin, 881)).toEqual(all(6));
    door.shut();
    await forget();
    await push(881, 6, 7);
    const heard = await (await listOf(a, 881)).text();
    door.open();
    await settled(881, 8);
    for (const { sequence, storageKey } of await rowsOf(881))
      expect((await storage.get(storageKey))?.equals(bytesOf(sequence))).toBe(true);
    expect(await database.db.select().from(mediaUploads)).toEqual([]);
    expect(await database.db.select().from(mediaDiscards)).toEqual([]);
    await push(881, 8, 8);
    await settled(881, 9);
    for (const origin of [a, b]) {
      await poll(() => listed(origin, 881)).toEqual(all(9));
      expect((await (await listOf(origin, 881)).text()).startsWith(heard)).toBe(true);
    }
  });

  it('are settled again with the init that was lost with them, also if nothing is pushed any more', async () => {
    await sendInit(903);
    await push(903, 0, 0);
    await settled(903, 1);
    const forget = await rememberMediaTables(database);
    await sendInit(903, audioProgramme(903, 'a64'));
    await push(903, 1, 3);
    await settled(903, 4);
    door.shut();
    await forget();
    door.open();
    await settled(903, 4);
    for (const origin of [a, b]) await poll(() => listed(origin, 903)).toEqual(all(4));
    // What is pushed next has a number of its own.
    await push(903, 4, 4);
    await settled(903, 5);
    await sendInit(864);
    await push(864, 0, 0);
    await settled(864, 1);
  });

  it('are replaced in every list by those that took their numbers, if the live spool does not have them', async () => {
    await push(864, 1, 1);
    await settled(864, 2);
    const forget = await rememberMediaTables(database);
    await nats.kill();
    await poll(() => [a, b].map(({ origin }) => origin.spoolHealth()!.isUp)).toEqual([false, false]);
    await push(864, 2, 3);
    await settled(864, 4);
    door.shut();
    await forget();
    await nats.start();
    await poll(() => [a, b].map(({ origin }) => origin.spoolHealth()!.isUp)).toEqual([true, true]);
    door.open();
    await push(864, 4, 6);
    await poll(() => instants(864)).toEqual([...first(2), [2, startOf(4)], [3, startOf(5)], [4, startOf(6)]]);
    for (const origin of [a, b]) await poll(() => listed(origin, 864)).toEqual([0, 1, 4, 5, 6].map(bytesOf));
  });

  it('are not looked for in vain: a push that the tables refuse is given up, and those behind it are settled', async () => {
    const at = sql.raw(`'${new Date(startOf(7)).toISOString()}'`);
    const rule = sql`check (stream_id <> 864 or starts_at <> ${at})`;
    await database.db.execute(sql`alter table media_segments add constraint refused ${rule}`);
    await push(864, 7, 9);
    await poll(async () => (await rowsOf(864)).map((row) => row.startsAt.getTime()).slice(-3)).toEqual(
      [6, 8, 9].map(startOf),
    );
  });
});
