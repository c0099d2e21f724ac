import { LRUCache } from 'lru-cache';
import { ADDRESS_LIMITS } from '#shared/limits.ts';
import type { BucketLimit } from '#shared/outside/shared-counts.ts';

// Token buckets by the generic cell rate algorithm: of each key only the instant is stored at which its bucket is full
// again. `server/outside/redis/` has the same in Lua.

/** No clock that somebody sets: once it was set back, every bucket would be empty for its burst. */
export const monotonicMs = (): number => performance.now();

export interface Rate {
  perSecond: number;
  /** Burst: the allowance of this many seconds. */
  savedSeconds: number;
}

/** Differences below this are errors of rounding. */
const ROUNDING_MS = 0.01;

export function limitOf({ perSecond, savedSeconds }: Rate): BucketLimit {
  const intervalMs = 1_000 / perSecond;
  return { intervalMs, burstMs: Math.max(1, perSecond * savedSeconds) * intervalMs };
}

/** Takes one; a bucket that has none is left as it was. */
export function takeOne(
  fullAtMs: number,
  nowMs: number,
  { intervalMs, burstMs }: BucketLimit,
): { fullAtMs: number; waitMs: number } {
  // A clock that was set back must not leave a bucket emptier than empty.
  const next = Math.min(Math.max(fullAtMs, nowMs), nowMs + burstMs) + intervalMs;
  const waitMs = next - nowMs - burstMs;
  return waitMs > ROUNDING_MS ? { fullAtMs, waitMs } : { fullAtMs: next, waitMs: 0 };
}

/** Buckets of this process alone. Takes one of a key; returns the seconds to wait if none is left. */
export function createBuckets(rate: Rate, nowMs: () => number = monotonicMs): (key: string) => number {
  const limit = limitOf(rate);
  const buckets = new LRUCache<string, { fullAtMs: number }>({ max: ADDRESS_LIMITS.addresses });
  return (key) => {
    const bucket = buckets.get(key) ?? { fullAtMs: 0 };
    const { fullAtMs, waitMs } = takeOne(bucket.fullAtMs, nowMs(), limit);
    bucket.fullAtMs = fullAtMs;
    if (waitMs === 0) buckets.set(key, bucket);
    return waitMs / 1_000;
  };
}
