import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { mediaDiscards, mediaSegments, mediaUploads } from '#db/tables/media.ts';
import { MAX_WAITING } from '#domain/media/settling/settling.rules.ts';
import { addChannels, addEncoder, startOrigin, type OriginUnderTest } from '#tests/factories/media/media-origin.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { testEncoder } from '#tests/factories/media/push.ts';
import { makeSound, type PushedSound } from '#tests/factories/media/pushed-sound.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

// A push is a few statements, each of which does several things. Two media processes share a database and storage.

let database: TestDatabase;
let sound: PushedSound;
let other: PushedSound;
let storage: ReturnType<typeof memoryStorage>;
let origins: OriginUnderTest[] = [];
const t0 = Date.now() - 3_600_000;
const at = (n: number): number => t0 + n * 4_000;
const now = () => new Date(at(30));

beforeAll(async () => {
  database = await createTestDatabase();
  await addChannels(database);
  await addEncoder(database, 881, 'main');
  await addEncoder(database, 881, 'spare');
  sound = await makeSound({ seconds: 48 });
  other = await makeSound({ seconds: 48, frequency: 880, bitrate: '60k' });
}, 60_000);
afterAll(() => database.close());

beforeEach(async () => {
  await database.db.execute(
    sql`truncate media_segments, media_uploads, media_feeds, media_timelines, media_inits, media_discards cascade`,
  );
  storage = memoryStorage();
});
afterEach(async () => {
  await Promise.all(origins.map((origin) => origin.stop()));
  origins = [];
});

async function startProcess(
  own: Parameters<typeof startOrigin>[0] = database,
  within?: (answer: () => void) => void,
): Promise<OriginUnderTest> {
  const origin = await startOrigin(own, { storage, now, ...(within && { within }) });
  origins.push(origin);
  return origin;
}

const timeline = () =>
  database.db.select().from(mediaSegments).orderBy(mediaSegments.rendition, mediaSegments.sequence);
const keysOf = (rows: readonly { storageKey: string }[]): string[] => rows.map(({ storageKey }) => storageKey);

/** Every stored object has a row, and everything on the timeline or waiting for it has its bytes. */
async function expectBytesAndRowsAgree(): Promise<void> {
  const placed = keysOf(await timeline());
  const waiting = keysOf(
    await database.db
      .select()
      .from(mediaUploads)
      .where(sql`stored_at is not null`),
  );
  const begun = keysOf(await database.db.select().from(mediaUploads));
  const due = keysOf(await database.db.select().from(mediaDiscards));
  const stored = [...storage.objects.keys()].filter((key) => !key.includes('/init/'));
  expect([...placed, ...waiting].filter((key) => !storage.objects.has(key))).toEqual([]);
  expect(stored.filter((key) => ![...placed, ...begun, ...due].includes(key))).toEqual([]);
}

it('a segment is read by the init that its encoder sent last, though to another process', async () => {
  const [first, second] = [await startProcess(), await startProcess()];
  await testEncoder(first.address, 'main').init(sound);
  await testEncoder(first.address, 'main').dated(sound.segments[0]!, at(0));
  await testEncoder(second.address, 'main').init(other);
  await testEncoder(first.address, 'main').dated(other.segments[0]!, at(1));
  await testEncoder(first.address, 'main').init(sound);
  await testEncoder(second.address, 'main').dated(sound.segments[1]!, at(2));
  const rows = await timeline();
  expect(rows.map(({ startsAt }) => startsAt.getTime())).toEqual([at(0), at(1), at(2)]);
  expect(rows[1]!.initId).not.toBe(rows[0]!.initId);
  expect(rows[2]!.initId).toBe(rows[0]!.initId);
  await expectBytesAndRowsAgree();
});

it('a segment that only a later init reads is taken by a process that knows the one before', async () => {
  const [first, second] = [await startProcess(), await startProcess()];
  // The track of the later init has another number, by which fragments name it.
  const numbered = (bytes: Buffer, box: 'tkhd' | 'trex' | 'tfhd', offset: number): Buffer => {
    const renamed = Buffer.from(bytes);
    renamed.writeUInt32BE(7, renamed.indexOf(box, 0, 'latin1') + 4 + offset);
    return renamed;
  };
  const init = numbered(numbered(sound.init, 'tkhd', 12), 'trex', 4);
  const segment = numbered(sound.segments[0]!, 'tfhd', 4);
  await testEncoder(first.address, 'main').init(sound);
  expect((await testEncoder(first.address, 'main').dated(segment, at(0))).status).toBe(400);
  await testEncoder(second.address, 'main').put('init.mp4', init);
  expect((await testEncoder(first.address, 'main').dated(segment, at(0))).status).toBe(201);
  expect(await timeline()).toHaveLength(1);
});

it('of what no playlist names the newest wait, however many arrive at once, and the bytes of the rest are due', async () => {
  const [first, second] = [await startProcess(), await startProcess()];
  await testEncoder(first.address, 'main').init(sound);
  const pushed = await Promise.all(
    Array.from({ length: MAX_WAITING + 8 }, (_, n) =>
      testEncoder((n % 2 === 0 ? first : second).address, 'main').segment(`${n}.m4s`, sound.segments[0]!),
    ),
  );
  expect(new Set(pushed.map(({ status }) => status))).toEqual(new Set([201]));
  for (const n of [0, 1]) await testEncoder(first.address, 'main').segment(`last-${n}.m4s`, sound.segments[0]!);
  const rows = await database.db.select().from(mediaUploads).orderBy(mediaUploads.id);
  expect(rows).toHaveLength(MAX_WAITING);
  expect(rows.slice(-2).map(({ file }) => file)).toEqual(['last-0.m4s', 'last-1.m4s']);
  expect(await database.db.select().from(mediaDiscards)).toHaveLength(10);
  await expectBytesAndRowsAgree();
});

it('two encoders that push to two processes at once, and again, put each instant on the timeline once', async () => {
  const [first, second] = [await startProcess(), await startProcess()];
  for (const name of ['main', 'spare'])
    for (const rendition of ['a64', 'a128'])
      await testEncoder(first.address, name, { rendition }).init(name === 'main' ? sound : other);
  for (let n = 0; n < 12; n++) {
    const pushed = await Promise.all(
      ['a64', 'a128'].flatMap((rendition) => [
        testEncoder(first.address, 'main', { rendition }).dated(sound.segments[n]!, at(n)),
        testEncoder(second.address, 'main', { rendition }).dated(sound.segments[n]!, at(n)),
        testEncoder(second.address, 'spare', { rendition }).dated(other.segments[n]!, at(n)),
      ]),
    );
    expect(pushed.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
  }
  const rows = await timeline();
  for (const rendition of ['a64', 'a128']) {
    const placed = rows.filter((row) => row.rendition === rendition);
    expect(placed.map(({ sequence }) => sequence)).toEqual(placed.map((_, n) => n));
    expect(placed.map(({ startsAt }) => startsAt.getTime())).toEqual(placed.map((_, n) => at(n)));
    // Whichever was first holds it.
    expect(new Set(placed.map(({ encoderId }) => encoderId)).size).toBe(1);
  }
  expect(rows).toHaveLength(24);
  await expectBytesAndRowsAgree();
});

describe('a push of which a statement fails', () => {
  interface Faults {
    /** The statement after `left` others fails. */
    left: number;
    asked: number;
  }

  /**
   * A database of which one statement of a push fails. What the process reads meanwhile of its own accord, as for a
   * notification of the push before, is not counted.
   */
  function failing(isSent: boolean) {
    const own = openDatabase(database.url);
    const current = new AsyncLocalStorage<Faults>();
    const clients: pg.PoolClient[] = [];
    own.pool.on('connect', (client) => {
      clients.push(client);
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      client.query = ((...args: unknown[]) => {
        const faults = current.getStore();
        if (faults === undefined) return query(...args);
        faults.asked++;
        if (faults.left-- !== 0) return query(...args);
        const fault = new Error('a fault of the test');
        const done = args[2] as ((error: Error) => void) | undefined;
        if (done === undefined)
          return (isSent ? (query(...args) as Promise<unknown>) : Promise.resolve()).then(() => Promise.reject(fault));
        if (isSent) query(args[0], args[1], () => done(fault));
        else setImmediate(done, fault);
        return undefined;
      }) as pg.PoolClient['query'];
    });
    // The query builder does not return a connection whose `begin` failed, so the pool would wait for it for ever.
    const close = () => Promise.all(clients.map((client) => client.end()));
    return { own, current, close };
  }

  it.each([
    ['before it is sent', false],
    ['once it has run', true],
  ])('is refused, and the same push once more puts the segment on the timeline once: %s', async (_when, isSent) => {
    const { own, current, close } = failing(isSent);
    let faults: Faults | undefined;
    const origin = await startProcess(own, (answer) => (faults === undefined ? answer() : current.run(faults, answer)));
    const encoder = testEncoder(origin.address, 'main');
    await encoder.init(sound);
    await testEncoder(origin.address, 'main', { rendition: 'a128' }).init(sound);
    await encoder.dated(sound.segments[0]!, at(0));
    let n = 1;
    let asked = 0;
    for (let isOver = false; !isOver; n++) {
      const counted: Faults = (faults = { left: n - 1, asked: 0 });
      const { status } = await encoder.dated(sound.segments[n % 12]!, at(n));
      faults = undefined;
      isOver = counted.left >= 0;
      asked = counted.asked;
      expect(status).toBe(isOver ? 201 : 500);
      if (!isOver) expect((await encoder.dated(sound.segments[n % 12]!, at(n))).status).toBe(201);
      const rows = await timeline();
      expect(rows.map(({ sequence, startsAt }) => [sequence, startsAt.getTime()])).toEqual(
        Array.from({ length: n + 1 }, (_, i) => [i, at(i)]),
      );
      await expectBytesAndRowsAgree();
    }
    // An encoder of an event pushes four renditions a second, so each statement of a push counts.
    expect(asked).toBeLessThanOrEqual(9);
    // Each was counted, so each has failed once.
    expect(asked).toBeGreaterThan(0);
    await origin.stop();
    origins = [];
    await close();
  });
});
