import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';

/** What no purge tells of, such as the passing of time, is seen after this long. */
const MAX_AGE_MS = 30_000;
const MAX_ANSWERS = 2_000;

interface Answer {
  tags: readonly string[];
  value: Promise<unknown>;
}

/** By pool: a transaction is another object, so it reads what it has written itself and remembers nothing. */
const caches = new WeakMap<Db, LRUCache<string, Answer>>();

export interface QueryCache {
  forget(tags: readonly string[]): void;
  forgetAll(): void;
}

/** Turns on the cache of a pool, for whoever will tell it of every purge. Without that nothing is remembered. */
export function createQueryCache(db: Db): QueryCache {
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
 * What many pages ask for and few changes touch: asked once, given to all until a page of one of `tags` is purged. The
 * answer is shared and must not be changed. One that was on its way at the purge is given to who waited, and forgotten.
 */
export function cachedQuery<T>(
  db: Db,
  { key, tags }: { key: string; tags: readonly string[] },
  load: () => Promise<T>,
): Promise<T> {
  const answers = caches.get(db);
  if (answers === undefined) return load();
  const known = answers.get(key);
  // The key says what was asked, so the type is the one it was stored with.
  if (known !== undefined) return known.value as Promise<T>;
  // A query of the builder is asked anew by each who waits for it: what is shared is its answer.
  const answer: Answer = { tags, value: Promise.resolve(load()) };
  answers.set(key, answer);
  // An error is for those who waited, not for those who ask next.
  answer.value.catch(() => answers.peek(key) === answer && answers.delete(key));
  return answer.value as Promise<T>;
}
