import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { forgetOldMerges } from './member-merges.ts';

const FORGET_MERGES = 'forget-member-merges';

export const memberMergeTasks = ({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> => ({
  [FORGET_MERGES]: () => forgetOldMerges(db, clock()),
});

/** Hourly: deletes what is recorded of merges that can no longer be undone. */
export const memberMergeCron: CronItem[] = [
  { task: FORGET_MERGES, match: '37 * * * *', identifier: FORGET_MERGES, options: { maxAttempts: 1 } },
];
