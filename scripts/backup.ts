// npm run backup -- FOLDER: backs up all data of one instant into a new folder, whether the station runs or not.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { copyFile, cp, mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { backUpDatabase } from '#db/backup.ts';
import { runningPostgresUrl, startEmbeddedPostgres } from '#db/embedded.ts';
import { readConfig } from '#server/config.ts';
import { lockDataDir } from './data-folder.ts';
import { explain, StartError } from './start-errors.ts';
import { untilSignal } from './until-signal.ts';

const signal = untilSignal();

/** Copies the sound that rows refer to; what retention has removed meanwhile is no longer reachable. */
async function copySound(dataDir: string, folder: string, keys: readonly string[]): Promise<number> {
  let copied = 0;
  for (const key of keys) {
    signal.throwIfAborted();
    const to = join(folder, 'media', key);
    await mkdir(dirname(to), { recursive: true });
    try {
      await copyFile(join(dataDir, 'media', key), to);
      copied++;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return copied;
}

async function backUp(
  url: string,
  { dataDir, folder, STORAGE }: { dataDir: string; folder: string; STORAGE: string },
): Promise<void> {
  // Written under a temporary name: a folder with the final name is a complete backup.
  const draft = `${folder}.part`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    const { tables, storageKeys } = await backUpDatabase(url, draft, new Date(), signal);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const unlessTold = () => (signal.throwIfAborted(), true);
    if (STORAGE !== 'disk') {
      renameSync(draft, folder);
      console.log(
        `Backed up ${rows} rows of ${tables.length} tables to ${folder}, with the keys of ${storageKeys.length} objects of audio and video. Their bytes and all files stay in ${STORAGE}, which must be protected by its own versions or copies.`,
      );
      return;
    }
    if (existsSync(join(dataDir, 'files')))
      await cp(join(dataDir, 'files'), join(draft, 'files'), { recursive: true, filter: unlessTold });
    const segments = await copySound(dataDir, draft, storageKeys);
    renameSync(draft, folder);
    console.log(`Backed up ${rows} rows of ${tables.length} tables, all files and ${segments} segments to ${folder}.`);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

try {
  const [target] = process.argv.slice(2);
  if (!target) throw new StartError('A new folder is required: npm run backup -- FOLDER.');
  const folder = resolve(target);
  if (existsSync(folder)) throw new StartError(`"${folder}" already exists; give a new folder.`);
  const config = readConfig(process.env);
  const { STORAGE } = config;
  const dataDir = resolve(config.DATA_DIR);
  const cluster = join(dataDir, 'postgres');
  const url = config.DATABASE_OWNER_URL ?? config.DATABASE_URL ?? runningPostgresUrl(cluster);
  if (url) {
    await backUp(url, { dataDir, folder, STORAGE });
  } else {
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw new StartError(`"${dataDir}" contains no station.`);
    const unlock = lockDataDir(dataDir);
    try {
      const postgres = await startEmbeddedPostgres(cluster, { signal });
      try {
        await backUp(postgres.url, { dataDir, folder, STORAGE });
      } finally {
        await postgres.stop();
      }
    } finally {
      unlock();
    }
  }
} catch (error) {
  console.error(explain(signal.aborted ? signal.reason : error));
  process.exit(1);
}
