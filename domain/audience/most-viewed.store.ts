import { and, eq, gte, lte, sql } from 'drizzle-orm';
import type { ReadDb } from '#db/database.ts';
import { audienceDays } from '#db/tables/audience.ts';
import { addDaysHk, dayHkOf } from '#shared/hk-time.ts';
import { isPossibleId } from '#shared/ids.ts';

const DAYS = 7;

/**
 * Ids of the content with most visitors in the last seven days, most first, from the figures. Robots and monitors are
 * excluded; a visitor who returns on a day with another session counts again. A replay's count is that of its parts.
 */
export async function findMostViewed(
  { db, now }: { db: ReadDb; now: Date },
  kind: 'article' | 'film' | 'replay',
  limit: number,
): Promise<number[]> {
  const today = dayHkOf(now);
  const rows = await db
    .select({ key: audienceDays.key })
    .from(audienceDays)
    .where(
      and(
        eq(audienceDays.kind, kind),
        gte(audienceDays.dayHk, addDaysHk(today, 1 - DAYS)),
        lte(audienceDays.dayHk, today),
      ),
    )
    .groupBy(audienceDays.key)
    .having(sql`sum(${audienceDays.events}) > 0`)
    .orderBy(sql`sum(${audienceDays.sessions}) desc`, sql`sum(${audienceDays.heardMs}) desc`, audienceDays.key)
    .limit(limit);
  return rows.map(({ key }) => Number(key)).filter(isPossibleId);
}
