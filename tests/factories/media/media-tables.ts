import { sql } from 'drizzle-orm';
import type { TestDatabase } from '#tests/setup/pg.ts';

/** Tables of what encoders push, each after those that it refers to. */
const TABLES = ['media_inits', 'media_feeds', 'media_timelines', 'media_uploads', 'media_segments', 'media_discards'];

/**
 * Takes a snapshot of the tables of pushes. The returned function restores it, like a failover to a
 * server that lacks the last moment.
 */
export async function rememberMediaTables({ db }: Pick<TestDatabase, 'db'>): Promise<() => Promise<void>> {
  const copyOf = (table: string) => sql.identifier(`remembered_${table}`);
  for (const table of TABLES) {
    await db.execute(sql`drop table if exists ${copyOf(table)}`);
    await db.execute(sql`create table ${copyOf(table)} as table ${sql.identifier(table)}`);
  }
  return () =>
    db.transaction(async (tx) => {
      for (const table of TABLES.toReversed()) await tx.execute(sql`delete from ${sql.identifier(table)}`);
      for (const table of TABLES)
        await tx.execute(sql`insert into ${sql.identifier(table)} select * from ${copyOf(table)}`);
    });
}
