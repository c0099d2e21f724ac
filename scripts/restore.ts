// npm run restore -- FOLDER: a backup into a DATA_DIR, or a database of DATABASE_URL, that was never used.
import { existsSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readManifest, restoreDatabase } from '#db/backup.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { readConfig } from '#server/config.ts';
import { explain, StartError } from './prepare.ts';

try {
  const [source] = process.argv.slice(2);
  if (!source) throw new StartError('Name the folder of a backup: npm run restore -- FOLDER.');
  const folder = resolve(source);
  await readManifest(folder);
  const config = readConfig(process.env);
  const dataDir = resolve(config.DATA_DIR);
  const cluster = join(dataDir, 'postgres');
  let url = config.DATABASE_OWNER_URL ?? config.DATABASE_URL;
  let stop = async () => {};
  if (!url) {
    if (existsSync(join(cluster, 'PG_VERSION')))
      throw new StartError(`${dataDir} has a station already: set DATA_DIR to a folder without one.`);
    await mkdir(dataDir, { recursive: true });
    const postgres = await startEmbeddedPostgres(cluster);
    ({ url } = postgres);
    stop = () => postgres.stop();
  }
  try {
    const { madeAt, tables } = await restoreDatabase(url, folder);
    for (const part of ['files', 'media'])
      if (existsSync(join(folder, part))) await cp(join(folder, part), join(dataDir, part), { recursive: true });
    console.log(`The station of ${madeAt}, ${tables.length} tables, is in ${dataDir}: npm start puts it on the air.`);
  } finally {
    await stop();
  }
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
