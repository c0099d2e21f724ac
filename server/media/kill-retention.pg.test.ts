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
import { addInit, storeSegments, type StoredPart } from '#tests/factories/media/kept-hours.ts';
import { killsOf, tellKills, timeForKills } from '#tests/factories/kill-count.ts';
import { HOUR_MS } from '#tests/factories/media/media-origin.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

/** Kills during packing, and as many during removal of what was packed. */
const KILLS = killsOf(3);
/** More hours than a worker processes before it is killed, so that each has work. */
const HOURS_A_KILL = 14;
const HOURS = KILLS * HOURS_A_KILL;
const A_HOUR = 12;
/** The first ten of an hour are kept. */
const KEPT = 10;
const T0 = Date.UTC(2026, 0, 1);
const NOW = T0 + (HOURS + 9) * HOUR_MS;
/** Packed segments are removed ten minutes later. */
const LATER = NOW + 1_200_000;

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

/** Stores the initial objects without syncing each. */
const filling: Pick<SegmentStorage, 'put'> = {
  put: async (key, bytes) => {
    const path = join(folder, 'media', key);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes as Buffer);
  },
};

it(
  'retention killed at any moment loses nothing that is kept, and in the end leaves a pack an hour and nothing else',
  async () => {
    const initId = await addInit(database, 881, 'a64');
    const kept: StoredPart[] = [];
    async function fill(hour: number): Promise<void> {
      const from = T0 + hour * HOUR_MS;
      const files = { ...storage, ...filling };
      const parts = await storeSegments(database, files, { initId, from, count: A_HOUR, first: hour * A_HOUR });
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
    const killed = { packing: 0, retention: 0 };
    async function killWhile(kind: keyof typeof killed, now: number): Promise<void> {
      const worker = spawn(process.execPath, ['tests/factories/media/retention.process.ts'], {
        env: { ...process.env, DATABASE_URL: database.url, FOLDER: folder, NOW: String(now) },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const gone = once(worker, 'exit');
      await once(worker.stdout, 'data');
      await sleep(Math.random() * 150);
      if (worker.kill('SIGKILL')) killed[kind]++;
      await gone;
      const found = new Map((await there()).map((part) => [part.sequence, part]));
      expect(kept.filter((part) => found.get(part.sequence)?.bytes.equals(part.bytes) !== true)).toEqual([]);
    }
    for (let hour = 0; hour < HOURS; hour++) {
      await fill(hour);
      if (hour % HOURS_A_KILL !== HOURS_A_KILL - 1) continue;
      await killWhile('packing', NOW);
      await killWhile('retention', LATER);
    }
    expect(Math.min(killed.packing, killed.retention)).toBeGreaterThan(KILLS / 2);
    for (const [kind, kills] of Object.entries(killed)) tellKills(kind, kills, kept.length);
    // A run settles about a hundred hours at most, and a later one removes what it packed.
    for (let run = 0; run < 3 + HOURS / 100; run++) {
      const now = new Date(LATER + run * 2 * HOUR_MS);
      await runRetention({ db: database.db, storage, now, windowMs: 8 * HOUR_MS });
    }
    expect(await there()).toEqual(kept);
    const packs = await database.db.select({ key: mediaHours.storageKey }).from(mediaHours);
    expect(packs).toHaveLength(HOURS);
    const files = readdirSync(join(folder, 'media'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name);
    expect(files.toSorted()).toEqual(packs.map(({ key }) => key!.split('/').at(-1)!).toSorted());
  },
  timeForKills(2 * KILLS),
);
