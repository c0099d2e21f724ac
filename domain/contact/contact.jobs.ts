import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { keptSince } from '#domain/settings/settings.ts';
import type { RemovableFiles } from '#shared/outside/file-storage.ts';
import { forgetLetters } from './letters.ts';

const FORGET_LETTERS = 'forget-letters';

export const contactTasks = ({
  db,
  files,
  clock,
}: {
  db: Db;
  files: RemovableFiles;
  clock: () => Date;
}): Record<string, Task> => ({
  [FORGET_LETTERS]: async () => {
    await forgetLetters({ db, files }, await keptSince({ db, now: clock() }, 'keep.letters'));
  },
});

/** At night in Hong Kong. */
export const contactCron: CronItem[] = [
  { task: FORGET_LETTERS, match: '37 17 * * *', identifier: FORGET_LETTERS, options: { maxAttempts: 3 } },
];
