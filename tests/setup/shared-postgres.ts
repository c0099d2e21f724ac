import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { giveWorkers, workersOf } from './workers.ts';

/** Nothing of a test needs to outlive a loss of power. */
const FOR_TESTS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * A PostgreSQL for every worker, so that a test may look at, or end, every connection there is; its database is migrated
 * once, and each file gets a copy of it.
 */
export default async function setup(project: TestProject) {
  mkdirSync('data', { recursive: true });
  const dir = mkdtempSync(resolve('data/test-'));
  chmodSync(dir, 0o755);
  const starts = Array.from({ length: workersOf(project) }, async (_, i) => {
    // The password lies beside the cluster's folder: a folder of its own each, or two that start together share one.
    const own = join(dir, String(i));
    mkdirSync(own, { mode: 0o755 });
    const server = await startEmbeddedPostgres(join(own, 'pg'), { settings: FOR_TESTS });
    await migrateDatabase(server.url);
    return server;
  });
  const servers = await Promise.all(starts);
  giveWorkers(
    'TEST_POSTGRES_URLS',
    servers.map(({ url }) => url),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(dir, { recursive: true, force: true });
  };
}
