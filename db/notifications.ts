import { sql } from 'drizzle-orm';
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

/** Makes the advertising origin reload these when the transaction commits. */
export async function tellAdFrames(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify(${AD_BLOCKS}, '')`);
}

/** Channel for what the desk shows live; the payload is a `LiveKind`. */
export const STAFF_LIVE = 'airwave_staff_live';

/** Notifies open desks of a change, when the transaction commits. Equal notices of a transaction are one. */
export async function tellStaff(tx: Tx, kind: LiveKind): Promise<void> {
  await tx.execute(sql`select pg_notify(${STAFF_LIVE}, ${kind})`);
}
