import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Tx } from '#db/database.ts';
import type { LiveKind } from '#shared/staff/live.ts';

/** Channel for the tags of stale pages, separated by commas. Every process with a page cache listens. */
export const PAGE_PURGE = 'airwave_page_purge';

/** PostgreSQL rejects a notification of 8,000 bytes or more. */
const MAX_PAYLOAD_BYTES = 7_900;

/**
 * Purges every cached page that carries one of the tags, in every process, when the transaction commits. Tags contain
 * no comma.
 */
export async function purgePages(tx: Tx, tags: readonly string[]): Promise<void> {
  let payload = '';
  const send = async () => {
    if (payload) await tx.execute(sql`select pg_notify(${PAGE_PURGE}, ${payload})`);
    payload = '';
  };
  for (const tag of new Set(tags)) {
    if (Buffer.byteLength(payload) + Buffer.byteLength(tag) + 1 > MAX_PAYLOAD_BYTES) await send();
    payload += payload ? `,${tag}` : tag;
  }
  await send();
}

/** Channel for changes to what frames of sold advertising refuse, and to whether there are any; the payload is empty. */
export const AD_BLOCKS = 'airwave_ad_blocks';

/** Tells the advertising origin that it reads these anew, when the transaction commits. */
export async function tellAdFrames(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify(${AD_BLOCKS}, '')`);
}

/** Channel for what the desk shows live; the payload is a `LiveKind`. */
export const STAFF_LIVE = 'airwave_staff_live';

/** Tells open desks that something changed, when the transaction commits. Equal notices of a transaction are one. */
export async function tellStaff(tx: Tx, kind: LiveKind): Promise<void> {
  await tx.execute(sql`select pg_notify(${STAFF_LIVE}, ${kind})`);
}

export interface Watch {
  close(): Promise<void>;
}

/**
 * Listens on a channel over a dedicated connection and reconnects automatically. `onListening` is called each time
 * listening begins: notifications sent before that are lost.
 */
export async function watchNotifications(
  pool: pg.Pool,
  channel: string,
  { onMessage, onListening }: { onMessage: (payload: string) => void; onListening: () => void },
): Promise<Watch> {
  const stopped = new AbortController();
  let client: pg.Client | null = null;

  const listen = async (): Promise<void> => {
    const connection = new pg.Client({
      ...pool.options,
      statement_timeout: 0,
      // Detects a vanished peer within half a minute; the system default is two hours.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    connection.on('notification', (message) => {
      if (message.channel === channel) onMessage(message.payload ?? '');
    });
    // Set before connecting: a connection that is cut off at any time reports it only here.
    connection.on('error', () => {});
    try {
      await connection.connect();
      await connection.query(`listen ${connection.escapeIdentifier(channel)}`);
    } catch (error) {
      connection.end().catch(() => {});
      throw error;
    }
    if (stopped.signal.aborted) return connection.end();
    // Only a connection that was listening is replaced here; otherwise the caller retries.
    client = connection;
    connection.once('end', () => {
      if (client !== connection) return;
      client = null;
      void relisten();
    });
    onListening();
  };

  const relisten = async (): Promise<void> => {
    for (let waitMs = 500; !stopped.signal.aborted; waitMs = Math.min(waitMs * 2, 10_000)) {
      try {
        await delay(waitMs, undefined, { signal: stopped.signal, ref: false });
        await listen();
        return;
      } catch {
        // Still unreachable, or stopped: the loop decides.
      }
    }
  };

  await listen();
  return {
    close: async () => {
      stopped.abort();
      const open = client;
      client = null;
      await open?.end().catch(() => {});
    },
  };
}
