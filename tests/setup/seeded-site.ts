import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { runningPostgresUrl } from '#db/embedded.ts';
import { startSite, type Site } from './site.ts';

/**
 * The demo stations commit several times a second, and no test needs its data to survive a power failure. The tables
 * are vacuumed and analysed once, before they are copied, instead of in each copy as soon as it starts.
 */
const SETTINGS = `
fsync = off
synchronous_commit = off
full_page_writes = off
autovacuum = off
`;

async function vacuum({ dataDir }: Site): Promise<void> {
  const client = new pg.Client({ connectionString: runningPostgresUrl(join(dataDir, 'postgres')) ?? '' });
  await client.connect();
  try {
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** Creates a demo from nothing, as on a new machine, in a folder that other sites are to start on a copy of. */
export async function seedSite(dataDir: string): Promise<void> {
  const site = await startSite({ dataDir });
  try {
    await vacuum(site);
  } finally {
    await site.kill('SIGTERM');
  }
  appendFileSync(join(dataDir, 'postgres/postgresql.conf'), SETTINGS);
}
