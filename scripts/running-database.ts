import { join, resolve } from 'node:path';
import { runningPostgresUrl } from '#db/embedded.ts';
import type { Config } from '#server/config.ts';
import { StartError } from './start-errors.ts';

/** URL of the running station's database, as its owner if known, for commands. */
export function runningDatabaseUrl({ DATABASE_OWNER_URL, DATABASE_URL, DATA_DIR }: Config): string {
  const url = DATABASE_OWNER_URL ?? DATABASE_URL ?? runningPostgresUrl(join(resolve(DATA_DIR), 'postgres'));
  if (!url) throw new StartError('No station is running on this DATA_DIR; start it, or set DATABASE_URL.');
  return url;
}
