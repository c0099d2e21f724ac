import { LRUCache } from 'lru-cache';
import { ADDRESS_LIMITS } from '#shared/limits.ts';
import type { SharedCounts } from '#shared/outside/shared-counts.ts';
import { limitOf, monotonicMs, takeOne, type Rate } from './buckets.ts';

/** Takes one of a key; the seconds to wait if there is none. A promise only where other processes have to be asked. */
export type Take = (key: string) => number | Promise<number>;

export interface LimitOptions {
  /**
   * For what is asked often and rarely refused, such as pages, reads and reports: most is counted in this process, and the
   * shared count is updated by eighths of a burst.
   */
  isFrequent?: boolean;
  nowMs?: (() => number) | undefined;
}

/** Counts what is limited by a key, over all processes where they share a count. */
export interface Counter {
  /** `name` keeps limits apart. A rate of 0 is unlimited. */
  limit(name: string, rate: Rate, options?: LimitOptions): Take;
}

/** Part of a burst that a process may grant before it reports it. */
const UNTOLD_SHARE = 1 / 8;

interface Bucket {
  fullAtMs: number;
  /** Granted here and not yet reported, since an instant. */
  untold: number;
  untoldSinceMs: number;
  /** The shared count refused until then. */
  refusedUntilMs: number;
}

/**
 * Each process keeps its own count in any case: what it refuses, all would refuse, so a flood is not passed on; and it
 * is in force when the shared count is down.
 */
export function createCounter(shared: Pick<SharedCounts, 'take'> | null = null): Counter {
  return {
    limit(name, rate, { isFrequent = false, nowMs = monotonicMs } = {}) {
      if (rate.perSecond <= 0) return () => 0;
      const limit = limitOf(rate);
      const size = Math.floor(limit.burstMs / limit.intervalMs);
      const mostUntold = isFrequent ? Math.floor(size * UNTOLD_SHARE) : 0;
      const buckets = new LRUCache<string, Bucket>({ max: ADDRESS_LIMITS.addresses });
      return (key) => {
        const atMs = nowMs();
        const bucket = buckets.get(key) ?? { fullAtMs: 0, untold: 0, untoldSinceMs: atMs, refusedUntilMs: 0 };
        if (bucket.refusedUntilMs > atMs) return (bucket.refusedUntilMs - atMs) / 1_000;
        const { fullAtMs, waitMs } = takeOne(bucket.fullAtMs, atMs, limit);
        if (waitMs > 0) return waitMs / 1_000;
        bucket.fullAtMs = fullAtMs;
        buckets.set(key, bucket);
        if (shared === null) return 0;
        // In the time of a burst as little as that is no part of the rate.
        if (atMs - bucket.untoldSinceMs > limit.burstMs) Object.assign(bucket, { untold: 0, untoldSinceMs: atMs });
        bucket.untold = Math.min(bucket.untold + 1, size);
        if (bucket.untold <= mostUntold) return 0;
        const asked = shared.take(`${name}:${key}`, limit, bucket.untold - 1);
        if (asked === null) return 0;
        Object.assign(bucket, { untold: 0, untoldSinceMs: atMs });
        return asked.then((waitSeconds) => {
          if (waitSeconds === null || waitSeconds === 0) return 0;
          bucket.refusedUntilMs = atMs + waitSeconds * 1_000;
          return waitSeconds;
        });
      };
    },
  };
}
