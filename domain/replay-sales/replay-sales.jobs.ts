import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { reportLost } from './rights.ts';

const REPORT_LOST = 'report-lost-replays';

export const replaySalesTasks = ({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> => ({
  [REPORT_LOST]: async () => {
    await reportLost(db, clock());
  },
});

export const replaySalesCron: CronItem[] = [
  { task: REPORT_LOST, match: '* * * * *', identifier: REPORT_LOST, options: { maxAttempts: 1 } },
];
