// Imports a classic in a separate process. Uses DATABASE_URL, FOLDER, NOW (Unix ms) and IMPORT; it kills itself at step KILL_AT,
// where each commit, and each moment before and after a file is stored, is a step. 0: it is not killed.
import { join } from 'node:path';
import { openDatabase, type Db } from '#db/database.ts';
import { runImport } from '#domain/archive/importing/classic-imports.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';
import { createClassicServices } from '#server/services/playing/classics.ts';

const { DATABASE_URL: url = '', FOLDER: folder = '', NOW = '', IMPORT = '', KILL_AT = '' } = process.env;

let steps = 0;
async function step(): Promise<void> {
  if (++steps !== Number(KILL_AT)) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => {});
}

const { db: plain } = openDatabase(url);
/** The database, except that each commit is a step. */
const db = new Proxy(plain, {
  get(target, name) {
    if (name !== 'transaction') return Reflect.get(target, name) as unknown;
    const transaction: Db['transaction'] = async (work, options) => {
      const done = await target.transaction(work, options);
      await step();
      return done;
    };
    return transaction;
  },
});
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
process.stdout.write(`done ${steps}\n`);
process.exit(0);
