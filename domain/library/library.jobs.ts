import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { forgetRemoved } from './library.ts';

const FORGET_REMOVED = 'forget-removed-entries';

/** Worker task: deletes removed entries that can no longer be restored. */
export const libraryTasks = ({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> => ({
  [FORGET_REMOVED]: () => forgetRemoved({ db }, clock()),
});

export const libraryCron: CronItem[] = [
  { task: FORGET_REMOVED, match: '*/10 * * * *', identifier: FORGET_REMOVED, options: { maxAttempts: 1 } },
];
