import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { grantKeys } from '#db/tables/playback.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { createGrantKeyring, grantKeysOf, rotateGrantKeys } from './grant-keys.ts';
import { signGrant } from '#domain/playback/playback.ts';
import { readGrant } from './grants.ts';

const START = Date.parse('2026-11-21T12:00:00+08:00');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const at = (ms: number) => new Date(START + ms);
const grantUntil = (expiresAt: number) => ({
  streamId: 881,
  from: START,
  to: START + HOUR_MS,
  leaseId: null,
  sessionHash: null,
  expiresAt,
  open: false,
  remoteSerial: null,
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.db.delete(grantKeys));

it('has one first key, however many processes start at once', async () => {
  const { db } = database;
  const rings = await Promise.all(Array.from({ length: 8 }, () => grantKeysOf(db, at(0))));
  expect(await db.select().from(grantKeys)).toHaveLength(1);
  const token = signGrant(rings[0]!, grantUntil(START + 1));
  for (const ring of rings) expect(readGrant(ring, token, START)).toBeDefined();
});

it('makes a key a day, however often it is asked to and by how many', async () => {
  const { db } = database;
  for (const ms of [0, HOUR_MS, DAY_MS - 1]) await rotateGrantKeys(db, at(ms));
  expect(await db.select().from(grantKeys)).toHaveLength(1);
  await Promise.all(Array.from({ length: 8 }, () => rotateGrantKeys(db, at(DAY_MS))));
  expect((await db.select().from(grantKeys)).map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([1, 2]);
});

it('keeps a key for a week, and gives no number twice after a night of a month', async () => {
  const { db } = database;
  for (let day = 0; day < 10; day++) await rotateGrantKeys(db, at(day * DAY_MS));
  const { byId } = await grantKeysOf(db, at(9 * DAY_MS));
  expect([...byId.keys()]).toEqual([4, 5, 6, 7, 8, 9, 10]);
  const later = await grantKeysOf(db, at(40 * DAY_MS));
  expect([...later.byId.keys()]).toEqual([11]);
});

it('rotates without a break: what any process signs every other can read, each reading keys once a minute', async () => {
  const { db } = database;
  const REMOTE_MS = 4 * HOUR_MS;
  // Two processes that read half a minute apart, and the job, in the first hour of three days.
  const rings = [await grantKeysOf(db, at(0)), await grantKeysOf(db, at(0))];
  const signed: string[] = [];
  for (let ms = 0; ms < 3 * DAY_MS; ms += ms % DAY_MS < HOUR_MS ? MINUTE_MS / 2 : DAY_MS - (ms % DAY_MS)) {
    if (ms % (10 * MINUTE_MS) === 0) await rotateGrantKeys(db, at(ms));
    const reader = (ms / (MINUTE_MS / 2)) % 2;
    rings[reader] = await grantKeysOf(db, at(ms));
    for (const ring of rings) {
      const token = signGrant(ring, grantUntil(START + ms + REMOTE_MS));
      for (const other of rings) {
        expect(readGrant(other, token, START + ms)).toBeDefined();
        // For the lifetime of the longest grant.
        expect(readGrant(other, token, START + ms + REMOTE_MS - 1)).toBeDefined();
      }
      signed.push(token);
    }
  }
  expect(new Set(signed.map((token) => readGrant(rings[0]!, token, START)?.keyId)).size).toBe(3);
});

it('has a ring in memory that says so before it was read, and takes the next key with the next reading', async () => {
  const { db } = database;
  let now = at(0);
  const faults: unknown[] = [];
  const ring = createGrantKeyring({ db, clock: () => now, onFault: (error) => faults.push(error) });
  expect(() => ring.keys()).toThrow('not been loaded');
  await ring.start();
  const first = ring.keys().signing.id;
  await ring.stop();
  now = at(DAY_MS);
  await rotateGrantKeys(db, now);
  now = at(DAY_MS + HOUR_MS);
  await ring.start();
  await ring.stop();
  expect(ring.keys().signing.id).toBe(first + 1);
  expect(faults).toEqual([]);
});
