import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseDatabaseUrl } from '#db/servers/database-url.ts';
import { openDatabase, type Db } from '#db/database.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { isMigrated, migrateDatabase } from '#db/migrate.ts';
import { addressOf, awaitPrimary } from '#db/servers/primary.ts';
import { grantService } from '#db/roles.ts';
import { isDemoDatabase } from '#db/seed/members.ts';
import { seedDatabase } from '#db/seed/seed.ts';
import { seedMediaFiles } from '#db/seed/media-files.ts';
import { extendChain } from '#domain/audit/chain.ts';
import { sealTotp } from '#domain/staff/authenticators.ts';
import { ledgerKeyOf, secretKeyOf } from '#server/services/secret-key.ts';
import { hashPassword } from '#domain/passwords/passwords.ts';
import type { Config } from '#server/config.ts';
import { addDemoFilms } from '#server/demo/demo-films.ts';
import { shelveDemoFilms } from '#server/demo/demo-shelf.ts';
import { bucketOf, openStores } from '#server/services/storage.ts';
import { lockDataDir, makeDataDir } from './data-folder.ts';
import { reasonOf, StartError } from './start-errors.ts';

/** Loaded only by a seed: a start loads a quarter fewer modules. */
const demoArchive = () => import('#server/demo/demo-archive.ts');

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
  makeDataDir(dataDir, { mayBeFull: config.STORAGE !== 'disk' });
  const unlock = config.DATABASE_URL ? () => {} : lockDataDir(dataDir);
  let stopDatabase = async () => {};
  // A stop cannot wait for a migration or a seed; those end with their database.
  const onAbort = () => void stopDatabase();
  signal?.addEventListener('abort', onAbort);
  try {
    await checkStorage();
    const urls = await findDatabase();
    try {
      const { ownerUrl, databaseUrl } = urls;
      const onWait = () => say('Waiting for a database server that accepts writes…');
      for (const url of new Set([ownerUrl, databaseUrl]))
        await awaitPrimary(addressOf(url).primary, { onWait, signal });
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
      const { storage, files, creativeFiles } = openStores(config);
      await seedMediaFiles(files);
      await seedDatabase(database.db, {
        log: say,
        ...(config.demo
          ? {
              demoMembers: { hashPassword },
              demoStaff: { sealTotp: (id: number, secret: string) => sealTotp(secretKeyOf(config), id, secret) },
              demoHouseAds: creativeFiles,
              demoArchive: async (db: Db, now: Date) => (await demoArchive()).cutDemoArchive(config, { db, now }),
              demoEvents: async (db: Db, now: Date, events) => {
                const { makeDemoEvents } = await import('#server/demo/demo-live-events.ts');
                return makeDemoEvents({ db, storage, now }, events);
              },
              demoExtras: async (db: Db, now: Date, classics) =>
                (await demoArchive()).addDemoExtras({ db, now }, classics),
              demoFilms: (db: Db, now: Date) => addDemoFilms({ db, storage, files }, { now }),
              shelveFilms: shelveDemoFilms,
              demoCampaigns: async (tx, now: Date, fixtures) => {
                const { makeDemoCampaigns } = await import('#server/demo/demo-campaigns.ts');
                return makeDemoCampaigns(tx, { config, now }, fixtures);
              },
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

  /** A wrong key is reported at the start, and not by the first listener. */
  async function checkStorage(): Promise<void> {
    await bucketOf(config)
      ?.check()
      .catch((error: unknown) => {
        throw new StartError(`The bucket of STORAGE cannot be used: ${reasonOf(error)}.`);
      });
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

const DEMO_DATABASE =
  'This database was made as a demo, with accounts whose passwords are public: use another database (DATABASE_URL or DATA_DIR) for the station, or start with DEMO=on.';

/** With separate roles, the owner migrates and grants privileges to the service role. */
async function migrateAndGrant({ databaseUrl, ownerUrl }: DatabaseUrls): Promise<void> {
  if (ownerUrl !== databaseUrl) {
    await migrateDatabase(ownerUrl);
    await grantService(ownerUrl, parseDatabaseUrl(databaseUrl)?.user ?? '');
    return;
  }
  // A service that has only the URL of its own role finds the tables migrated.
  if (!(await isMigrated(databaseUrl))) await migrateDatabase(databaseUrl);
}
