import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { runningPostgresUrl } from '#db/embedded.ts';
import { buildIfStale } from '../../scripts/build.ts';
import { startSite, type Site } from './site.ts';
import { giveWorkers, workersOf } from './workers.ts';

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
  await client.query('vacuum analyze');
  await client.end();
}

/**
 * A built demo on air for every worker. Files run on it one at a time, so parallel tests do not interfere. The first is
 * created from nothing, as on a new machine; if several are needed, it is stopped and each starts on a copy of its
 * data, as do the sites of later projects of a whole run (`scripts/test.ts`).
 */
export default async function setup(project: TestProject) {
  await buildIfStale(() => {});
  const count = workersOf(project);
  // Lets a test use its own client address, as behind a proxy.
  const env = { TRUST_PROXY: '1' };
  const { SEEDED_DATA_DIR } = process.env;
  const first = await startSite({ env, ...(SEEDED_DATA_DIR === undefined ? {} : { dataDir: SEEDED_DATA_DIR }) });
  let sites: Site[] = [first];
  const isCopied = count > 1 || SEEDED_DATA_DIR !== undefined;
  if (isCopied) {
    await vacuum(first);
    await first.kill('SIGTERM');
    appendFileSync(join(first.dataDir, 'postgres/postgresql.conf'), SETTINGS);
    process.env.SEEDED_DATA_DIR = first.dataDir;
    sites = await Promise.all(Array.from({ length: count }, () => startSite({ seeded: true, env })));
  }
  giveWorkers(
    'E2E_SITE_URLS',
    sites.map(({ url }) => url),
  );
  giveWorkers(
    'E2E_ADS_URLS',
    sites.map(({ adsUrl }) => adsUrl),
  );
  giveWorkers(
    'E2E_DESK_URLS',
    sites.map(({ deskUrl }) => deskUrl),
  );
  giveWorkers(
    'E2E_DATA_DIRS',
    sites.map(({ dataDir }) => dataDir),
  );
  return async () => {
    await Promise.all(sites.map((site) => site.close()));
    if (SEEDED_DATA_DIR === undefined) rmSync(first.dataDir, { recursive: true, force: true });
  };
}
