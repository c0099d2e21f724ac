import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { deleteOldChallenges } from './passkeys.store.ts';

export const SWEEP_PASSKEYS = 'sweep-passkeys';

/** For the worker: deletes expired challenges. */
export const passkeyTasks = ({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> => ({
  [SWEEP_PASSKEYS]: () => deleteOldChallenges(db, clock()),
});

export const passkeyCron: CronItem[] = [
  { task: SWEEP_PASSKEYS, match: '37 * * * *', identifier: SWEEP_PASSKEYS, options: { maxAttempts: 1 } },
];
