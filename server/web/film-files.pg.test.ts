import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importMade, madeFilm, type MadeFilm } from '#domain/film-making/film-making.ts';
import { createFileStorage } from '#server/outside/disk/file-storage.ts';
import { fenceCalls, frameworkErrors, installErrors } from '#server/web/errors.ts';
import { filmFilePath } from '#shared/film-paths.ts';
import { filmTracks } from '#tests/factories/film.ts';
import { memoryStorage } from '#tests/factories/memory-storage.ts';
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
      source: {
        durationMs: 3_840,
        width: 640,
        height: 360,
        rate: [25, 1],
        videoCodec: 'h264',
        audioCodec: 'aac',
        videoIndex: 0,
        audioIndex: 1,
        isHdr: false,
        isInterlaced: false,
        rotation: 0,
      },
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

it('gives words, small pictures and the poster of a film for ever, as what they are', async () => {
  const words = await get(filmFilePath(film.captions[0]!.fileSha256, 'vtt'));
  expect([words.statusCode, words.headers['content-type']]).toEqual([200, 'text/vtt; charset=utf-8']);
  expect(words.body).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n早晨\n');
  const stills = await get(filmFilePath(film.stills!.fileSha256, 'jpg'));
  expect([stills.headers['content-type'], stills.rawPayload]).toEqual(['image/jpeg', STILLS]);
  expect(stills.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await get(filmFilePath(film.posterSha256!, 'jpg'))).body).toBe('poster');
  const again = await get(filmFilePath(film.posterSha256!, 'jpg'), { 'if-none-match': `"${film.posterSha256}"` });
  expect(again.statusCode).toBe(304);
});

it('gives nothing that is no film’s, and nothing as what it is not', async () => {
  for (const path of [
    filmFilePath(nobodys, 'jpg'),
    filmFilePath(nobodys, 'vtt'),
    filmFilePath(film.captions[0]!.fileSha256, 'jpg'),
    filmFilePath(film.stills!.fileSha256, 'vtt'),
    '/media/film-files/x.vtt',
    `/media/film-files/${nobodys}.html`,
  ])
    expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
});
