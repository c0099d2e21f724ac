import { resolve } from 'node:path';
import { openDatabase, type Database } from '#db/database.ts';
import { createLog, type Logger } from '#server/log.ts';
import type { Config, Service } from '#server/config.ts';

/** What lives as long as the process and is shared by its services. */
export interface Runtime {
  config: Config;
  services: Set<Service>;
  log: Logger;
  database: Database;
  /** Folder of kept files. */
  dataDir: string;
  clock: () => Date;
  /** Set while the process drains: readiness answers 503. */
  draining: boolean;
}

export function createRuntime(config: Config, services: Set<Service>, databaseUrl: string): Runtime {
  return {
    config,
    services,
    log: createLog(config.LOG_LEVEL),
    database: openDatabase(databaseUrl),
    dataDir: resolve(config.DATA_DIR),
    clock: () => new Date(),
    draining: false,
  };
}
