import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { openDatabase, type Database } from '#db/database.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#db/embedded.ts';
import { migrateDatabase } from '#db/migrate.ts';

export interface TestDatabase extends Database {
  url: string;
}

/** A real PostgreSQL with an empty, migrated database for one test file; `close` ends and removes both. */
export async function createTestDatabase(): Promise<TestDatabase> {
  mkdirSync('data', { recursive: true });
  const dir = mkdtempSync(resolve('data/test-'));
  // The password lies beside the cluster's folder: a folder of its own each, or two that start together share one.
  chmodSync(dir, 0o755);
  const server: EmbeddedPostgres = await startEmbeddedPostgres(join(dir, 'pg'));
  const url = new URL(server.url);
  url.pathname = '/airwave_test';
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query('create database airwave_test');
  await admin.end();
  await migrateDatabase(url.href);
  const database = openDatabase(url.href);
  return {
    ...database,
    url: url.href,
    close: async () => {
      await database.close();
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
