import type { CronItem, Task } from 'graphile-worker';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { ARTICLE_CHANGED } from '#db/outbox.ts';
import { spreadArticleChange } from './article-edit.ts';
import { forgetReaders, rankMostViewed } from './article-views.ts';

const RANK_MOST_VIEWED = 'rank-most-viewed';
const FORGET_READERS = 'forget-readers';

const changedPayload = z.object({ id: z.number().int() });

export function articleTasks({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> {
  return {
    [ARTICLE_CHANGED]: async (payload) => {
      await spreadArticleChange({ db }, changedPayload.parse(payload).id);
    },
    [RANK_MOST_VIEWED]: () => rankMostViewed({ db, now: clock() }),
    [FORGET_READERS]: () => forgetReaders({ db, now: clock() }),
  };
}

/** Ranking every minute; readers of the previous day are deleted five minutes into each Hong Kong day (16:05 UTC). */
export const articleCron: CronItem[] = [
  { task: RANK_MOST_VIEWED, match: '* * * * *', identifier: RANK_MOST_VIEWED, options: { maxAttempts: 1 } },
  {
    task: FORGET_READERS,
    match: '5 16 * * *',
    identifier: FORGET_READERS,
    options: { backfillPeriod: 86_400_000, maxAttempts: 5 },
  },
];
