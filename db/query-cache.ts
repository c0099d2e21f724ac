import { LRUCache } from 'lru-cache';
import type { ReadDb } from '#db/database.ts';

/** Maximum age, for changes that trigger no purge, such as the passing of time. */
const MAX_AGE_MS = 30_000;
const MAX_ANSWERS = 2_000;

interface Answer {
  tags: readonly string[];
  value: Promise<unknown>;
}

/** By pool. A transaction is another object, so it bypasses the cache and reads its own writes. */
const caches = new WeakMap<ReadDb, LRUCache<string, Answer>>();

export interface QueryCache {
  forget(tags: readonly string[]): void;
  forgetAll(): void;
}

/** Enables the cache of a pool. The caller must report every purge; without a cache every query runs. */
export function createQueryCache(db: ReadDb): QueryCache {
  const answers = new LRUCache<string, Answer>({ max: MAX_ANSWERS, ttl: MAX_AGE_MS });
  caches.set(db, answers);
  return {
    forget(tags) {
      for (const [key, answer] of answers.entries())
        if (answer.tags.some((tag) => tags.includes(tag))) answers.delete(key);
    },
    forgetAll: () => answers.clear(),
  };
}

/**
 * Caches a query that many pages run and few changes affect, until a page with one of `tags` is purged. The result is
 * shared and must not be mutated. A query in flight at the purge is returned to its callers and not cached.
 */
export function cachedQuery<T>(
  db: ReadDb,
  { key, tags }: { key: string; tags: readonly string[] },
  load: () => Promise<T>,
): Promise<T> {
  const answers = caches.get(db);
  if (answers === undefined) return load();
  const known = answers.get(key);
  // The key identifies the query, so the type is that of the stored value.
  if (known !== undefined) return known.value as Promise<T>;
  // Awaiting a builder query runs it again; `Promise.resolve` makes it run once and shares the result.
  const answer: Answer = { tags, value: Promise.resolve(load()) };
  answers.set(key, answer);
  // An error reaches the waiting callers only and is not cached.
  answer.value.catch(() => answers.peek(key) === answer && answers.delete(key));
  return answer.value as Promise<T>;
}
