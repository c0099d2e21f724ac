import { resolve } from 'node:path';
import { openDatabase, type Database } from '#db/database.ts';
import type { Config, Service } from '#server/config.ts';
import { withLoops } from '#server/media/loop-storage.ts';
import { createCounter, type Counter } from '#server/counts/counter.ts';
import { createLog, type Logger } from '#server/operations/log.ts';
import { createCreativeDecoder, createPictureDecoder } from '#server/outside/pictures/decoder.ts';
import { createRedisCounts } from '#server/outside/redis/redis-counts.ts';
import { secretKeyOf } from '#server/services/secret-key.ts';
import { openStores, type Stores } from '#server/services/storage.ts';
import type { CreativeDecoder } from '#shared/outside/creative-decoder.ts';
import type { PictureDecoder } from '#shared/outside/picture-decoder.ts';
import type { SharedCounts } from '#shared/outside/shared-counts.ts';

/** What the builders of services share: configuration, log, database, storage and clock. */
export interface Base extends Stores {
  config: Config;
  services: Set<Service>;
  log: Logger;
  database: Database;
  /** For pools of their own: reports, jobs. */
  databaseUrl: string;
  /** Whether their frequent statements are prepared. */
  isPrepared: boolean;
  /** Signs what leaves the site and comes back: links, sessions, tickets. */
  secretKey: string;
  /** Limits by address or member. */
  counter: Counter;
  /** Counts shared with other processes. Null: each process counts by itself. */
  sharedCounts: SharedCounts | null;
  /** Data folder. */
  dataDir: string;
  pictures: PictureDecoder;
  creatives: CreativeDecoder;
  /** How far back a listener can rewind. */
  rewindWindowMs: number;
  clock: () => Date;
}

export interface BaseOptions {
  databaseUrl: string;
  log?: Logger;
}

export function createBase(
  config: Config,
  services: Set<Service>,
  { databaseUrl, log = createLog(config.LOG_LEVEL) }: BaseOptions,
): Base {
  const dataDir = resolve(config.DATA_DIR);
  const stores = openStores(config);
  const isPrepared = config.DATABASE_PREPARED === 'on';
  const secretKey = secretKeyOf(config);
  const sharedCounts = config.CACHE_URL ? createRedisCounts({ url: config.CACHE_URL, secretKey, log }) : null;
  return {
    config,
    services,
    log,
    database: openDatabase(databaseUrl, {
      max: config.DATABASE_POOL,
      isPrepared,
      isOnStandby: services.has('worker'),
      readUrl: config.READ_DATABASE_URL,
    }),
    databaseUrl,
    isPrepared,
    secretKey,
    counter: createCounter(sharedCounts),
    sharedCounts,
    dataDir,
    ...stores,
    // Sound from before the demo's start is generated on demand.
    storage: config.demo ? withLoops(stores.storage) : stores.storage,
    pictures: createPictureDecoder(),
    creatives: createCreativeDecoder(),
    rewindWindowMs: config.REWIND_HOURS * 3_600_000,
    clock: () => new Date(),
  };
}
