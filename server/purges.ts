import type { Database } from '#db/database.ts';
import { PAGE_PURGE, watchNotifications, type Watch } from '#db/notifications.ts';
import { createQueryCache } from '#db/query-cache.ts';
import type { PageCache } from '#server/web/page-cache.ts';

/**
 * Drops kept pages of this process, and the answers they are made from, when any process says that they are old
 * (`purgePages` of db/notifications.ts). While the database is away nothing is heard, so everything is dropped once it is
 * back.
 */
export function hearPurges({ db, pool }: Pick<Database, 'db' | 'pool'>, pages: PageCache): Promise<Watch> {
  const memory = createQueryCache(db);
  return watchNotifications(pool, PAGE_PURGE, {
    onMessage: (message) => {
      const tags = message.split(',');
      // Before the pages: one that is made again must not be made from what is old.
      memory.forget(tags);
      pages.purge(tags);
    },
    onListening: () => {
      memory.forgetAll();
      pages.purgeAll();
    },
  });
}
