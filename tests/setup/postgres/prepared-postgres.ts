import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#db/embedded.ts';
import { migrateDatabase } from '#db/migrate.ts';

/** No test needs its data to survive a power failure, and the tables are analysed once, before they are copied. */
const FOR_TESTS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };
const PREFIX = 'postgres-';
const HOME = resolve('data/prepared');
/** A cluster has partitions for a week after the day on which it was migrated. */
const MAX_AGE_MS = 3 * 86_400_000;

/** Hash of everything a migrated cluster depends on: the migrations, the code that runs them, and package versions. */
function fingerprint(): string {
  const migrations = readdirSync('db/migrations', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => join('db/migrations', name));
  const hash = createHash('sha256');
  for (const file of [...migrations, 'db/migrate.ts', 'db/embedded.ts', 'db/roles.ts', 'package-lock.json'])
    hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 16);
}

function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  // If tests run as root, the database runs as another user.
  chmodSync(path, 0o755);
}

async function analyse(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}

/** The folder of a migrated, unused cluster. Created once for each set of migrations and reused by runs of the next days. */
export async function preparePostgres(): Promise<string> {
  const prefix = `${PREFIX}${fingerprint()}-`;
  makeFolder(HOME);
  const there = readdirSync(HOME).find(
    (name) => name.startsWith(prefix) && Date.now() - Number(name.slice(prefix.length)) < MAX_AGE_MS,
  );
  if (there !== undefined) return join(HOME, there);
  for (const old of readdirSync(HOME).filter((name) => name.startsWith(PREFIX)))
    rmSync(join(HOME, old), { recursive: true, force: true });
  const draft = join(HOME, `draft-${randomBytes(6).toString('hex')}`);
  makeFolder(draft);
  const server = await startEmbeddedPostgres(join(draft, 'pg'), { settings: FOR_TESTS });
  await migrateDatabase(server.url);
  await analyse(server.url);
  await server.stop();
  const dir = join(HOME, `${prefix}${Date.now()}`);
  renameSync(draft, dir);
  return dir;
}

/** A server on a copy of a prepared cluster, with its data in `dir`; durable if measurements require it. */
export async function startPreparedPostgres(
  prepared: string,
  dir: string,
  { isDurable = false } = {},
): Promise<EmbeddedPostgres> {
  makeFolder(dir);
  // Preserves ownership.
  const copied = spawnSync('cp', ['-a', `${prepared}/.`, dir], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`The prepared database could not be copied: ${copied.stderr}`);
  return startEmbeddedPostgres(join(dir, 'pg'), { settings: isDurable ? {} : FOR_TESTS });
}
