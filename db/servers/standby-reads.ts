import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { parseDatabaseUrl } from '#db/servers/database-url.ts';
import { addressOf, createPrimary, NoPrimaryError } from '#db/servers/primary.ts';
import { FollowingPool, isAnswer, type Internals } from '#db/following.ts';
import { watchNotifications, type Watch } from '#db/listening.ts';
import { PlainClient, PreparingClient } from '#db/prepared-statements.ts';

/** How long reads wait for the standby to have what a notification reported; then they go to the primary. */
const WAIT_MS = 500;
const POLL_MS = 10;
/** How often positions are compared without a notification, so that what changes without one is late by little more. */
const LOOK_EACH_MS = 1_000;
/** Timeout for connecting to the standby and for its position. */
const ANSWER_MS = 500;
/** Once there has been no primary for this long, a read that no standby can answer is refused at once. */
const AWAY_MS = 2_000;

/** Longer than a query of the standby may hold up its replay (`max_standby_streaming_delay` of deploy/patroni.yml). */
const STILL_MS = 1_500;

// Not the flushed position: a transaction that did not wait for the disk notifies before it is there.
const POSITION = `select (pg_current_wal_insert_lsn() - '0/0')::float8 as position`;
const STANDING = `select pg_is_in_recovery() as "isStandby", (pg_last_wal_replay_lsn() - '0/0')::float8 as position,
  pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn() as "hasAll",
  case when pg_is_in_recovery() then pg_is_wal_replay_paused() end as "isPaused"`;

/** The statement took too long by its own timeout, as it would on the primary. */
const TOO_LONG = '57014';

type Asked = pg.QueryConfig;

export interface StandbyFigures {
  isInUse: boolean;
  /** Queries answered since the start of the process. */
  byStandby: number;
  byPrimary: number;
}

export interface StandbyReads {
  /** What the query builder uses of a connection. */
  query(asked: Asked, values?: unknown[]): Promise<pg.QueryResult>;
  /** Until this is called, everything is read from the primary. `channels`: notifications of what public pages show. */
  follow(channels: readonly string[], onChange: (fault: Error | null) => void): Promise<{ stop(): Promise<void> }>;
  /** Null: not followed. */
  figures(): StandbyFigures | null;
  close(): Promise<void>;
}

export interface StandbyOptions {
  /** Names one server or several, of which any standby will do. */
  url: string;
  /** URL of the primary, or of the servers among which it is. */
  primaryUrl: string;
  max: number;
  statementTimeoutMs: number;
  isPrepared: boolean;
}

interface Standing {
  isStandby: boolean;
  position: number | null;
  /** Whether it has replayed all that it received. Never where that ends in the middle of a record. */
  hasAll: boolean | null;
  isPaused: boolean | null;
}

/** A read that the primary has not answered. */
interface Unanswered {
  askStandby(pool: pg.Pool): void;
  /** No other server is left: rejects with the primary's error, if it gave one. */
  giveUp(): void;
}

interface Server {
  pool: pg.Pool;
  standing(): Promise<Standing>;
  close(): Promise<unknown>;
}

function openServer(url: string, { max, statementTimeoutMs, isPrepared }: StandbyOptions): Server {
  const common = {
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    application_name: 'airwave-read',
    // A pooler refuses options.
    ...(isPrepared ? { options: '-c plan_cache_mode=force_generic_plan -c default_transaction_read_only=on' } : {}),
  };
  const pool = new FollowingPool({
    ...common,
    Client: isPrepared ? PreparingClient : PlainClient,
    max,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 5_000,
  });
  // Apart from the pool, so that many readers do not make it look dead.
  const looking = new pg.Pool({ ...common, max: 1, query_timeout: ANSWER_MS, idleTimeoutMillis: 0 });
  const open = new Set<pg.PoolClient>();
  for (const each of [pool, looking]) {
    each.on('error', () => {});
    each.on('connect', (client) => client.on('error', () => {}));
  }
  pool.on('connect', (client) => {
    open.add(client);
    client.once('end', () => open.delete(client));
  });
  return {
    pool,
    async standing() {
      try {
        const { rows } = await looking.query<Standing>(STANDING);
        return rows[0]!;
      } catch (error) {
        // The machine may have vanished silently: running queries would wait for it.
        for (const client of open) (client as unknown as Internals).connection.stream.destroy();
        throw error;
      }
    },
    close: () => Promise.all([pool.end(), looking.end()]),
  };
}

/**
 * Queries of public pages and calls: answered by a standby that has everything this process was notified of, and by the primary
 * whenever there is none. A notification arrives after the commit, so a position of the primary's WAL that is asked for then
 * is behind it. While there is no primary, a standby is read that has replayed all that it received.
 */
export function createStandbyReads(primary: pg.Pool, options: StandbyOptions): StandbyReads {
  const servers = (parseDatabaseUrl(options.url)?.servers ?? []).map(({ url }) => openServer(url, options));
  let turn = 0;
  let isFollowing = false;
  let isInUse = false;
  let isListening = false;
  /** Notifications heard, and how many of them the standby has. */
  let heard = 0;
  let reached = 0;
  /** Shared by readers while the standby is behind: true once it has it, false if it takes too long. */
  let wait: { isReached: Promise<boolean>; end: (isReached: boolean) => void } | null = null;
  let endPause = () => {};
  let byStandby = 0;
  let byPrimary = 0;
  const whoIsPrimary =
    addressOf(options.primaryUrl).primary ?? createPrimary(parseDatabaseUrl(options.primaryUrl)?.servers ?? []);
  /** Since when no primary was found, and since when the standby has replayed up to where it is. */
  let awaySinceMs: number | undefined;
  let replayed: { position: number | null; sinceMs: number } | null = null;
  const unanswered = new Set<Unanswered>();

  function startWait() {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), WAIT_MS);
    return {
      isReached: promise,
      end(isReached: boolean) {
        clearTimeout(timer);
        wait = null;
        resolve(isReached);
      },
    };
  }

  /** One that is not in use is left alone for the whole pause, whatever is heard. */
  function wake(): void {
    if (isInUse) endPause();
  }

  function hear(): void {
    heard += 1;
    if (isInUse) wait ??= startWait();
    wake();
  }

  function leave(): void {
    isInUse = false;
    wait?.end(false);
  }

  function meetPrimary(): void {
    awaySinceMs = undefined;
    replayed = null;
  }

  /** There is no primary: what a standby can have, it has, or `error` is thrown. */
  async function readWithoutPrimary(server: Server, upTo: number, error: Error): Promise<void> {
    awaySinceMs ??= performance.now();
    const { isStandby, isPaused, hasAll, position: at } = await server.standing();
    // It was promoted since: the primary is looked for again, by every read.
    if (!isStandby) meetPrimary();
    if (at !== replayed?.position) replayed = { position: at, sinceMs: performance.now() };
    // Nothing is committed meanwhile, and what it did not receive it never will.
    const isAtEnd = reached === heard || hasAll || performance.now() - replayed.sinceMs > STILL_MS;
    if (reached === 0 || !isStandby || isPaused || !isAtEnd) throw error;
    reached = upTo;
    isInUse = true;
    if (reached === heard) wait?.end(true);
    for (const read of unanswered) read.askStandby(server.pool);
  }

  /** Waits until the standby has what the primary has now. Throws if it does not within the time. */
  async function look(server: Server, watch: Watch): Promise<void> {
    const upTo = heard;
    const position = () => watch.ask<{ position: number }>(POSITION, ANSWER_MS).then((row) => row.position);
    let wanted: number;
    try {
      wanted = await position();
      meetPrimary();
    } catch (error) {
      if (await whoIsPrimary.isAway()) return readWithoutPrimary(server, upTo, error as Error);
      meetPrimary();
      throw error;
    }
    const until = performance.now() + WAIT_MS;
    for (;;) {
      const standing = await server.standing();
      if (!standing.isStandby || standing.position === null) throw new Error('it is not a standby');
      if (standing.position >= wanted) {
        // More than the primary has is of a former primary.
        if (standing.position > wanted && standing.position > (await position()))
          throw new Error('it has what the primary has not');
        break;
      }
      if (performance.now() >= until) {
        const behind = new Error('it is behind the primary');
        // A primary that failed after it had answered never sends what is missing.
        if (await whoIsPrimary.isAway()) return readWithoutPrimary(server, upTo, behind);
        throw behind;
      }
      await delay(POLL_MS, undefined, { ref: false });
    }
    if (!isListening) throw new Error('notifications are not heard');
    reached = upTo;
    isInUse = true;
    if (reached === heard) wait?.end(true);
  }

  /** If the primary cannot answer, the standby is asked should the next look find that nobody is the primary. */
  function askPrimary(asked: Asked, values?: unknown[]): Promise<pg.QueryResult> {
    if (awaySinceMs !== undefined && performance.now() - awaySinceMs > AWAY_MS)
      return Promise.reject(new NoPrimaryError());
    if (!isFollowing) return primary.query(asked, values);
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
    let fault: unknown;
    const read: Unanswered = {
      askStandby(pool) {
        unanswered.delete(read);
        byStandby += 1;
        pool.query(asked, values).then(resolve, reject);
      },
      giveUp() {
        if (fault === undefined) return;
        unanswered.delete(read);
        reject(fault as Error);
      },
    };
    unanswered.add(read);
    primary.query(asked, values).then(
      (result) => {
        // Else the standby was asked meanwhile.
        if (unanswered.delete(read)) byPrimary += 1;
        resolve(result);
      },
      (error: unknown) => {
        fault = error;
        if (isAnswer(error)) read.giveUp();
        else endPause();
      },
    );
    return promise;
  }

  return {
    async query(asked, values) {
      if (isInUse && (reached === heard || (await (wait ??= startWait()).isReached))) {
        const { pool } = servers[turn]!;
        try {
          const result = await pool.query(asked, values);
          byStandby += 1;
          return result;
        } catch (error) {
          if ((error as { code?: unknown }).code === TOO_LONG) throw error;
          // Lost, in conflict with the replay, or an error that the primary will report as well.
          wake();
        }
      }
      return askPrimary(asked, values);
    },

    async follow(channels, onChange) {
      isFollowing = true;
      let isStopped = false;
      let told: boolean | null = null;
      const watch = await watchNotifications(primary, channels, {
        onMessage: hear,
        onListening() {
          isListening = true;
          meetPrimary();
          hear();
        },
        onLost() {
          isListening = false;
          leave();
        },
      });

      async function run(): Promise<void> {
        while (!isStopped) {
          const server = servers[turn]!;
          const fault = await look(server, watch).then(
            () => null,
            (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
          );
          if (isStopped) return;
          if (fault !== null) {
            leave();
            turn = (turn + 1) % servers.length;
          }
          for (const read of unanswered) read.giveUp();
          if (told !== isInUse) onChange(fault);
          told = isInUse;
          if (isInUse && reached < heard) continue;
          const { promise, resolve } = Promise.withResolvers<void>();
          const timer = setTimeout(resolve, LOOK_EACH_MS).unref();
          endPause = resolve;
          await promise;
          clearTimeout(timer);
        }
      }
      const ended = run();
      return {
        async stop() {
          isStopped = true;
          isFollowing = false;
          leave();
          endPause();
          await watch.close();
          await ended;
          for (const read of unanswered) read.giveUp();
        },
      };
    },

    figures: () => (isFollowing ? { isInUse, byStandby, byPrimary } : null),
    close: () => Promise.all(servers.map((server) => server.close())).then(() => {}),
  };
}
