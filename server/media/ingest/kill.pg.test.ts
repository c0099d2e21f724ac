import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import HLS from 'hls-parser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mediaSegments } from '#db/tables/media.ts';
import { killsOf, tellKills, timeForKills } from '#tests/factories/kill-count.ts';
import { addChannels, addEncoder } from '#tests/factories/media/media-origin.ts';
import { testEncoder } from '#tests/factories/media/push.ts';
import { makeSound, type PushedSound } from '#tests/factories/media/pushed-sound.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { freePort } from '#tests/setup/site.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';

const KILLS = killsOf(8);
/** Each round is killed during the push after this many; the first before any was answered. */
const ANSWERED_FIRST = 4;
let database: TestDatabase;
let folder: string;
let port: number;
let origin: ChildProcess | undefined;
let sound: PushedSound;

async function start(): Promise<void> {
  origin = spawn(process.execPath, ['tests/factories/media/media-process.ts'], {
    env: { ...process.env, DATABASE_URL: database.url, FOLDER: folder, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(origin.stdout!, 'data');
}

async function kill(): Promise<void> {
  if (origin === undefined) return;
  const gone = once(origin, 'exit');
  origin.kill('SIGKILL');
  await gone;
  origin = undefined;
}

beforeAll(async () => {
  HLS.setOptions({ strictMode: true });
  mkdirSync('data', { recursive: true });
  folder = mkdtempSync(resolve('data/kill-'));
  database = await createTestDatabase();
  await addChannels(database);
  await addEncoder(database, 881, 'main');
  sound = await makeSound({ seconds: 4 });
  port = await freePort();
}, 60_000);
afterAll(async () => {
  await kill();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

it(
  'an origin killed at any moment loses nothing it has indexed, and its playlists stay valid and only grow',
  async () => {
    const address = `http://127.0.0.1:${port}`;
    const encoder = testEncoder(address, 'main');
    const t0 = Date.now() - 3_600_000;
    const storage = diskStorage(join(folder, 'media'));
    const answered = new Set<number>();
    let n = 0;
    let before = '';
    for (let round = 0; round < KILLS; round++) {
      await start();
      const text = await (await fetch(`${address}/media/881/a64/from/${t0}.m3u8`)).text();
      if (before !== '') {
        HLS.parse(text);
        expect(text.startsWith(before)).toBe(true);
      }
      let pushing = true;
      let wanted = round % ANSWERED_FIRST;
      const enough = Promise.withResolvers<void>();
      if (wanted === 0) enough.resolve();
      const push = async (): Promise<void> => {
        // Stopped, or cut off by the kill.
        await encoder.init(sound);
        for (; pushing; n++) {
          const startsAt = t0 + n * 4_000;
          const { status } = await encoder.dated(sound.segments[0]!, startsAt);
          if (status !== 201) continue;
          answered.add(startsAt);
          if (--wanted === 0) enough.resolve();
        }
      };
      const pushed = push().catch(() => {});
      await Promise.race([enough.promise, pushed]);
      await sleep(Math.random() * 100);
      const seen = await fetch(`${address}/media/881/a64/from/${t0}.m3u8`);
      if (seen.ok) before = await seen.text();
      await kill();
      pushing = false;
      await pushed;
      n++;

      const rows = await database.db.select().from(mediaSegments).orderBy(mediaSegments.sequence);
      expect(rows.map((row) => row.sequence)).toEqual(rows.map((_, i) => i));
      const there = new Set(rows.map((row) => row.startsAt.getTime()));
      expect([...answered].filter((startsAt) => !there.has(startsAt))).toEqual([]);
      for (const { storageKey } of rows.slice(-20)) {
        expect((await storage.get(storageKey))?.equals(sound.segments[0]!)).toBe(true);
      }
    }
    expect(answered.size).toBeGreaterThan(KILLS);
    tellKills('ingest', KILLS, answered.size);
  },
  timeForKills(KILLS),
);
