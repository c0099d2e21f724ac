import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { forgetReports } from './diagnostics.ts';

const FORGET = 'forget-diagnostics';

/** Worker tasks of diagnostics. */
export const diagnosticTasks = ({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> => ({
  [FORGET]: () => forgetReports(db, clock()),
});

/** Each night. */
export const diagnosticCron: CronItem[] = [
  { task: FORGET, match: '40 20 * * *', identifier: FORGET, options: { maxAttempts: 3 } },
];
