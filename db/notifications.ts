import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Tx } from '#db/database.ts';

/** Names the pages that a change made old: a comma between tags. Every process with a page cache listens. */
export const PAGE_PURGE = 'airwave_page_purge';

/** PostgreSQL refuses a notification of 8,000 bytes. */
const MAX_PAYLOAD_BYTES = 7_900;

/**
 * Drops every kept page that carries one of the tags, in every process, when the transaction `db` commits. Tags hold no
 * comma.
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

export interface Watch {
  close(): Promise<void>;
}

/**
 * Listens on a channel with a connection of its own, and reconnects by itself. `onListening` is called each time
 * listening begins: what was announced before that is unknown.
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
      // A peer that vanished without a word is noticed within half a minute; the system's own default is two hours.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    connection.on('notification', (message) => {
      if (message.channel === channel) onMessage(message.payload ?? '');
    });
    // Set before connecting: a connection cut at any time says so here, and nowhere else.
    connection.on('error', () => {});
    try {
      await connection.connect();
      await connection.query(`listen ${connection.escapeIdentifier(channel)}`);
    } catch (error) {
      connection.end().catch(() => {});
      throw error;
    }
    if (stopped.signal.aborted) return connection.end();
    // Only a connection that listened is replaced here; for one that never did, whoever called tries again.
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
        // still away, or stopped: the loop decides
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
