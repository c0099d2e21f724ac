import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { wrongClocks } from '#db/tables/on-air.ts';

// All times here are the database's: that of the caller may be the wrong one.

/** Three measurements: what is older is of a process that ended, or does not reach the database. */
const RECENT = sql`interval '90 seconds'`;
const MAX_LISTED = 100;

export async function saveWrongClock(db: Db, process: string, aheadMs: number): Promise<void> {
  const measured = { aheadMs, measuredAt: sql`now()` };
  await db
    .insert(wrongClocks)
    .values({ process, ...measured })
    .onConflictDoUpdate({ target: wrongClocks.process, set: measured });
  await db.delete(wrongClocks).where(sql`${wrongClocks.measuredAt} < now() - interval '1 day'`);
}

export async function removeWrongClock(db: Db, process: string): Promise<void> {
  await db.delete(wrongClocks).where(eq(wrongClocks.process, process));
}

export const findWrongClocks = (db: Db): Promise<{ process: string; aheadMs: number }[]> =>
  db
    .select({ process: wrongClocks.process, aheadMs: wrongClocks.aheadMs })
    .from(wrongClocks)
    .where(sql`${wrongClocks.measuredAt} > now() - ${RECENT}`)
    .orderBy(wrongClocks.process)
    .limit(MAX_LISTED);
