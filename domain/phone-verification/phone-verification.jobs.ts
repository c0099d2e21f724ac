import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { sweepPhones } from './phone-verification.ts';

const SWEEP_PHONES = 'sweep-phones';

export const phoneTasks = ({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> => ({
  [SWEEP_PHONES]: () => sweepPhones({ db, now: clock() }),
});

export const phoneCron: CronItem[] = [
  { task: SWEEP_PHONES, match: '47 19 * * *', identifier: SWEEP_PHONES, options: { maxAttempts: 3 } },
];
