import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { memoryStorage } from '#tests/factories/memory-storage.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { importTape, openTape, segmentsBetween, TAPE_STARTS_AT } from './kept-sound.ts';
import { runRetention } from './media.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const HOUR_MS = 3_600_000;
const NOW = new Date(Date.UTC(2026, 10, 1));
const init = { bytes: randomBytes(100), codecs: 'mp4a.40.2', timescale: 48_000 };
/** An hour and some minutes of sound, coded in two goes. */
const segments = Array.from({ length: 1_000 }, (_, i) => ({
  bytes: randomBytes(50),
  durationMs: 4_000,
  mediaStartMs: (i < 600 ? i : i - 600) * 4_000,
}));

it('sound that was never live is a stream of its own, kept for good and packed as any other', async () => {
  const storage = memoryStorage();
  const deps = { db: database.db, storage, now: NOW };
  const tape = await openTape(database.db, { name: '經典一' });
  expect([tape, await openTape(database.db, { name: '經典二' })]).toEqual([10_000, 10_001]);
  const { from, to } = await importTape(deps, { streamId: tape, rendition: 'a64' }, init, segments);
  expect(to.getTime() - from.getTime()).toBe(4_000_000);
  for (const now of [NOW, new Date(NOW.getTime() + 4 * HOUR_MS)])
    await runRetention({ ...deps, now, windowMs: 8 * HOUR_MS });
  expect((await database.pool.query('select kind from media_hours')).rows).toEqual([
    { kind: 'pack' },
    { kind: 'pack' },
  ]);
  const found = await segmentsBetween(database.db, tape, 'a64', from, to);
  expect(found.map(({ sequence, startsAt }) => [sequence, startsAt])).toEqual(
    segments.map((_, i) => [i, TAPE_STARTS_AT + i * 4_000]),
  );
  expect(found.findIndex(({ discontinuity }) => discontinuity === 1)).toBe(600);
  for (const [i, { storageKey, range }] of found.entries())
    expect((await storage.get(storageKey, range))?.equals(segments[i]!.bytes)).toBe(true);
  await expect(importTape(deps, { streamId: tape, rendition: 'a64' }, init, segments.slice(0, 3))).rejects.toThrow(
    'conflict',
  );
});

it('an import that died leaves nothing behind and can be made again', async () => {
  const storage = memoryStorage();
  const tape = await openTape(database.db, { name: '經典三' });
  let puts = 0;
  const dying = {
    ...storage,
    put: (...put: Parameters<typeof storage.put>) =>
      puts++ < 5 ? storage.put(...put) : Promise.reject(new Error('gone')),
  };
  const of = { streamId: tape, rendition: 'a128' as const };
  await expect(
    importTape({ db: database.db, storage: dying, now: NOW }, of, init, segments.slice(0, 10)),
  ).rejects.toThrow('gone');
  expect(await segmentsBetween(database.db, tape, 'a128', new Date(0), NOW)).toEqual([]);
  await runRetention({ db: database.db, storage, now: new Date(NOW.getTime() + 2 * HOUR_MS), windowMs: 8 * HOUR_MS });
  expect([...storage.objects.keys()].filter((key) => key.includes('tape'))).toEqual([]);
  await importTape({ db: database.db, storage, now: NOW }, of, init, segments.slice(0, 10));
  expect(await segmentsBetween(database.db, tape, 'a128', new Date(0), NOW)).toHaveLength(10);
});
