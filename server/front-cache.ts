import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#db/database.ts';
import { PAGE_PURGE, watchNotifications } from '#db/notifications.ts';

const ANSWER_MS = 2_000;
/**
 * Every process of ours has dropped its own copies by then: a cache that is told sooner might ask one that has not, and keep
 * what is old. Also before what was not taken is said again.
 */
const WAIT_MS = 1_000;
/** More at once would be longer than a header may be: everything is dropped then. */
const MOST_TAGS = 100;

/** Everything: what changed is not known. */
const ALL = '*';

export interface FrontCache {
  /** Pages that carry one of the tags are old; `*`: every page. */
  purge(tags: readonly string[]): void;
  stop(): Promise<void>;
}

/**
 * Tells a cache in front which pages are old: a request of the method PURGE with their tags in `Cache-Tag`, as pages name
 * them. What comes within a moment goes together; what was not taken is said again.
 */
export function createFrontCache({
  url,
  log,
  waitMs = WAIT_MS,
}: {
  url: string;
  log: Pick<Logger, 'warn'>;
  waitMs?: number;
}): FrontCache {
  const untold = new Set<string>();
  const stopped = new AbortController();
  let telling: Promise<void> | undefined;

  async function tell(): Promise<void> {
    await delay(waitMs, undefined, { signal: stopped.signal });
    const tags = untold.size > MOST_TAGS || untold.has(ALL) ? [ALL] : [...untold];
    untold.clear();
    try {
      const reply = await fetch(url, {
        method: 'PURGE',
        headers: { 'cache-tag': tags.join(',') },
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(ANSWER_MS)]),
      });
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`it answers ${reply.status}`);
    } catch (error) {
      if (stopped.signal.aborted) return;
      log.warn({ err: error }, 'the cache in front was not told of old pages; trying again');
      for (const tag of tags) untold.add(tag);
    }
  }

  async function tellAll(): Promise<void> {
    while (untold.size > 0 && !stopped.signal.aborted) await tell();
    telling = undefined;
  }

  return {
    purge(tags) {
      for (const tag of tags) untold.add(tag);
      // Ended by being stopped.
      telling ??= tellAll().catch(() => {});
    },
    async stop() {
      stopped.abort();
      await telling;
    },
  };
}

/** Tells the cache of `PURGE_URL` of every change, as it is committed; and to drop everything when some may have been missed. */
export async function tellFrontCache(
  { pool }: Pick<Database, 'pool'>,
  cache: FrontCache,
): Promise<{ stop(): Promise<void> }> {
  const watch = await watchNotifications(pool, PAGE_PURGE, {
    onMessage: (message) => cache.purge(message.split(',')),
    onListening: () => cache.purge([ALL]),
  });
  return {
    async stop() {
      await watch.close();
      await cache.stop();
    },
  };
}
