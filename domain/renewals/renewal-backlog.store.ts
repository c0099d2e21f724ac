import { and, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { recurringProfiles } from '#db/tables/subscriptions.ts';
import type { DayHk } from '#shared/hk-time.ts';

/** Recurring profiles by state and number of failed tries. */
export const countProfiles = (db: Db): Promise<{ state: string; tries: number; profiles: number }[]> =>
  db
    .select({
      state: recurringProfiles.state,
      tries: recurringProfiles.tries,
      profiles: sql<number>`count(*)::int`,
    })
    .from(recurringProfiles)
    .where(inArray(recurringProfiles.state, ['active', 'grace', 'stopping']))
    .groupBy(recurringProfiles.state, recurringProfiles.tries);

/** Profiles whose renewal is due or overdue. */
export async function countDueProfiles(db: Db, today: DayHk): Promise<{ profiles: number; oldestOn: DayHk | null }> {
  const [row] = await db
    .select({
      profiles: sql<number>`count(*)::int`,
      oldestOn: sql<DayHk | null>`min(${recurringProfiles.renewOn})::text`,
    })
    .from(recurringProfiles)
    .where(
      and(
        inArray(recurringProfiles.state, ['active', 'grace']),
        isNotNull(recurringProfiles.renewOn),
        lte(recurringProfiles.renewOn, today),
      ),
    );
  return row ?? { profiles: 0, oldestOn: null };
}
