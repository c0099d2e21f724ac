import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mediaHours } from '#db/tables/media.ts';
import { keepSound, segmentsBetween } from '#domain/media/kept-sound.ts';
import { runRetention, type SegmentStorage } from '#domain/media/media.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';
import { addInit, storeSegments, type StoredPart } from '#tests/factories/kept-hours.ts';
import { HOUR_MS } from '#tests/factories/media-origin.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

const KILLS = 6;
const HOURS = 40;
const A_HOUR = 12;
/** Of an hour, the first ten are kept. */
const KEPT = 10;
const T0 = Date.UTC(2026, 10, 1);
const NOW = T0 + (HOURS + 9) * HOUR_MS;

let database: TestDatabase;
let folder: string;
let storage: SegmentStorage;
beforeAll(async () => {
  database = await createTestDatabase();
  mkdirSync('data', { recursive: true });
  folder = mkdtempSync(resolve('data/kill-retention-'));
  storage = diskStorage(join(folder, 'media'));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What is there before anything is killed, without a sync for each. */
const filling: Pick<SegmentStorage, 'put'> = {
  put: async (key, bytes) => {
    const path = join(folder, 'media', key);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes as Buffer);
  },
};

it('retention killed at any moment loses nothing that is kept, and in the end leaves a pack an hour and nothing else', async () => {
  const initId = await addInit(database, 881, 'a64');
  const kept: StoredPart[] = [];
  for (let hour = 0; hour < HOURS; hour++) {
    const from = T0 + hour * HOUR_MS;
    const parts = await storeSegments(
      database,
      { ...storage, ...filling },
      {
        initId,
        from,
        count: A_HOUR,
        first: hour * A_HOUR,
      },
    );
    kept.push(...parts.slice(0, KEPT));
    const [startsAt, endsAt] = [new Date(from), new Date(from + KEPT * 4_000)];
    await database.db.transaction((tx) =>
      keepSound(tx, { streamId: 881, startsAt, endsAt, keptUntil: null, why: `archive/${hour}` }),
    );
  }
  const there = async (): Promise<StoredPart[]> => {
    const segments = await segmentsBetween(database.db, 881, 'a64', new Date(T0), new Date(NOW));
    return Promise.all(
      segments.map(async ({ sequence, startsAt, storageKey, range }) => ({
        sequence,
        startsAt,
        bytes: (await storage.get(storageKey, range))!,
      })),
    );
  };
  let kills = 0;
  // Packing, and later the removal of what was packed.
  for (let round = 0; round < KILLS; round++) {
    const now = NOW + (round < KILLS / 2 ? 0 : 1_200_000);
    const worker = spawn(process.execPath, ['tests/factories/retention.process.ts'], {
      env: { ...process.env, DATABASE_URL: database.url, FOLDER: folder, NOW: String(now) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const gone = once(worker, 'exit');
    await once(worker.stdout, 'data');
    await sleep(Math.random() * 150);
    if (worker.kill('SIGKILL')) kills++;
    await gone;
    const found = new Map((await there()).map((part) => [part.sequence, part]));
    for (const part of kept) expect(found.get(part.sequence)).toEqual(part);
  }
  expect(kills).toBeGreaterThan(KILLS / 2);
  for (const waitMs of [0, 1_200_000, 2 * HOUR_MS])
    await runRetention({ db: database.db, storage, now: new Date(NOW + waitMs), windowMs: 8 * HOUR_MS });
  expect(await there()).toEqual(kept);
  const packs = await database.db.select({ key: mediaHours.storageKey }).from(mediaHours);
  expect(packs).toHaveLength(HOURS);
  const files = readdirSync(join(folder, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
  expect(files.toSorted()).toEqual(packs.map(({ key }) => key!.split('/').at(-1)!).toSorted());
}, 180_000);
