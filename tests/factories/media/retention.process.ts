// Retention in a separate process that tests kill. Uses DATABASE_URL, FOLDER and NOW (Unix ms).
import { join } from 'node:path';
import { openDatabase } from '#db/database.ts';
import { runRetention } from '#domain/media/media.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';

const { DATABASE_URL: url = '', FOLDER: folder = '', NOW: now = '' } = process.env;
const { db } = openDatabase(url);
process.stdout.write('ready\n');
await runRetention({
  db,
  storage: diskStorage(join(folder, 'media')),
  now: new Date(Number(now)),
  windowMs: 8 * 3_600_000,
});
process.stdout.write('done\n');
process.exit(0);
