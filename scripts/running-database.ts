import { join, resolve } from 'node:path';
import { runningPostgresUrl } from '#db/embedded.ts';
import type { Config } from '#server/config.ts';
import { StartError } from './prepare.ts';

/** The database of the station that runs, as its owner where that is known: for commands beside it. */
export function runningDatabaseUrl({ DATABASE_OWNER_URL, DATABASE_URL, DATA_DIR }: Config): string {
  const url = DATABASE_OWNER_URL ?? DATABASE_URL ?? runningPostgresUrl(join(resolve(DATA_DIR), 'postgres'));
  if (!url) throw new StartError('No station runs on this DATA_DIR; start it, or set DATABASE_URL.');
  return url;
}
