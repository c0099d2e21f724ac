// Imports a classic in a separate process. Uses DATABASE_URL, FOLDER, NOW (Unix ms) and IMPORT; it kills itself at step KILL_AT,
// where each commit, and each moment before and after a file is stored, is a step. 0: it is not killed.
import { join } from 'node:path';
import { openDatabase } from '#db/database.ts';
import { runImport } from '#domain/archive/importing/classic-imports.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';
import { createClassicServices } from '#server/services/playing/classics.ts';
import { countSteps } from '#tests/factories/kill-steps.ts';

const { DATABASE_URL: url = '', FOLDER: folder = '', NOW = '', IMPORT = '', KILL_AT = '' } = process.env;

const { db: plain } = openDatabase(url);
const { step, count, steppedDb } = countSteps(Number(KILL_AT));
const db = steppedDb(plain);
const disk = diskStorage(join(folder, 'media'));
const storage: typeof disk = {
  ...disk,
  put: async (key, bytes) => {
    await step();
    await disk.put(key, bytes);
    await step();
  },
};
const now = new Date(Number(NOW));
await runImport(createClassicServices({ db, storage, dataDir: folder }), Number(IMPORT), { clock: () => now });
process.stdout.write(`done ${count()}\n`);
process.exit(0);
