import type { CronItem, Task } from 'graphile-worker';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { queueSearchRebuild, SEARCH_INDEX, SEARCH_REBUILD } from '#db/outbox.ts';
import { indexItem, isIndexStale, rebuildIndex, updatePopularity } from './search-index.ts';
import { MAX_ID } from '#shared/ids.ts';

const SEARCH_POPULARITY = 'search-popularity';

const indexPayload = z.object({
  contentType: z.number().int(),
  itemId: z.number().int().min(0).max(MAX_ID),
});

export function searchTasks({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> {
  return {
    [SEARCH_INDEX]: async (payload) => {
      await indexItem({ db, now: clock() }, indexPayload.parse(payload));
    },
    [SEARCH_REBUILD]: async () => {
      await rebuildIndex({ db, now: clock() });
    },
    [SEARCH_POPULARITY]: async () => {
      await updatePopularity({ db, now: clock() });
    },
  };
}

/** Every quarter of an hour suffices, as popularity only orders equal matches. */
export const searchCron: CronItem[] = [
  {
    task: SEARCH_POPULARITY,
    match: '*/15 * * * *',
    identifier: SEARCH_POPULARITY,
    options: { maxAttempts: 1 },
  },
];

/** At startup: queues a rebuild if the index is empty, incomplete or built by other rules. */
export async function queueRebuildIfStale({ db }: { db: Db }): Promise<void> {
  if (!(await isIndexStale({ db }))) return;
  await db.transaction((tx) => queueSearchRebuild(tx));
}
