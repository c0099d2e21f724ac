import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '#db/database.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { importTape, keepSound, segmentsBetween, TAPE_STARTS_AT, type Tape } from './kept-sound.ts';
import { runRetention } from './media.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const HOUR_MS = 3_600_000;
const NOW = new Date(Date.UTC(2026, 10, 1));
const init = { bytes: randomBytes(100), codecs: 'mp4a.40.2', timescale: 48_000 };
/** An hour and some minutes of sound, encoded in two runs. */
const segments = Array.from({ length: 1_000 }, (_, i) => ({
  bytes: randomBytes(50),
  durationMs: 4_000,
  mediaStartMs: (i < 600 ? i : i - 600) * 4_000,
}));
const storage = memoryStorage();
const track = (of = segments) => ({ rendition: 'a64' as const, init, segments: of });
const kept = async (tx: Tx, tape: Tape): Promise<Tape> => {
  await keepSound(tx, {
    streamId: tape.streamId,
    startsAt: tape.from,
    endsAt: tape.to,
    keptUntil: null,
    why: 'archive/1',
  });
  return tape;
};

it('sound that was never live is a stream of its own, kept as long as it is said and packed as any other', async () => {
  const deps = { db: database.db, storage, now: NOW };
  const { streamId, from, to } = await importTape(deps, { name: '經典一' }, [track()], kept);
  expect([streamId, from.getTime(), to.getTime() - from.getTime()]).toEqual([10_000, TAPE_STARTS_AT, 4_000_000]);
  for (const now of [NOW, new Date(NOW.getTime() + 4 * HOUR_MS)])
    await runRetention({ ...deps, now, windowMs: 8 * HOUR_MS });
  expect((await database.pool.query('select kind from media_hours')).rows).toEqual([
    { kind: 'pack' },
    { kind: 'pack' },
  ]);
  const found = await segmentsBetween(database.db, streamId, 'a64', from, to);
  expect(found.map(({ sequence, startsAt }) => [sequence, startsAt])).toEqual(
    segments.map((_, i) => [i, TAPE_STARTS_AT + i * 4_000]),
  );
  expect(found.findIndex(({ discontinuity }) => discontinuity === 1)).toBe(600);
  for (const [i, { storageKey, range }] of found.entries())
    expect((await storage.get(storageKey, range))?.equals(segments[i]!.bytes)).toBe(true);
});

it('has the same instants in both renditions, from when it was first heard on', async () => {
  const deps = { db: database.db, storage, now: NOW };
  const startsAt = new Date(Date.UTC(1962, 4, 1, 12));
  const tracks = [track(segments.slice(0, 5)), { ...track(segments.slice(0, 5)), rendition: 'a128' as const }];
  const { streamId, from, to } = await importTape(deps, { name: '經典二', startsAt }, tracks, kept);
  for (const rendition of ['a64', 'a128'] as const) {
    const found = await segmentsBetween(database.db, streamId, rendition, from, to);
    expect(found.map((segment) => segment.startsAt - startsAt.getTime())).toEqual([0, 4_000, 8_000, 12_000, 16_000]);
  }
});

it('an import that died leaves nothing behind and can be made again', async () => {
  const settle = (hours: number) =>
    runRetention({ db: database.db, storage, now: new Date(NOW.getTime() + hours * HOUR_MS), windowMs: 8 * HOUR_MS });
  for (const hours of [6, 8]) await settle(hours);
  const before = { objects: [...storage.objects.keys()], streams: await streams() };
  let puts = 0;
  const dying = {
    ...storage,
    put: (...put: Parameters<typeof storage.put>) =>
      puts++ < 5 ? storage.put(...put) : Promise.reject(new Error('gone')),
  };
  const few = [track(segments.slice(0, 10))];
  const deps = { db: database.db, storage, now: NOW };
  await expect(importTape({ ...deps, storage: dying }, { name: '經典三' }, few, kept)).rejects.toThrow('gone');
  const refuse = () => Promise.reject(new Error('no such programme'));
  await expect(importTape(deps, { name: '經典三' }, few, refuse)).rejects.toThrow('no such programme');
  expect(storage.objects.size).toBeGreaterThan(before.objects.length);
  await settle(10);
  expect({ objects: [...storage.objects.keys()], streams: await streams() }).toEqual(before);
  const { streamId } = await importTape(deps, { name: '經典三' }, few, kept);
  expect(await segmentsBetween(database.db, streamId, 'a64', new Date(0), NOW)).toHaveLength(10);
});

const streams = async () => (await database.pool.query('select 1 from media_streams')).rows.length;
