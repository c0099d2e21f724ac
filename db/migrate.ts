import { mkdtempSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { FollowingClient, FollowingPool } from '#db/following.ts';
import { addressOf } from '#db/servers/primary.ts';

/** Advisory lock: one process migrates at a time, the others wait. */
const MIGRATION_LOCK = 881_903_864;
/** The first version in which only owners may create tables in the schema `public`. */
const LEAST_VERSION = 15;

const MIGRATIONS_FOLDER = 'db/migrations';

interface Journal {
  entries: { tag: string; when: number }[];
}
const readJournal = (folder: string) => JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal;

/** Creation timestamp of the newest migration. */
export const newestMigration = (folder = MIGRATIONS_FOLDER): number => readJournal(folder).entries.at(-1)?.when ?? 0;

/** The newest migration applied to a database. Null if there is none. */
export async function migrationOf(client: pg.ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ there: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations') as there`,
  );
  if (!rows[0]?.there) return null;
  const { rows: newest } = await client.query<{ when: string | null }>(
    'select max(created_at) as when from drizzle.__drizzle_migrations',
  );
  return newest[0]?.when ? Number(newest[0].when) : null;
}

/**
 * Whether the database has all migrations of this version, for a role that may not migrate. It may have those of a later
 * version too: a process of the former one is started again after a crash during a deployment, or by a rollback.
 */
export async function isMigrated(url: string): Promise<boolean> {
  const client = new FollowingClient({ ...addressOf(url), connectionTimeoutMillis: 5_000, query_timeout: 15_000 });
  await client.connect();
  try {
    return ((await migrationOf(client)) ?? 0) >= newestMigration();
  } catch (error) {
    // Insufficient privilege: this role may not read the schema.
    if ((error as { code?: string }).code === '42501') return false;
    throw error;
  } finally {
    await client.end();
  }
}

/**
 * Migrates a database to the newest schema, or to that of `until`. Includes the tables of the job queue, so that jobs
 * can be queued before any worker has run. `folder` holds the committed migrations.
 */
export async function migrateDatabase(
  url: string,
  { folder = MIGRATIONS_FOLDER, until }: { folder?: string; until?: number } = {},
): Promise<void> {
  // No query timeout: migrations may take arbitrarily long.
  const client = new FollowingClient({
    ...addressOf(url),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'airwave-migrate',
  });
  await client.connect();
  const partial = until === undefined ? null : migrationsUntil(folder, until);
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
    if (version < LEAST_VERSION)
      throw new Error(`PostgreSQL ${LEAST_VERSION} or newer is required; the server is PostgreSQL ${version}`);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder: partial ?? folder });
    await migrateQueue(url);
  } finally {
    await client.end();
    if (partial !== null) rmSync(partial, { recursive: true, force: true });
  }
}

/**
 * The tables of the job queue. Its library, given a URL, does not wait until its connections are closed and no longer
 * listens to their errors: a server that is stopped right after the migration would end this process.
 */
async function migrateQueue(url: string): Promise<void> {
  const pgPool = new FollowingPool({ Client: FollowingClient, ...addressOf(url), max: 1 });
  // What a statement meets is thrown; an idle connection that is cut off does not matter. The library warns where either
  // is missing.
  pgPool.on('error', () => {});
  pgPool.on('connect', (client) => client.on('error', () => {}));
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => {}) });
  } finally {
    await pgPool.end();
  }
}

/** Copies the migrations up to and including `until`. */
function migrationsUntil(folder: string, until: number): string {
  const copy = mkdtempSync(join(tmpdir(), 'airwave-migrations-'));
  cpSync(folder, copy, { recursive: true });
  const journal = readJournal(folder);
  const entries = journal.entries.filter(({ when }) => when <= until);
  writeFileSync(join(copy, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  return copy;
}
