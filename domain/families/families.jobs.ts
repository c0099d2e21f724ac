import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { tidyFamilies } from './families.ts';

const TIDY = 'tidy-families';

export const familyTasks = ({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> => ({
  [TIDY]: async () => {
    await tidyFamilies({ db, now: clock() });
  },
});

export const familyCron: CronItem[] = [{ task: TIDY, match: '41 4 * * *', identifier: TIDY }];
