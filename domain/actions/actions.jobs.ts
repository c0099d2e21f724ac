import type { CronItem, Task } from 'graphile-worker';
import { z } from 'zod';
import { deleteOldRequests, deleteOldUndos } from './actions.store.ts';
import type { ActionServices } from './actions.ts';
import { runJob, STAFF_JOB } from './staff-jobs.ts';
import { deleteOldJobs } from './staff-jobs.store.ts';

const TIDY_REQUESTS = 'tidy-staff-requests';
const DAY_MS = 24 * 3_600_000;
const UNDO_DAYS = 90;
const JOB_DAYS = 90;

const payload = z.object({ id: z.number().int() });

/**
 * Runs actions for many rows. Deletes idempotency keys of staff after a day, and how to undo a run, and jobs, after 90.
 */
export const actionTasks = ({
  services,
  signal,
  onFault,
}: {
  services: ActionServices;
  /** A job whose worker ends continues with its next row elsewhere. */
  signal: AbortSignal;
  onFault: (error: unknown) => void;
}): Record<string, Task> => ({
  [STAFF_JOB]: (given) => runJob({ ...services, onFault }, payload.parse(given).id, { signal }),
  [TIDY_REQUESTS]: async () => {
    const { db, clock } = services;
    await deleteOldRequests(db, new Date(clock().getTime() - DAY_MS));
    await deleteOldUndos(db, new Date(clock().getTime() - UNDO_DAYS * DAY_MS));
    await deleteOldJobs(db, new Date(clock().getTime() - JOB_DAYS * DAY_MS));
  },
});

export const actionCron: CronItem[] = [
  { task: TIDY_REQUESTS, match: '23 * * * *', identifier: TIDY_REQUESTS, options: { maxAttempts: 1 } },
];
