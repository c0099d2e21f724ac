import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';

/** One process migrates at a time; the others wait for it here. */
const MIGRATION_LOCK = 881_903_864;

/**
 * Brings a database to the newest shape, the job queue's own tables included: whoever writes may queue a job, whether a
 * worker has ever run or not. `folder` holds the committed migrations.
 */
export async function migrateDatabase(url: string, folder = 'db/migrations'): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'airwave-migrate',
  });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder: folder });
    await runMigrations({ connectionString: url, logger: new Logger(() => () => {}) });
  } finally {
    await client.end();
  }
}
