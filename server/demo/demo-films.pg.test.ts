import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { videoCategories, videos } from '#db/tables/films.ts';
import { listFilms, madeFilm, removeFilm } from '#domain/film-making/film-making.ts';
import { segmentsBetween } from '#domain/media/kept-sound.ts';
import { attachFilm, listFilmsById, pageOfStream } from '#domain/films/films.ts';
import { createFileStorage } from '#server/outside/disk/file-storage.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { addDemoFilms, demoFilms } from './demo-films.ts';
import { shelveDemoFilms } from './demo-shelf.ts';

type DemoFilm = Awaited<ReturnType<typeof demoFilms>>[number];

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
      // A timeline without discontinuities.
      expect(segments.every(({ discontinuity }) => discontinuity === 0)).toBe(true);
      expect(bandwidth).toBeGreaterThan(10_000);
    }
  }
});

it('gives each to the page that sells it, once, and takes none away that a page shows', async () => {
  const { db } = database;
  await db.insert(videoCategories).values({ id: 1, name: '紀錄片' });
  const page = { categoryId: 1, keyart: 'scene-bus-1', priceCents: 8_800, publishedAt: NOW };
  await db.insert(videos).values([
    { ...page, id: 821, title: '夜更電車' },
    { ...page, id: 822, title: '另一套' },
  ]);
  const [tram, other] = (await demoFilms(db)) as [DemoFilm, DemoFilm];
  const sold = [{ id: 821, slug: tram.slug }];
  expect(await shelveDemoFilms(db, NOW, sold)).toBe(1);
  expect(await shelveDemoFilms(db, NOW, sold)).toBe(0);
  expect(await listFilmsById({ db, now: NOW }, [821])).toMatchObject([
    { ...tram.film, trailerStreamId: tram.trailer.streamId, trailerMs: tram.trailer.durationMs },
  ]);

  const remove = (jobId: number) =>
    db.transaction((tx) => removeFilm(tx, { shownBy: pageOfStream, now: NOW }, { who: 'chan', why: 'a test' }, jobId));
  const jobs = new Map((await listFilms({ db, now: NOW })).map(({ streamId, jobId }) => [streamId, jobId]));
  await expect(remove(jobs.get(tram.film.streamId)!)).rejects.toThrow(/on page 821, 夜更電車; assign/);
  await expect(remove(jobs.get(tram.trailer.streamId)!)).rejects.toThrow(/夜更電車, as its trailer/);
  const show = (filmId: number, streamId: number) =>
    db.transaction((tx) => attachFilm(tx, { filmId, part: 'film', streamId }));
  await expect(show(822, tram.film.streamId)).rejects.toThrow(/shown on page 821/);
  await show(821, other.film.streamId);
  await remove(jobs.get(tram.film.streamId)!);
  await expect(show(822, tram.film.streamId)).rejects.toMatchObject({ errorName: 'dataNotFound' });
});
