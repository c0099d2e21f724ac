import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { closeDays } from './ledger.ts';

const CLOSE_DAYS = 'close-days-of-the-books';

export const ledgerTasks = ({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> => ({
  [CLOSE_DAYS]: async () => void (await closeDays(db, clock())),
});

// Each hour: a day that could not be closed at night is closed by day.
export const ledgerCron: CronItem[] = [
  { task: CLOSE_DAYS, match: '31 * * * *', identifier: CLOSE_DAYS, options: { maxAttempts: 3 } },
];
