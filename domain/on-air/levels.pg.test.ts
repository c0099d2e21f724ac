import { afterAll, beforeAll, expect, it } from 'vitest';
import { mediaInits, mediaSegments } from '#db/tables/media.ts';
import type { SegmentStorage } from '#domain/media/media.ts';
import { createSoundMeter } from '#server/outside/ffmpeg/ffmpeg.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { makeSound } from '#tests/factories/media/pushed-sound.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { findLevels } from './levels.store.ts';
import { measureLevels } from './levels.ts';

const T0 = Date.parse('2026-11-26T06:00:00Z');
const SEGMENT_MS = 4_000;
/** It measures at the lowest priority, and the machine may be busy. */
const PATIENCE_MS = 300_000;

let database: TestDatabase;
const objects = new Map<string, Buffer>();
const storage = { get: async (key: string) => objects.get(key) } as SegmentStorage;
let initId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertStreams(database.db);
  const [tone, silence] = [
    await makeSound({ seconds: 16 }),
    await makeSound({ seconds: 16, codec: ['-af', 'volume=0', '-c:a', 'aac', '-b:a', '64k'] }),
  ];
  objects.set('init', tone.init);
  tone.segments.slice(0, 4).forEach((bytes, n) => objects.set(`tone-${n}`, bytes));
  silence.segments.slice(0, 4).forEach((bytes, n) => objects.set(`silence-${n}`, bytes));
  const init = { streamId: 903, rendition: 'a64', sha256: 'x', storageKey: 'init', codecs: 'x', timescale: 48_000 };
  const [row] = await database.db.insert(mediaInits).values(init).returning({ id: mediaInits.id });
  initId = row!.id;
});
afterAll(() => database.close());

let sequence = 0;
/** Puts four segments on air, and measures when they are whole. */
async function air(what: 'tone' | 'silence') {
  for (let n = 0; n < 4; n++)
    await database.db.insert(mediaSegments).values({
      streamId: 903,
      rendition: 'a64',
      startsAt: new Date(T0 + sequence * SEGMENT_MS),
      durationMs: SEGMENT_MS,
      initId,
      run: 0,
      sequence: sequence++,
      // Each four are an encoding of their own.
      discontinuity: Math.floor((sequence - 1) / 4),
      storageKey: `${what}-${n}`,
      bytes: 1,
    });
  const now = new Date(T0 + sequence * SEGMENT_MS);
  await measureLevels({ db: database.db, storage, meter: createSoundMeter('ffmpeg', { timeoutMs: PATIENCE_MS }) }, now);
  return (await findLevels(database.db))[0];
}

it('measures the loudness of what is on air, and since when it is silent, across measurements', async () => {
  const tone = await air('tone');
  expect(tone).toMatchObject({ streamId: 903, silentSince: null, endsAt: new Date(T0 + 16_000) });
  // A sine of an eighth of full scale in one channel.
  expect(tone!.lufs).toBeGreaterThan(-25);
  expect(tone!.lufs).toBeLessThan(-15);
  const silence = await air('silence');
  expect(silence!.lufs).toBeNull();
  expect(Math.abs(silence!.silentSince!.getTime() - (T0 + 16_000))).toBeLessThan(500);
  const still = await air('silence');
  expect(still!.silentSince).toEqual(silence!.silentSince);
  expect((await air('tone'))!.silentSince).toBeNull();
});
