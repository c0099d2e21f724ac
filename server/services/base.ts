import { join, resolve } from 'node:path';
import { openDatabase, type Database } from '#db/database.ts';
import type { SegmentStorage } from '#domain/media/media.ts';
import type { Config, Service } from '#server/config.ts';
import { withLoops } from '#server/media/loop-storage.ts';
import { createLog, type Logger } from '#server/operations/log.ts';
import { createFileStorage } from '#server/outside/disk/file-storage.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';
import { createCreativeDecoder, createPictureDecoder } from '#server/outside/pictures/decoder.ts';
import { secretKeyOf } from '#server/services/secret-key.ts';
import type { FileStorage, RemovableFiles } from '#shared/outside/file-storage.ts';
import type { CreativeDecoder } from '#shared/outside/creative-decoder.ts';
import type { PictureDecoder } from '#shared/outside/picture-decoder.ts';

/** What the builders of services share: configuration, log, database, storage and clock. */
export interface Base {
  config: Config;
  services: Set<Service>;
  log: Logger;
  database: Database;
  /** For listening connections, which cannot come from the pool. */
  databaseUrl: string;
  /** Signs what leaves the site and comes back: links, sessions, tickets. */
  secretKey: string;
  /** Data folder. */
  dataDir: string;
  storage: SegmentStorage;
  /** Recordings of articles and pictures of visitors. */
  files: RemovableFiles;
  /** Files of the picture library, each removed with its picture. */
  pictureFiles: RemovableFiles;
  pictures: PictureDecoder;
  /** Files of the station's own advertisements. */
  creativeFiles: FileStorage;
  creatives: CreativeDecoder;
  /** How far back a listener can rewind. */
  rewindWindowMs: number;
  clock: () => Date;
}

export interface BaseOptions {
  databaseUrl: string;
  log?: Logger;
}

export function createBase(
  config: Config,
  services: Set<Service>,
  { databaseUrl, log = createLog(config.LOG_LEVEL) }: BaseOptions,
): Base {
  const dataDir = resolve(config.DATA_DIR);
  const disk = diskStorage(join(dataDir, 'media'));
  return {
    config,
    services,
    log,
    database: openDatabase(databaseUrl),
    databaseUrl,
    secretKey: secretKeyOf(config),
    dataDir,
    // Sound from before the demo's start is generated on demand.
    storage: config.demo ? withLoops(disk) : disk,
    files: createFileStorage(join(dataDir, 'files')),
    pictureFiles: createFileStorage(join(dataDir, 'files', 'library')),
    pictures: createPictureDecoder(),
    creativeFiles: createFileStorage(join(dataDir, 'files', 'creatives')),
    creatives: createCreativeDecoder(),
    rewindWindowMs: config.REWIND_HOURS * 3_600_000,
    clock: () => new Date(),
  };
}
