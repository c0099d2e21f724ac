import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { sweepDownloads } from './downloads.ts';

const SWEEP_DOWNLOADS = 'sweep-downloads';

/** Worker task: idempotent. */
export const downloadTasks = ({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> => ({
  [SWEEP_DOWNLOADS]: () => sweepDownloads(db, clock()),
});

export const downloadCron: CronItem[] = [
  { task: SWEEP_DOWNLOADS, match: '27 20 * * *', identifier: SWEEP_DOWNLOADS, options: { maxAttempts: 3 } },
];
