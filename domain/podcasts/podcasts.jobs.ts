import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { forgetRevoked } from './podcasts.ts';

const FORGET_REVOKED = 'forget-revoked-feeds';

/** Worker task: deletes feeds revoked a month ago. */
export const podcastTasks = ({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> => ({
  [FORGET_REVOKED]: () => forgetRevoked({ db }, clock()),
});

export const podcastCron: CronItem[] = [
  { task: FORGET_REVOKED, match: '40 20 * * *', identifier: FORGET_REVOKED, options: { maxAttempts: 3 } },
];
