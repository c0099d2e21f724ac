import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import type pg from 'pg';
import { FollowingClient } from '#db/following.ts';

export interface Watch {
  /** The one row of a query on the connection that listens: it fails where notifications are not heard. */
  ask<T extends pg.QueryResultRow>(text: string, timeoutMs: number): Promise<T>;
  close(): Promise<void>;
}

export interface Watcher {
  onMessage: (payload: string, channel: string) => void;
  /** Called each time listening begins: notifications sent before that are lost. */
  onListening: () => void;
  /** Called when the connection is lost, until listening begins again. */
  onLost?: (error: Error) => void;
}

interface Ear {
  watch(channels: readonly string[], watcher: Watcher): Promise<Watch>;
}

/** The first wait before a new connection, which doubles. */
const WAIT_MS = 250;
/** Limit of that wait: after a failover of the database, processes listen again within this time. */
const MAX_WAIT_MS = 2_000;
/** `application_name` of the connection. */
const APPLICATION = 'airwave-listen';

/** One for each pool: as many connections as processes, however many channels they watch. */
const ears = new WeakMap<pg.Pool, Ear>();

/**
 * Listens on channels over the one connection that a process has for listening. The first watcher opens it and the last
 * closes it. A lost connection is replaced, and then every watcher learns that it may have missed notifications.
 */
export function watchNotifications(
  pool: pg.Pool,
  channels: string | readonly string[],
  watcher: Watcher,
): Promise<Watch> {
  let ear = ears.get(pool);
  if (ear === undefined) {
    ear = createEar(pool);
    ears.set(pool, ear);
  }
  return ear.watch(typeof channels === 'string' ? [channels] : channels, watcher);
}

/** Not in the driver's types: a timeout of one query. */
interface TimedQuery extends pg.QueryConfig {
  query_timeout: number;
}

function createEar(pool: pg.Pool): Ear {
  const watchers = new Map<Watcher, readonly string[]>();
  let client: pg.Client | undefined;
  let connecting: Promise<void> | undefined;
  let retry: AbortController | undefined;
  /** Channels that the connection listens on. They stay until it closes. */
  let heard = new Set<string>();
  /** The driver wants one query at a time. */
  const inTurn = pLimit(1);

  const listenTo = (connection: pg.Client, channels: Iterable<string>) =>
    inTurn(() =>
      connection.query([...channels].map((channel) => `listen ${connection.escapeIdentifier(channel)}`).join('; ')),
    );

  async function connect(): Promise<void> {
    const connection = new FollowingClient({
      ...pool.options,
      application_name: APPLICATION,
      statement_timeout: 0,
      // Detects a vanished peer within half a minute; the system default is two hours.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    connection.on('notification', ({ channel, payload = '' }) => {
      for (const [watcher, channels] of watchers) if (channels.includes(channel)) watcher.onMessage(payload, channel);
    });
    let reason = new Error('the listening connection has ended');
    // Set before connecting: a connection that is cut off at any time reports it only here.
    connection.on('error', (error) => (reason = error));
    const channels = new Set([...watchers.values()].flat());
    try {
      await connection.connect();
      await listenTo(connection, channels);
    } catch (error) {
      connection.end().catch(() => {});
      throw error;
    }
    if (watchers.size === 0) return connection.end();
    // Only a connection that was listening is replaced here; otherwise the caller retries.
    client = connection;
    heard = channels;
    connection.once('end', () => {
      if (client !== connection) return;
      client = undefined;
      for (const watcher of watchers.keys()) watcher.onLost?.(reason);
      void reconnect();
    });
    for (const [watcher, wanted] of watchers)
      if (wanted.every((channel) => channels.has(channel))) watcher.onListening();
  }

  /** Concurrent callers share one attempt. */
  const connectOnce = () => (connecting ??= connect().finally(() => (connecting = undefined)));

  async function reconnect(): Promise<void> {
    retry?.abort();
    const { signal } = (retry = new AbortController());
    for (let waitMs = WAIT_MS; client === undefined && !signal.aborted; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
      try {
        await delay(waitMs, undefined, { signal, ref: false });
        if (client === undefined) await connectOnce();
      } catch {
        // Still unreachable, or stopped: the loop decides.
      }
    }
  }

  async function leave(watcher: Watcher): Promise<void> {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    retry?.abort();
    const open = client;
    client = undefined;
    await open?.end().catch(() => {});
  }

  return {
    async watch(channels, watcher) {
      // Known before the connection listens, so that nothing is lost in between.
      let isListening = false;
      const own: Watcher = {
        ...watcher,
        onListening() {
          isListening = true;
          watcher.onListening();
        },
      };
      watchers.set(own, channels);
      try {
        // An attempt that was under way may not know of these channels.
        while (!isListening) {
          if (client === undefined) await connectOnce();
          else {
            const connection = client;
            const missing = channels.filter((channel) => !heard.has(channel));
            if (missing.length > 0) await listenTo(connection, missing);
            // Otherwise the connection was lost meanwhile.
            if (client === connection) {
              for (const channel of missing) heard.add(channel);
              own.onListening();
            }
          }
        }
      } catch (error) {
        await leave(own);
        throw error;
      }
      return {
        async ask<T extends pg.QueryResultRow>(text: string, timeoutMs: number) {
          const asked: TimedQuery = { text, query_timeout: timeoutMs };
          const { rows } = await inTurn(async () => {
            if (client === undefined) throw new Error('the listening connection is lost');
            return client.query<T>(asked);
          });
          return rows[0]!;
        },
        close: () => leave(own),
      };
    },
  };
}
