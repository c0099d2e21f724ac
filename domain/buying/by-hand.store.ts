import { sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';

/** First key of the advisory lock. */
const OUTAGE_LOCK = 881_903_872;

/** Serialises the requests to credit an outage of one name. */
export async function lockOutageName(tx: Tx, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${OUTAGE_LOCK}, hashtext(${name}))`);
}
