import { join } from 'node:path';
import type { Db } from '#db/database.ts';
import type { FilmMakingServices, FilmWork } from '#domain/film-making/film-tools.types.ts';
import type { SegmentStorage } from '#domain/media/media.ts';
import type { Config } from '#server/config.ts';
import { readPictures, readSound } from '#server/media/mp4/film-file.ts';
import { createFilmWork } from '#server/outside/disk/film-work.ts';
import { createFilmTools } from '#server/outside/ffmpeg/ffmpeg.ts';
import type { FileStorage } from '#shared/outside/file-storage.ts';

/** Dependencies of film-making. */
export const createFilmMakingServices = (
  config: Pick<Config, 'FFMPEG'>,
  {
    db,
    storage,
    files,
    dataDir,
    filmWork = createFilmWork(join(dataDir, 'film-making')),
  }: { db: Db; storage: SegmentStorage; files: FileStorage; dataDir: string; filmWork?: FilmWork },
): FilmMakingServices => ({
  db,
  storage,
  files,
  tools: createFilmTools(config.FFMPEG),
  work: filmWork,
  readPictures,
  readSound,
});
