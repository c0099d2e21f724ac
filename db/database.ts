import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { FollowingPool } from '#db/following.ts';
import { PlainClient, PreparingClient } from '#db/prepared-statements.ts';
import { addressOf } from '#db/servers/primary.ts';
import { createStandbyReads, type StandbyReads } from '#db/servers/standby-reads.ts';
import * as archive from '#db/tables/archive.ts';
import * as articles from '#db/tables/articles.ts';
import * as attempts from '#db/tables/attempts.ts';
import * as auth from '#db/tables/auth.ts';
import * as chart from '#db/tables/chart.ts';
import * as contact from '#db/tables/contact.ts';
import * as webhooks from '#db/tables/webhooks.ts';
import * as follows from '#db/tables/follows.ts';
import * as hosts from '#db/tables/hosts.ts';
import * as library from '#db/tables/library.ts';
import * as mail from '#db/tables/mail.ts';
import * as mailedLinks from '#db/tables/mailed-links.ts';
import * as media from '#db/tables/media.ts';
import * as members from '#db/tables/members.ts';
import * as pages from '#db/tables/pages.ts';
import * as passkeys from '#db/tables/passkeys.ts';
import * as phoneVerification from '#db/tables/phone-verification.ts';
import * as phones from '#db/tables/phones.ts';
import * as playback from '#db/tables/playback.ts';
import * as programs from '#db/tables/programs.ts';
import * as registration from '#db/tables/registration.ts';
import * as search from '#db/tables/search.ts';
import * as securityEvents from '#db/tables/security-events.ts';
import * as renewals from '#db/tables/renewals.ts';
import * as subscriptions from '#db/tables/subscriptions.ts';
import * as timetable from '#db/tables/timetable.ts';
import * as traffic from '#db/tables/traffic.ts';

export const tables = {
  ...archive,
  ...articles,
  ...attempts,
  ...auth,
  ...chart,
  ...contact,
  ...webhooks,
  ...follows,
  ...hosts,
  ...library,
  ...mail,
  ...mailedLinks,
  ...media,
  ...members,
  ...pages,
  ...passkeys,
  ...phoneVerification,
  ...phones,
  ...playback,
  ...programs,
  ...registration,
  ...search,
  ...securityEvents,
  ...renewals,
  ...subscriptions,
  ...timetable,
  ...traffic,
};

type Pool = NodePgDatabase<typeof tables>;
type Queries = Pick<Pool, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'query' | 'with'>;

declare const begun: unique symbol;

/**
 * Reads what is public, from a standby where there is one (`db/servers/standby-reads.ts`). Functions that public pages and calls
 * use take this type; a `Db` is one as well.
 */
export type ReadDb = Pick<Pool, 'select' | 'selectDistinct' | 'execute' | 'query' | 'with'>;

/** First parameter of every other store function: the pool or a transaction, never a connection of its own. */
export interface Db extends Queries {
  transaction<T>(work: (tx: Tx) => Promise<T>, config?: PgTransactionConfig): Promise<T>;
}

/**
 * A transaction that has begun. Functions that lock rows, write in several steps, or must commit together with a change
 * take this type, so that passing a pool does not compile. Only `db.transaction` creates one.
 */
export interface Tx extends Db {
  readonly [begun]: true;
}

export interface Database {
  db: Db;
  /** `db`, unless public pages and calls are read from a standby. */
  readDb: ReadDb;
  /** Null: `readDb` is `db`. */
  standby: StandbyReads | null;
  pool: pg.Pool;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  max?: number;
  /** Timeout for a connection from the pool, ms. */
  connectionTimeoutMs?: number;
  statementTimeoutMs?: number;
  /**
   * Timeout for an answer, ms. Longer than the server's statement timeout, to detect a server that no longer responds.
   * 0: no timeout.
   */
  queryTimeoutMs?: number;
  /** Whether frequent queries are prepared. Not behind a pooler, where the next query may reach another server process. */
  isPrepared?: boolean;
  /**
   * Whether every commit waits for a synchronous standby, if there is one, whatever the server's setting. Jobs need it:
   * a job that is done is removed from the queue by the next primary, and what it wrote must be there.
   */
  isOnStandby?: boolean;
  /** URL of the standbys that public pages and calls are read from, or empty. */
  readUrl?: string;
}

const STATEMENT_TIMEOUT_MS = 15_000;
/**
 * For every connection: the server reports its own statement timeout before this; a connection silent by then is dead.
 */
export const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;

/** Types the query builder's pool as ours. The brand of a transaction is applied only here. */
export const asDb = (pool: Pool): Db => pool as unknown as Db;

/**
 * Opens a pool. If the URL names several servers, its connections are to the primary. Plans of prepared statements are
 * generic: the query builder sends LIMIT as a parameter, which would otherwise cause every call to be replanned.
 */
export function openDatabase(
  url: string,
  {
    max = 10,
    connectionTimeoutMs = 5_000,
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    queryTimeoutMs = statementTimeoutMs + 5_000,
    isPrepared = true,
    isOnStandby = false,
    readUrl = '',
  }: DatabaseOptions = {},
): Database {
  const pool = new FollowingPool({
    Client: isPrepared ? PreparingClient : PlainClient,
    ...addressOf(url),
    max,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: queryTimeoutMs,
    // A pooler refuses options.
    ...(isPrepared
      ? { options: `-c plan_cache_mode=force_generic_plan${isOnStandby ? ' -c synchronous_commit=on' : ''}` }
      : {}),
    application_name: 'airwave',
  });
  // A lost idle connection is replaced on next use; without a listener the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = asDb(drizzle(pool, { schema: tables }));
  if (readUrl === '') return { db, readDb: db, standby: null, pool, close: () => pool.end() };
  const standby = createStandbyReads(pool, { url: readUrl, primaryUrl: url, max, statementTimeoutMs, isPrepared });
  return {
    db,
    // The query builder uses nothing else of a connection outside of transactions.
    readDb: drizzle(standby as unknown as pg.Pool, { schema: tables }),
    standby,
    pool,
    close: () => Promise.all([standby.close(), pool.end()]).then(() => {}),
  };
}
