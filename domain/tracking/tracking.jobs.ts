import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { tendPartitions } from './tracking.ts';

const TEND_PARTITIONS = 'tend-tracking-partitions';

/**
 * Creates partitions in advance and drops expired ones. `alarm` is called with the number of reports outside any
 * partition.
 */
export function trackingTasks({
  db,
  clock,
  keptDays,
  alarm,
}: {
  db: Db;
  clock: () => Date;
  keptDays: number;
  alarm: (unplaced: number) => void;
}): Record<string, Task> {
  return {
    [TEND_PARTITIONS]: async () => {
      const { unplaced } = await tendPartitions({ db, now: clock() }, keptDays);
      if (unplaced > 0) alarm(unplaced);
    },
  };
}

/** Every hour, and at once after a period without a clock. */
export const trackingCron: CronItem[] = [
  {
    task: TEND_PARTITIONS,
    match: '17 * * * *',
    identifier: TEND_PARTITIONS,
    options: { backfillPeriod: 3_600_000, maxAttempts: 3 },
  },
];
