import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { deleteOldStaffChallenges } from './authenticators.store.ts';
import { deleteOverSessions } from './staff-sessions.ts';

const TIDY_STAFF = 'tidy-staff-sessions';

/** Deletes sessions that are over and challenges that were not answered. */
export const staffTasks = ({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> => ({
  [TIDY_STAFF]: async () => {
    await deleteOverSessions(db, clock());
    await deleteOldStaffChallenges(db, clock());
  },
});

export const staffCron: CronItem[] = [
  { task: TIDY_STAFF, match: '*/15 * * * *', identifier: TIDY_STAFF, options: { maxAttempts: 1 } },
];
