import { join } from 'node:path';
import type { Db } from '#db/database.ts';
import type { ClassicImportServices } from '#domain/archive/importing/classic-imports.ts';
import type { SegmentStorage } from '#domain/media/media.ts';
import { createUploadFiles, freeBytesOf } from '#server/outside/disk/upload-files.ts';
import { archiveSound } from './archive.ts';
import { createClassicImporter } from './import-tape.ts';

/** Dependencies of imports of classics at the desk. */
export function createClassicServices({
  db,
  storage,
  dataDir,
}: {
  db: Db;
  storage: SegmentStorage;
  dataDir: string;
}): ClassicImportServices {
  const folder = join(dataDir, 'classics');
  return {
    db,
    uploads: { db, files: createUploadFiles(folder), freeBytes: () => freeBytesOf(folder) },
    importClassic: createClassicImporter({ db, storage, sound: archiveSound }),
  };
}
