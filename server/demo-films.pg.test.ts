import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { madeFilm } from '#domain/film-making/film-making.ts';
import { segmentsBetween } from '#domain/media/kept-sound.ts';
import { createFileStorage } from '#server/outside/disk/file-storage.ts';
import { memoryStorage } from '#tests/factories/memory-storage.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { addDemoFilms, demoFilms } from './demo-films.ts';

const NOW = new Date('2026-11-21T14:26:05+08:00');

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'demo-films-'));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

it('brings films and trailers in by the door of every film, and a second start does nothing', async () => {
  const storage = memoryStorage();
  const services = { db: database.db, storage, files: createFileStorage(folder) };
  expect(await addDemoFilms(services, { now: NOW })).toBe(16);
  const objects = storage.objects.size;
  expect(await addDemoFilms(services, { now: NOW })).toBe(0);
  expect(storage.objects.size).toBe(objects);
  const films = await demoFilms(database.db);
  expect(films).toHaveLength(8);
  for (const { slug, film, trailer } of films) {
    const made = (await madeFilm(database.db, film.streamId))!;
    expect([slug, made.captions.map(({ lang }) => lang)]).toEqual([slug, ['zh-HK', 'en']]);
    expect([slug, made.chapters.length >= 3, made.stills !== null]).toEqual([slug, true, true]);
    expect([slug, made.qualities]).toEqual([slug, slug === 'night-tram' ? [21, 24, 25] : [24, 25]]);
    expect(trailer.durationMs).toBeLessThan(film.durationMs / 4);
    for (const { name, bandwidth } of made.renditions) {
      const segments = await segmentsBetween(database.db, film.streamId, name, made.startsAt, made.endsAt);
      expect(Math.abs(segments.length * 4_000 - film.durationMs)).toBeLessThan(100);
      // One timeline without a seam.
      expect(segments.every(({ discontinuity }) => discontinuity === 0)).toBe(true);
      expect(bandwidth).toBeGreaterThan(10_000);
    }
  }
});
