import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { deleteOldRequests } from './actions.store.ts';

const TIDY_REQUESTS = 'tidy-staff-requests';
const KEPT_MS = 24 * 3_600_000;

/** Deletes idempotency keys of staff after a day. */
export const actionTasks = ({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> => ({
  [TIDY_REQUESTS]: () => deleteOldRequests(db, new Date(clock().getTime() - KEPT_MS)),
});

export const actionCron: CronItem[] = [
  { task: TIDY_REQUESTS, match: '23 * * * *', identifier: TIDY_REQUESTS, options: { maxAttempts: 1 } },
];
