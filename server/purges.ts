import type { Database } from '#db/database.ts';
import { PAGE_PURGE, watchNotifications, type Watch } from '#db/notifications.ts';
import type { PageCache } from '#server/web/page-cache.ts';

/**
 * Drops kept pages of this process when any process says that they are old (`purgePages` of db/notifications.ts). While
 * the database is away nothing is heard, so everything is dropped once it is back.
 */
export function hearPurges({ pool }: Pick<Database, 'pool'>, pages: PageCache): Promise<Watch> {
  return watchNotifications(pool, PAGE_PURGE, {
    onMessage: (tags) => pages.purge(tags.split(',')),
    onListening: () => pages.purgeAll(),
  });
}
