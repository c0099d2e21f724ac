import { join } from 'node:path';
import type { Db } from '#db/database.ts';
import type { ClassicImportServices } from '#domain/archive/importing/classic-imports.ts';
import type { SegmentStorage } from '#domain/media/media.ts';
import type { UploadFiles } from '#domain/uploads/uploads.ts';
import { createUploadFiles, freeBytesOf } from '#server/outside/disk/upload-files.ts';
import { archiveSound } from './archive.ts';
import { createClassicImporter } from './import-tape.ts';

/** Dependencies of imports of classics at the desk. */
export function createClassicServices({
  db,
  storage,
  dataDir,
  classicUploads = createUploadFiles(join(dataDir, 'classics')),
}: {
  db: Db;
  storage: SegmentStorage;
  dataDir: string;
  classicUploads?: UploadFiles;
}): ClassicImportServices {
  return {
    db,
    uploads: { db, files: classicUploads, freeBytes: () => freeBytesOf(dataDir) },
    importClassic: createClassicImporter({ db, storage, sound: archiveSound }),
  };
}
