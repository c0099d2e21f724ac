import { inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { attempts } from '#db/tables/members.ts';

/** Counts one more under a key, in one statement, so that however many come at once each gets a number of its own. */
export async function countAttempt(
  db: Db,
  key: string,
  { windowMs, now }: { windowMs: number; now: Date },
): Promise<{ count: number; endsAt: Date }> {
  const endsAt = new Date(now.getTime() + windowMs);
  const isOver = sql`${attempts.endsAt} <= ${now.toISOString()}::timestamptz`;
  const [row] = await db
    .insert(attempts)
    .values({ key, count: 1, endsAt })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`case when ${isOver} then 1 else least(${attempts.count}, 1000000) + 1 end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${attempts.endsAt} end`,
      },
    })
    .returning({ count: attempts.count, endsAt: attempts.endsAt });
  if (!row) throw new Error('an attempt was not counted');
  return row;
}

export async function deleteAttempts(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await db.delete(attempts).where(inArray(attempts.key, [...keys]));
}

export async function deleteOverAttempts(db: Db, now: Date): Promise<void> {
  await db.delete(attempts).where(lt(attempts.endsAt, now));
}
