import { LRUCache } from 'lru-cache';
import { DomainError } from '#shared/domain-error.ts';
import { ADDRESS_LIMITS, PODCAST_LIMITS } from '#shared/limits.ts';

interface Use {
  underWay: number;
  sinceMs: number;
  bytes: number;
}

/** Retry-After when the limit of concurrent files is reached: the download time of a file on a good connection. */
const FILE_SECONDS = 20;

/** Limits per feed in this process: concurrent files, and bytes an hour. */
export function createUse(now: () => Date) {
  const { filesAtOnce, bytesOfFeed } = PODCAST_LIMITS;
  const uses = new LRUCache<number, Use>({ max: ADDRESS_LIMITS.addresses });
  return {
    /** Throws 429 with a retry time. `count` adds bytes sent, `done` ends the file. */
    begin(feedId: number): { count: (bytes: number) => void; done: () => void } {
      const atMs = now().getTime();
      const use = uses.get(feedId) ?? { underWay: 0, sinceMs: atMs, bytes: 0 };
      uses.set(feedId, use);
      if (atMs - use.sinceMs >= bytesOfFeed.windowMs) Object.assign(use, { sinceMs: atMs, bytes: 0 });
      const refused = (seconds: number) =>
        new DomainError('tooManyRequests', { retry_after_seconds: Math.ceil(seconds) });
      if (use.bytes >= bytesOfFeed.limit) throw refused((use.sinceMs + bytesOfFeed.windowMs - atMs) / 1000);
      if (use.underWay >= filesAtOnce) throw refused(FILE_SECONDS);
      use.underWay++;
      return {
        count: (bytes) => void (use.bytes += bytes),
        done: () => void use.underWay--,
      };
    },
  };
}
