import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ofThisWorker } from './workers.ts';

/**
 * Runs a statement on the database of this worker's site: to move times back where a browser would have to wait, or to
 * read the result of a job.
 */
export async function inSiteDatabase(sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  const dataDir = ofThisWorker('E2E_DATA_DIRS');
  if (dataDir === undefined) throw new Error('tests/setup/shared-site.ts did not start a site for this worker');
  // The fourth line is the port.
  const port = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3]);
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim();
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'airwave', database: 'airwave', password });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}
