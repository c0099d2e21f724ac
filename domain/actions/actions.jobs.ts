import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { deleteOldRequests, deleteOldUndos } from './actions.store.ts';

const TIDY_REQUESTS = 'tidy-staff-requests';
const DAY_MS = 24 * 3_600_000;
const UNDO_DAYS = 90;

/** Deletes idempotency keys of staff after a day, and how to undo a run after 90. */
export const actionTasks = ({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> => ({
  [TIDY_REQUESTS]: async () => {
    await deleteOldRequests(db, new Date(clock().getTime() - DAY_MS));
    await deleteOldUndos(db, new Date(clock().getTime() - UNDO_DAYS * DAY_MS));
  },
});

export const actionCron: CronItem[] = [
  { task: TIDY_REQUESTS, match: '23 * * * *', identifier: TIDY_REQUESTS, options: { maxAttempts: 1 } },
];
