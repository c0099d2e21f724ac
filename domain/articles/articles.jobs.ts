import type { Task } from 'graphile-worker';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { ARTICLE_CHANGED, spreadArticleChange } from './article-edit.ts';

const changedPayload = z.object({ id: z.number().int() });

/** The newsroom's tasks for the worker. */
export function articleTasks({ db }: { db: Db }): Record<string, Task> {
  return {
    [ARTICLE_CHANGED]: async (payload) => {
      await spreadArticleChange({ db }, changedPayload.parse(payload).id);
    },
  };
}
