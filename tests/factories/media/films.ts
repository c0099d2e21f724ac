import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Db } from '#db/database.ts';
import { madeFilm } from '#domain/film-making/film-making.ts';
import type { FilmMakingServices } from '#domain/film-making/film-tools.types.ts';
import { segmentsBetween } from '#domain/media/kept-sound.ts';
import { findInit } from '#domain/media/media.ts';
import type { RenditionName } from '#domain/media/renditions.rules.ts';
import { createFilmMakingServices } from '#server/services/playing/film-making.ts';
import { createFilmTools } from '#server/outside/ffmpeg/ffmpeg.ts';
import { createFileStorage } from '#server/outside/disk/file-storage.ts';
import { memoryStorage } from './memory-storage.ts';

export const FILM_SECONDS = 12.4;

/** Generates a source file with a moving picture and a tone. */
export function lavfiFilm(
  file: string,
  { seconds = FILM_SECONDS, size = '854x480', rate = '25', args = [] as readonly string[] } = {},
): void {
  const inputs = [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`,
    '-f',
    'lavfi',
    '-i',
    `sine=frequency=440:sample_rate=48000:duration=${seconds}`,
  ];
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-ac', '2'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, ...coded, ...args, file]);
}

/** The real film-making services, with in-memory storage. */
export function filmServices(
  db: Db,
  folder: string,
): FilmMakingServices & { storage: ReturnType<typeof memoryStorage> } {
  const storage = memoryStorage();
  const files = createFileStorage(join(folder, 'files'));
  const services = createFilmMakingServices({ FFMPEG: 'ffmpeg' }, { db, storage, files, dataDir: folder });
  // At the lowest priority the encoder would starve beside the tests of other workers.
  return { ...services, tools: createFilmTools('ffmpeg', { priority: 0 }), storage };
}

/** Assembles a rendition of a made film as a player would. */
export async function playable(
  { db, storage }: Pick<FilmMakingServices, 'db' | 'storage'>,
  streamId: number,
  name: string,
) {
  const made = (await madeFilm(db, streamId))!;
  const segments = await segmentsBetween(db, streamId, name as RenditionName, made.startsAt, made.endsAt);
  const init = await storage.get((await findInit(db, segments[0]!.initId))!.storageKey);
  const bodies = await Promise.all(segments.map(({ storageKey, range }) => storage.get(storageKey, range)));
  return { segments, bytes: Buffer.concat([init!, ...bodies.map((body) => body!)]) };
}
