import { resolve } from 'node:path';
import { openDatabase, type Database } from '#db/database.ts';
import type { Config, Service } from '#server/config.ts';
import { createLog, type Logger } from '#server/log.ts';
import { turnstile } from '#server/outside/bot-check.ts';
import type { BotCheck } from '#shared/bot-check.ts';

/** Cloudflare's published secret that lets every well-formed token of the sandbox pass. */
const DEMO_BOT_CHECK_SECRET = '1x0000000000000000000000000000000AA';

/** What lives as long as the process and is shared by its services. */
export interface Runtime {
  config: Config;
  services: Set<Service>;
  log: Logger;
  database: Database;
  botCheck: BotCheck;
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
    botCheck: turnstile({
      url: config.BOT_CHECK_URL || `http://127.0.0.1:${config.PORT}/sandbox/bot-check/turnstile/v0/siteverify`,
      secret: config.BOT_CHECK_SECRET || DEMO_BOT_CHECK_SECRET,
    }),
    dataDir: resolve(config.DATA_DIR),
    clock: () => new Date(),
    draining: false,
  };
}
