import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import pg from 'pg';
import { openDatabase, type Database } from '#db/database.ts';
import { preparePostgres, startPreparedPostgres } from './postgres/prepared-postgres.ts';
import { makeTestFolder } from './test-folder.ts';
import { ofThisWorker } from './workers.ts';

export interface TestDatabase extends Database {
  url: string;
}

/** Timeouts for five hundred concurrent queries on a slow machine. */
const PATIENT = { connectionTimeoutMs: 60_000, statementTimeoutMs: 60_000 };

async function command(serverUrl: string, sql: string): Promise<void> {
  const url = new URL(serverUrl);
  url.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  try {
    await admin.query(sql);
  } finally {
    await admin.end();
  }
}

/** An empty, migrated database in a real PostgreSQL, for one test file; `close` removes it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = ofThisWorker('TEST_POSTGRES_URLS');
  if (serverUrl === undefined) return createDatabaseAndServer();
  const url = new URL(serverUrl);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await command(serverUrl, `create database ${name} template ${url.pathname.slice(1)} strategy file_copy`);
  url.pathname = `/${name}`;
  const database = openDatabase(url.href, PATIENT);
  return {
    ...database,
    url: url.href,
    close: async () => {
      await database.close();
      await command(serverUrl, `drop database ${name} with (force)`);
    },
  };
}

/** Two equal databases in one PostgreSQL: copies of one that `fill` has filled. */
export async function createTwinDatabases(
  fill: (database: TestDatabase) => Promise<void>,
): Promise<[TestDatabase, TestDatabase]> {
  const first = await createTestDatabase();
  await fill(first);
  // A database is copied only while nobody is connected to it.
  await first.pool.end();
  const url = new URL(first.url);
  const name = url.pathname.slice(1);
  const copyName = `${name}_copy`;
  const server = new URL('/postgres', url).href;
  await command(server, `create database ${copyName} template ${name} strategy file_copy`);
  const open = (of: string): TestDatabase => {
    const address = new URL(`/${of}`, url).href;
    const database = openDatabase(address, PATIENT);
    const close = async () => {
      await database.close();
      await command(server, `drop database ${of} with (force)`);
    };
    return { ...database, url: address, close };
  };
  return [open(name), open(copyName)];
}

/** Without a worker's server, as in a browser test or a bench: a dedicated server, as durable as in production. */
async function createDatabaseAndServer(): Promise<TestDatabase> {
  const dir = makeTestFolder('test');
  const server = await startPreparedPostgres(await preparePostgres(), dir, { isDurable: true });
  const database = openDatabase(server.url, PATIENT);
  return {
    ...database,
    url: server.url,
    close: async () => {
      await database.close();
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
