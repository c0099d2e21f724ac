import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { segmentsBetween, TAPE_STARTS_AT } from '#domain/media/kept-sound.ts';
import { runRetention } from '#domain/media/media.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';
import { filmTracks, KILLED_FILM } from '#tests/factories/media/film.ts';
import { killsOf, tellKills, timeForKills } from '#tests/factories/kill-count.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

const KILLS = killsOf(4);
const NOW = Date.parse('2026-11-22T12:00:00Z');
const HOUR_MS = 3_600_000;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  mkdirSync('data', { recursive: true });
  folder = mkdtempSync(resolve('data/kill-film-'));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

it(
  'an import of a film killed at any moment leaves the whole film or nothing, and none that was told as done is lost',
  async () => {
    let told = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const importer = spawn(process.execPath, ['tests/factories/media/film-import.process.ts'], {
        env: { ...process.env, DATABASE_URL: database.url, FOLDER: folder, NOW: String(NOW) },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const gone = once(importer, 'exit');
      importer.stdout.on('data', (said: Buffer) => (told += said.toString().split('.').length - 1));
      await once(importer.stdout, 'data');
      await sleep(Math.random() * 400);
      expect(importer.kill('SIGKILL')).toBe(true);
      await gone;
    }
    tellKills('film', KILLS, told);
    const { db, pool } = database;
    const storage = diskStorage(join(folder, 'media'));
    for (const hours of [2, 4])
      await runRetention({ db, storage, now: new Date(NOW + hours * HOUR_MS), windowMs: 8 * HOUR_MS });

    const films = await pool.query<{ id: number }>(`select id from media_streams where kind = 'film' order by id`);
    expect(films.rows.length).toBeGreaterThanOrEqual(told);
    for (const { rendition, segments } of filmTracks(KILLED_FILM.renditions, KILLED_FILM.count)) {
      const wanted = [...(segments as Iterable<{ bytes: Buffer }>)];
      for (const { id } of films.rows) {
        const found = await segmentsBetween(db, id, rendition, new Date(TAPE_STARTS_AT), new Date(NOW));
        expect(found).toHaveLength(wanted.length);
        for (const [i, { storageKey, range }] of found.entries())
          expect((await storage.get(storageKey, range))?.equals(wanted[i]!.bytes)).toBe(true);
      }
    }
    const known = await pool.query<{ key: string }>(
      `select storage_key as key from media_hours union select storage_key from media_inits union select storage_key from media_captions`,
    );
    const files = readdirSync(join(folder, 'media'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => resolve(entry.parentPath, entry.name));
    expect(files.toSorted()).toEqual(known.rows.map(({ key }) => resolve(folder, 'media', key)).toSorted());
  },
  timeForKills(KILLS),
);
