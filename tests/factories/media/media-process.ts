// A media origin in a separate process that tests kill. Uses DATABASE_URL, FOLDER and PORT; with NATS_URL it has a live
// spool, and dies once it has stored a segment of it.
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '#db/database.ts';
import type { SegmentStorage } from '#domain/media/media.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';
import { startOrigin } from '#tests/factories/media/media-origin.ts';
import { spoolOf } from '#tests/setup/nats.ts';

const { DATABASE_URL: url = '', FOLDER: folder = '', PORT: port = '', NATS_URL: nats = '' } = process.env;
const database = openDatabase(url);
const storage = diskStorage(join(folder, 'media'));
const deadly: SegmentStorage = {
  ...storage,
  async put(key, bytes) {
    await storage.put(key, bytes);
    if (key.endsWith('.m4s')) process.kill(process.pid, 'SIGKILL');
  },
};
const { origin } = await startOrigin(database, {
  folder,
  port: Number(port),
  ...(nats === '' ? {} : { storage: deadly, spool: spoolOf(nats) }),
});
// Until the live spool acknowledges, pushes are written directly.
while (origin.spoolHealth()?.isUp === false) await delay(20);
process.stdout.write('ready\n');
// For the process that follows this one, which is killed.
flushCompileCache();
