import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importMade, madeFilm, type MadeFilm } from '#domain/film-making/film-making.ts';
import { createFileStorage } from '#server/outside/disk/file-storage.ts';
import { fenceCalls, frameworkErrors, installErrors } from '#server/web/errors.ts';
import { filmPicturePath } from '#shared/paths/content-paths.ts';
import { filmSource, filmTracks } from '#tests/factories/media/film.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { filmFiles } from './film-files.ts';

const NOW = new Date('2026-11-21T14:26:05+08:00');
const STILLS = Buffer.from('stills');

let database: TestDatabase;
let folder: string;
let app: FastifyInstance;
let film: MadeFilm;
let nobodys: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  folder = await mkdtemp(join(tmpdir(), 'film-files-'));
  const files = createFileStorage(folder);
  const tracks = filmTracks(['v25', 'audio'], 4).map((track) => ({
    ...track,
    name: track.rendition === 'v25' ? ('v25' as const) : ('audio' as const),
    frameRate: track.size === null ? null : 25,
  }));
  const { streamId } = await importMade(
    { db, storage: memoryStorage(), files },
    {
      name: '時鐘',
      sourceName: 'clock.mp4',
      sourceSha256: 'a'.repeat(64),
      sourceBytes: 1,
      source: filmSource({ durationMs: 3_840, width: 640, height: 360 }),
      tracks,
      captions: [{ lang: 'zh-HK', label: '繁體中文', text: 'WEBVTT\n\n00:01.000 --> 00:02.000\n<b>早晨</b>\n' }],
      chapters: 'WEBVTT\n\n00:00.000 --> 00:03.000\n開場\n',
      stills: { bytes: STILLS, width: 160, height: 90, columns: 10, count: 1, stepMs: 4_000 },
      poster: Buffer.from('poster'),
    },
    { now: NOW },
  );
  film = (await madeFilm(db, streamId))!;
  nobodys = await files.put(Buffer.from('a picture of a visitor'));
  app = fastify({ frameworkErrors });
  installErrors(app);
  await app.register((scope) => filmFiles(scope, { db, files }));
  fenceCalls(app, ['/media']);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await database.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });

it('gives the small pictures and the poster of a film, which no shared cache keeps when the film is taken away', async () => {
  const stills = await get(filmPicturePath(film.stills!.fileSha256));
  expect([stills.headers['content-type'], stills.rawPayload]).toEqual(['image/jpeg', STILLS]);
  expect(stills.headers['cache-control']).toBe('private, max-age=86400');
  expect((await get(filmPicturePath(film.posterSha256!))).body).toBe('poster');
  const again = await get(filmPicturePath(film.posterSha256!), { 'if-none-match': `"${film.posterSha256}"` });
  expect(again.statusCode).toBe(304);
});

it('gives no words of a film, which are under its grant, and nothing that is no film’s', async () => {
  const words = film.captions[0]!.fileSha256;
  for (const path of [
    filmPicturePath(nobodys),
    `/media/film-files/${words}.vtt`,
    filmPicturePath(words),
    `/media/film-files/${film.stills!.fileSha256}.vtt`,
    '/media/film-files/x.vtt',
    `/media/film-files/${nobodys}.html`,
  ])
    expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
});
