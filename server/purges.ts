import type { Database } from '#db/database.ts';
import { watchNotifications, type Watch } from '#db/listening.ts';
import { PAGE_PURGE } from '#db/notifications.ts';
import { createQueryCache } from '#db/query-cache.ts';
import { TIMETABLE_NOTIFICATION, watchTimetable } from '#domain/timetable/timetable.ts';
import type { Logger } from '#server/operations/log.ts';
import type { PageCache } from '#server/web/cache/page-cache.ts';

/** The page cache, in this process or in the one it renders for. */
type KeptPages = Pick<PageCache, 'purge' | 'purgeAll'>;

/**
 * Purges cached pages and query results of this process when any process reports them stale (`purgePages` of
 * db/notifications.ts). Notifications are lost while the database is down, so everything is purged afterwards.
 */
export function hearPurges(
  { db, readDb, pool }: Pick<Database, 'db' | 'readDb' | 'pool'>,
  pages: KeptPages,
): Promise<Watch> {
  const memories = [...new Set([db, readDb])].map(createQueryCache);
  return watchNotifications(pool, PAGE_PURGE, {
    onMessage: (message) => {
      const tags = message.split(',');
      // Before the pages, so that none is rendered from stale results.
      for (const memory of memories) memory.forget(tags);
      pages.purge(tags);
    },
    onListening: () => {
      for (const memory of memories) memory.forgetAll();
      pages.purgeAll();
    },
  });
}

/**
 * Listens for all changes to pages. Standby reads get them first, and cached query results are dropped before
 * the pages, so that no new render is stale.
 */
export async function watchWhatPagesShow(
  { database, log }: { database: Database; log: Logger },
  pages: KeptPages,
): Promise<{ stop(): Promise<void> }> {
  const reads = await database.standby?.follow([PAGE_PURGE, TIMETABLE_NOTIFICATION], (fault) => {
    if (fault) log.warn({ err: fault }, 'public pages and calls are read from the primary');
    else log.info('public pages and calls are read from the standby');
  });
  const timetable = await watchTimetable(database, () => pages.purge(['timetable']));
  const purges = await hearPurges(database, pages);
  return {
    async stop() {
      await Promise.all([timetable.close(), purges.close(), reads?.stop()]);
    },
  };
}
