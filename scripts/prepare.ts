import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openDatabase, type Db } from '#db/database.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { isMigrated, migrateDatabase } from '#db/migrate.ts';
import { grantService } from '#db/roles.ts';
import { isDemoDatabase } from '#db/seed/members.ts';
import { seedDatabase } from '#db/seed/seed.ts';
import { seedMediaFiles } from '#db/seed/media-files.ts';
import { extendChain } from '#domain/audit/chain.ts';
import { sealTotp } from '#domain/staff/authenticators.ts';
import { ledgerKeyOf, secretKeyOf } from '#server/services/secret-key.ts';
import { hashPassword } from '#domain/passwords/passwords.ts';
import type { Config } from '#server/config.ts';
import { makeDemoEvents } from '#server/demo/demo-live-events.ts';
import { addDemoExtras, cutDemoArchive } from '#server/demo/demo-archive.ts';
import { addDemoFilms } from '#server/demo/demo-films.ts';
import { shelveDemoFilms } from '#server/demo/demo-shelf.ts';
import { makeDemoCampaigns } from '#server/demo/demo-campaigns.ts';
import { MIN_FREE_BYTES } from '#server/outside/disk/disk.ts';
import { createFileStorage } from '#server/outside/disk/file-storage.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';
import { isDiskFull } from '#shared/disk-full.ts';

/** A start that cannot continue; the message is one sentence for the terminal. */
export class StartError extends Error {}

/** URLs of one database for the service role and the owner role; often the same. */
export interface DatabaseUrls {
  databaseUrl: string;
  ownerUrl: string;
}

export interface Prepared extends DatabaseUrls {
  /** Stops what prepare started: the embedded database and the lock on the data folder. */
  release(): Promise<void>;
}

interface PrepareOptions {
  config: Config;
  /** Aborts; rejects only once everything has stopped. */
  signal?: AbortSignal;
  onDatabaseLost?: () => void;
}

/** Provides what services need before they start: a migrated and seeded database. */
export async function prepare(
  say: (line: string) => void,
  { config, signal, onDatabaseLost }: PrepareOptions,
): Promise<Prepared> {
  const dataDir = resolve(config.DATA_DIR);
  makeDataDir(dataDir);
  const unlock = config.DATABASE_URL ? () => {} : lockDataDir(dataDir);
  let stopDatabase = async () => {};
  // A stop cannot wait for a migration or a seed; those end with their database.
  const onAbort = () => void stopDatabase();
  signal?.addEventListener('abort', onAbort);
  try {
    const urls = await findDatabase();
    try {
      await migrateAndGrant(urls);
    } catch (error) {
      signal?.throwIfAborted();
      throw config.DATABASE_URL
        ? new StartError(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}.`)
        : error;
    }
    const database = openDatabase(urls.databaseUrl, { max: 2 });
    try {
      if (!config.demo && (await isDemoDatabase(database.db))) throw new StartError(DEMO_DATABASE);
      const files = createFileStorage(join(dataDir, 'files'));
      await seedMediaFiles(files);
      await seedDatabase(database.db, {
        log: say,
        ...(config.demo
          ? {
              demoMembers: { hashPassword },
              demoStaff: { sealTotp: (id: number, secret: string) => sealTotp(secretKeyOf(config), id, secret) },
              demoArchive: (db: Db, now: Date) => cutDemoArchive(config, { db, now }),
              demoEvents: (db: Db, now: Date, events) =>
                makeDemoEvents({ db, storage: diskStorage(join(dataDir, 'media')), now }, events),
              demoExtras: (db: Db, now: Date, classics) => addDemoExtras({ db, now }, classics),
              demoFilms: (db: Db, now: Date) =>
                addDemoFilms({ db, storage: diskStorage(join(dataDir, 'media')), files }, { now }),
              shelveFilms: shelveDemoFilms,
              demoCampaigns: (tx, now: Date, fixtures) => makeDemoCampaigns(tx, { config, now }, fixtures),
            }
          : {}),
      });
      // Seeded actions have past times; unchained, the desk would report them as inserted by somebody.
      if (config.demo) await extendChain({ db: database.db, ledgerKey: ledgerKeyOf(config) });
    } finally {
      await database.close();
    }
    signal?.throwIfAborted();
    return {
      ...urls,
      async release() {
        await stopDatabase();
        unlock();
      },
    };
  } catch (error) {
    await stopDatabase().catch(() => {});
    unlock();
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }

  async function findDatabase(): Promise<DatabaseUrls> {
    const { DATABASE_URL, DATABASE_OWNER_URL } = config;
    if (DATABASE_URL) return { databaseUrl: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL ?? DATABASE_URL };
    say(existsSync(join(dataDir, 'postgres', 'PG_VERSION')) ? 'Starting the database…' : 'Making the database…');
    const postgres = await startEmbeddedPostgres(join(dataDir, 'postgres'), {
      onExit: () => onDatabaseLost?.(),
      ...(signal ? { signal } : {}),
    });
    stopDatabase = () => postgres.stop();
    return { databaseUrl: postgres.serviceUrl, ownerUrl: postgres.url };
  }
}

/** For commands: a signal that aborts the work on SIGINT, SIGTERM or SIGHUP. */
export function untilTold(): AbortSignal {
  const abort = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    // Persistent listeners: in a process group the parent forwards the signal too, and a second one without a listener
    // would end the process midway.
    process.on(name, () => abort.abort(new StartError('Stopped.')));
  return abort.signal;
}

const DEMO_DATABASE =
  'This database was made as a demo, with accounts whose passwords are public: use another database (DATABASE_URL or DATA_DIR) for the station, or start with DEMO=on.';

/** With separate roles, the owner migrates and grants privileges to the service role. */
async function migrateAndGrant({ databaseUrl, ownerUrl }: DatabaseUrls): Promise<void> {
  if (ownerUrl !== databaseUrl) {
    await migrateDatabase(ownerUrl);
    await grantService(ownerUrl, decodeURIComponent(new URL(databaseUrl).username));
    return;
  }
  // A service that has only the URL of its own role finds the tables migrated.
  if (!(await isMigrated(databaseUrl))) await migrateDatabase(databaseUrl);
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
}

/** The message for a failed start. */
export function explain(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (isDiskFull(error)) return 'The disk is full: free some space, or set DATA_DIR to a folder on another disk.';
  if (code === 'EACCES' || code === 'EROFS') return `DATA_DIR cannot be written: ${reasonOf(error)}.`;
  // The query builder prepends the statement to the cause; only the cause is actionable.
  if (error instanceof Error && error.cause instanceof Error)
    return `The database reported an error: ${reasonOf(error.cause)}.`;
  return error instanceof Error ? error.message : String(error);
}

function makeDataDir(dir: string): void {
  mkdirSync(dir, { recursive: true });
  accessSync(dir, constants.W_OK);
  const fault = diskFault(dir, statfsSync(dir));
  if (fault) throw new StartError(fault);
}

/** Message if a disk is too full to start; otherwise null. `bavail` is the space available to non-root users. */
export function diskFault(dir: string, { bavail, bsize }: { bavail: number; bsize: number }): string | null {
  if (bavail * bsize >= MIN_FREE_BYTES) return null;
  return `The disk of ${dir} is full: less than 300 MB is free; free some space, or set DATA_DIR to a folder on another disk.`;
}

/** Two processes must not run the database of one folder. */
export function lockDataDir(dir: string): () => void {
  const file = join(dir, 'airwave.lock');
  if (existsSync(file)) {
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid > 0 && pid !== process.pid && isOurs(pid))
      throw new StartError(
        `Airwave is already running on ${dir} (PID ${pid}); stop it, or set DATA_DIR to another folder.`,
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
    return /scripts\/(start|dev|migrate|seed|backup|restore)\.ts/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return true;
  }
}
