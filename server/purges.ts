import type { Database } from '#db/database.ts';
import { PAGE_PURGE, watchNotifications, type Watch } from '#db/notifications.ts';
import { createQueryCache } from '#db/query-cache.ts';
import { watchTimetable } from '#domain/timetable/timetable.ts';
import type { PageCache } from '#server/web/page-cache.ts';

/** Where pages are kept: in this process, or in the one that it makes them for. */
type KeptPages = Pick<PageCache, 'purge' | 'purgeAll'>;

/**
 * Drops kept pages of this process, and the answers they are made from, when any process says that they are old
 * (`purgePages` of db/notifications.ts). While the database is away nothing is heard, so everything is dropped once it is
 * back.
 */
export function hearPurges({ db, pool }: Pick<Database, 'db' | 'pool'>, pages: KeptPages): Promise<Watch> {
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

/** Hears of everything that makes pages old: what this process makes them from is forgotten first, then they are dropped. */
export async function watchWhatPagesShow(database: Database, pages: KeptPages): Promise<{ stop(): Promise<void> }> {
  const timetable = await watchTimetable(database, () => pages.purge(['timetable']));
  const purges = await hearPurges(database, pages);
  return {
    async stop() {
      await Promise.all([timetable.close(), purges.close()]);
    },
  };
}
