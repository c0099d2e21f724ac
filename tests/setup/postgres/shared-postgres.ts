import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { preparePostgres, startPreparedPostgres } from './prepared-postgres.ts';
import { makeTestFolder } from '../test-folder.ts';
import { giveWorkers, workersOf } from '../workers.ts';

/**
 * A PostgreSQL for every worker, so that a test may inspect or end all its connections; each file gets a copy of its
 * migrated database.
 */
export default async function setup(project: TestProject) {
  const prepared = await preparePostgres();
  const dir = makeTestFolder('test');
  chmodSync(dir, 0o755);
  const servers = await Promise.all(
    Array.from({ length: workersOf(project) }, (_, i) => startPreparedPostgres(prepared, join(dir, String(i)))),
  );
  giveWorkers(
    'TEST_POSTGRES_URLS',
    servers.map(({ url }) => url),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(dir, { recursive: true, force: true });
  };
}
