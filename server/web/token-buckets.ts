import { LRUCache } from 'lru-cache';
import { ADDRESS_LIMITS } from '#shared/limits.ts';

/** Takes a token from an address's bucket; returns the seconds to wait if it is empty. */
export function createBuckets(
  perSecond: number,
  nowMs: () => number = Date.now,
  savedSeconds: number = ADDRESS_LIMITS.savedSeconds,
): (key: string) => number {
  const size = Math.max(1, perSecond * savedSeconds);
  const buckets = new LRUCache<string, { left: number; atMs: number }>({ max: ADDRESS_LIMITS.addresses });
  return (key) => {
    const atMs = nowMs();
    const before = buckets.get(key) ?? { left: size, atMs };
    const left = Math.min(size, before.left + (Math.max(0, atMs - before.atMs) / 1000) * perSecond);
    if (left < 1) return (1 - left) / perSecond;
    buckets.set(key, { left: left - 1, atMs });
    return 0;
  };
}
