// npm run restore -- FOLDER: restores a backup into an unused DATA_DIR or database of DATABASE_URL.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { type Manifest, readManifest, restoreDatabase } from '#db/backup.ts';
import { endLeftover, startEmbeddedPostgres } from '#db/embedded.ts';
import { readConfig } from '#server/config.ts';
import { lockDataDir } from './data-folder.ts';
import { explain, StartError } from './start-errors.ts';
import { untilSignal } from './until-signal.ts';

const signal = untilSignal();
const PARTS = ['files', 'media'];

/** Moves every file of a folder into another, each atomically. Synchronous, so that it cannot be interrupted midway. */
function moveInto(from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const place = join(to, relative(from, file));
    mkdirSync(dirname(place), { recursive: true });
    renameSync(file, place);
  }
}

/** Fills a database in a temporary folder and renames it once complete. */
async function restoreCluster(dataDir: string, folder: string): Promise<{ manifest: Manifest; place: () => void }> {
  const draft = join(dataDir, 'restoring');
  const manifest = await (async () => {
    await endLeftover(join(draft, 'postgres'));
    rmSync(draft, { recursive: true, force: true });
    const postgres = await startEmbeddedPostgres(join(draft, 'postgres'), { signal });
    try {
      return await restoreDatabase(postgres.url, folder, signal);
    } finally {
      await postgres.stop();
    }
  })().catch((error: unknown) => {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  });
  return {
    manifest,
    place: () => {
      for (const name of ['postgres.password', 'postgres']) renameSync(join(draft, name), join(dataDir, name));
      rmSync(draft, { recursive: true });
    },
  };
}

try {
  const [source] = process.argv.slice(2);
  if (!source) throw new StartError('The folder of a backup is required: npm run restore -- FOLDER.');
  const folder = resolve(source);
  await readManifest(folder);
  const config = readConfig(process.env);
  const dataDir = resolve(config.DATA_DIR);
  const url = config.DATABASE_OWNER_URL ?? config.DATABASE_URL;
  if (!url && existsSync(join(dataDir, 'postgres', 'PG_VERSION')))
    throw new StartError(`"${dataDir}" already contains a station: set DATA_DIR to another folder.`);
  await mkdir(dataDir, { recursive: true });
  const unlock = lockDataDir(dataDir);
  // Within the target folder: files and sound may each be on a disk of their own.
  const parts = PARTS.filter((part) => existsSync(join(folder, part))).map((part) => ({
    from: join(folder, part),
    draft: join(dataDir, part, '.restoring'),
    to: join(dataDir, part),
  }));
  try {
    for (const { from, draft } of parts) {
      rmSync(draft, { recursive: true, force: true });
      await cp(from, draft, { recursive: true, filter: () => (signal.throwIfAborted(), true) });
    }
    const { manifest, place } = url
      ? { manifest: await restoreDatabase(url, folder, signal), place: () => {} }
      : await restoreCluster(dataDir, folder);
    const afterwards =
      config.STORAGE !== 'disk' && parts.length > 0
        ? `Its audio and files are on the disk: run npm run storage -- copy ${config.STORAGE}, then npm start.`
        : 'Start it with npm start.';
    // From here on finishing is faster than undoing. The database comes last: with it the folder is a station.
    for (const { draft, to } of parts) moveInto(draft, to);
    place();
    console.log(
      `Restored the station of ${manifest.madeAt}, ${manifest.tables.length} tables, to ${dataDir}. ${afterwards}`,
    );
  } finally {
    for (const { draft } of parts) rmSync(draft, { recursive: true, force: true });
    unlock();
  }
} catch (error) {
  console.error(explain(signal.aborted ? signal.reason : error));
  process.exit(1);
}
