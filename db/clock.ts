import { sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';

/** The clock of the database's machine, Unix ms. */
export async function readDatabaseClock(db: Db): Promise<number> {
  const { rows } = await db.execute<{ ms: string }>(sql`select extract(epoch from clock_timestamp()) * 1000 as ms`);
  return Number(rows[0]?.ms);
}
