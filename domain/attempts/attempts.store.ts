import { and, eq, gt, inArray, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { attempts } from '#db/tables/attempts.ts';

export interface CountedAttempt {
  key: string;
  count: number;
  endsAt: Date;
}

/**
 * Increments each key in one statement, so that concurrent callers get distinct counts. Keys are locked in order, to
 * avoid deadlocks.
 */
export async function countAttempts(
  db: Db,
  wanted: readonly { key: string; windowMs: number }[],
  now: Date,
): Promise<CountedAttempt[]> {
  const rows = wanted
    .map(({ key, windowMs }) => ({ key, count: 1, endsAt: new Date(now.getTime() + windowMs) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const isOver = sql`${attempts.endsAt} <= ${now.toISOString()}::timestamptz`;
  return db
    .insert(attempts)
    .values(rows)
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`case when ${isOver} then 1 else least(${attempts.count}, 1000000) + 1 end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${attempts.endsAt} end`,
      },
    })
    .returning({ key: attempts.key, count: attempts.count, endsAt: attempts.endsAt });
}

/**
 * Parts of a `with` clause that decrement each key, for use within another statement. Keys are locked in order here
 * too.
 */
export const forgivingAttempts = (keys: readonly string[]): SQL => sql`counted as (
      select key from ${attempts} where key in ${[...keys, '']} order by key for update
    ), forgiven as (
      update ${attempts} set count = greatest(0, attempts.count - 1) from counted where attempts.key = counted.key
    )`;

/** Decrements the count of each key. */
export async function forgiveAttempts(db: Db, keys: readonly string[]): Promise<void> {
  await db.execute(sql`with ${forgivingAttempts(keys)} select 1`);
}

/** Counts whose window has not ended. */
export const findAttempts = (db: Db, keys: readonly string[], now: Date): Promise<CountedAttempt[]> =>
  db
    .select({ key: attempts.key, count: attempts.count, endsAt: attempts.endsAt })
    .from(attempts)
    .where(and(inArray(attempts.key, [...keys]), gt(attempts.endsAt, now)));

/** A prefix reads the whole table, which the clock keeps small. */
export async function deleteAttemptsUnder(db: Db, keys: readonly string[]): Promise<number> {
  const which = keys.map((key) =>
    key.endsWith(':') ? sql`starts_with(${attempts.key}, ${key})` : eq(attempts.key, key),
  );
  const rows = await db
    .delete(attempts)
    .where(or(...which))
    .returning({ key: attempts.key });
  return rows.length;
}

export async function deleteAttempts(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await db.delete(attempts).where(inArray(attempts.key, [...keys]));
}

export async function deleteOverAttempts(db: Db, now: Date): Promise<void> {
  await db.delete(attempts).where(lt(attempts.endsAt, now));
}
