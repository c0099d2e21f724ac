import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#db/database.ts';
import { watchNotifications } from '#db/listening.ts';
import { PAGE_PURGE } from '#db/notifications.ts';

const ANSWER_MS = 2_000;
/**
 * Delay before a purge, by which time every process has dropped its own copies: a cache purged earlier might fetch and
 * keep a stale page. Also the retry interval.
 */
const WAIT_MS = 1_000;
/** More tags would exceed the size of a header; everything is purged instead. */
const MAX_TAGS = 100;

/** Purges everything, when it is unknown what changed. */
const ALL = '*';

export interface FrontCache {
  /** Purges pages with one of the tags; `*`: every page. */
  purge(tags: readonly string[]): void;
  stop(): Promise<void>;
}

/**
 * Purges a front cache with PURGE requests and the tags in `Cache-Tag`, as pages name them. Purges within a moment are
 * combined; failed ones are retried.
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
    const tags = untold.size > MAX_TAGS || untold.has(ALL) ? [ALL] : [...untold];
    untold.clear();
    try {
      const reply = await fetch(url, {
        method: 'PURGE',
        headers: { 'cache-tag': tags.join(',') },
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(ANSWER_MS)]),
      });
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`the cache responded with status ${reply.status}`);
    } catch (error) {
      if (stopped.signal.aborted) return;
      log.warn({ err: error, cache: new URL(url).host }, 'could not purge the front cache; retrying');
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
      // Aborted by `stop`.
      telling ??= tellAll().catch(() => {});
    },
    async stop() {
      stopped.abort();
      await telling;
    },
  };
}

/**
 * Notifies each cache of `PURGE_URLS` of every committed change, and purges everything when changes may have been missed.
 * Each has its own retries: one that is down delays no other.
 */
export async function tellFrontCaches(
  { pool }: Pick<Database, 'pool'>,
  caches: readonly FrontCache[],
): Promise<{ stop(): Promise<void> }> {
  const purge = (tags: readonly string[]) => {
    for (const cache of caches) cache.purge(tags);
  };
  const watch = await watchNotifications(pool, PAGE_PURGE, {
    onMessage: (message) => purge(message.split(',')),
    onListening: () => purge([ALL]),
  });
  return {
    async stop() {
      await watch.close();
      await Promise.all(caches.map((cache) => cache.stop()));
    },
  };
}
