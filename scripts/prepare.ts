import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { openDatabase } from '#db/database.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { seedDatabase } from '#db/seed/seed.ts';
import { seedMediaFiles } from '#db/seed/media-files.ts';
import { hashPassword } from '#domain/members/passwords.ts';
import { readConfig, type Config } from '#server/config.ts';
import { createFileStorage } from '#server/outside/file-storage.ts';

/** A start that cannot go on, in one sentence for the person at the terminal. */
export class StartError extends Error {}

export interface Prepared {
  config: Config;
  databaseUrl: string;
  /** Ends what prepare started: the embedded database and the lock on the data folder. */
  release(): Promise<void>;
}

const MIN_FREE_BYTES = 300 * 1024 * 1024;

/** Everything a service needs before it starts: checked configuration, a free port, a database migrated and seeded. */
export async function prepare(
  say: (line: string) => void,
  options: { listen: boolean; onDatabaseLost?: () => void },
): Promise<Prepared> {
  const config = readConfig(process.env);
  if (options.listen) await assertPortFree(config.HOST, config.PORT);
  const dataDir = resolve(config.DATA_DIR);
  makeDataDir(dataDir);
  const unlock = config.DATABASE_URL ? () => {} : lockDataDir(dataDir);
  let stopDatabase = async () => {};
  try {
    let databaseUrl = config.DATABASE_URL ?? '';
    if (!databaseUrl) {
      say(existsSync(join(dataDir, 'postgres', 'PG_VERSION')) ? 'Starting the database…' : 'Making the database…');
      const postgres = await startEmbeddedPostgres(join(dataDir, 'postgres'), {
        onExit: () => options.onDatabaseLost?.(),
      });
      stopDatabase = () => postgres.stop();
      databaseUrl = postgres.url;
    }
    try {
      await migrateDatabase(databaseUrl);
    } catch (error) {
      throw config.DATABASE_URL
        ? new StartError(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}.`)
        : error;
    }
    const database = openDatabase(databaseUrl, { max: 2 });
    try {
      await seedMediaFiles(createFileStorage(join(dataDir, 'files')));
      await seedDatabase(database.db, { log: say, demoMembers: config.demo ? { hashPassword } : 'closed' });
    } finally {
      await database.close();
    }
    return {
      config,
      databaseUrl,
      async release() {
        await stopDatabase();
        unlock();
      },
    };
  } catch (error) {
    await stopDatabase().catch(() => {});
    unlock();
    throw error;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
}

/** Node says ENOSPC (or EDQUOT), PostgreSQL 53100, and its programs say it in words. */
function isDiskFull(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code } = at as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return true;
    if (/no space left on device|disk quota exceeded/i.test(at.message)) return true;
  }
  return false;
}

/** The sentence for a failed start. */
export function explain(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (isDiskFull(error)) return 'The disk is full: free some space, or set DATA_DIR to a folder on another disk.';
  if (code === 'EACCES' || code === 'EROFS') return `DATA_DIR cannot be written: ${reasonOf(error)}.`;
  // The query builder puts a whole statement before the reason; the reason is what a person can act on.
  if (error instanceof Error && error.cause instanceof Error) return `The database refused: ${reasonOf(error.cause)}.`;
  return error instanceof Error ? error.message : String(error);
}

function makeDataDir(dir: string): void {
  mkdirSync(dir, { recursive: true });
  accessSync(dir, constants.W_OK);
  const fault = diskFault(dir, statfsSync(dir));
  if (fault) throw new StartError(fault);
}

/** Why a disk is too full to start on; null where it is not. `bavail` is what is left for those who are not root. */
export function diskFault(dir: string, { bavail, bsize }: { bavail: number; bsize: number }): string | null {
  if (bavail * bsize >= MIN_FREE_BYTES) return null;
  return `The disk of ${dir} is full: less than 300 MB are free; free some space, or set DATA_DIR to a folder on another disk.`;
}

/** Two starts on one folder would fight over its database. */
function lockDataDir(dir: string): () => void {
  const file = join(dir, 'airwave.lock');
  if (existsSync(file)) {
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid > 0 && pid !== process.pid && isOurs(pid))
      throw new StartError(
        `Airwave is already running on ${dir} (pid ${pid}); stop it, or set DATA_DIR to another folder.`,
      );
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

function isOurs(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    return /scripts\/(start|dev)\.ts/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return true;
  }
}

function assertPortFree(host: string, port: number): Promise<void> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      fail(
        new StartError(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is taken: stop what uses it, or set PORT to another.`
            : `The address ${host}:${port} cannot be used (${error.code ?? error.message}): set HOST and PORT.`,
        ),
      ),
    );
    probe.listen(port, host, () => probe.close(() => done()));
  });
}
