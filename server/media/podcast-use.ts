import { LRUCache } from 'lru-cache';
import { DomainError } from '#shared/domain-error.ts';
import { ADDRESS_LIMITS, PODCAST_LIMITS } from '#shared/limits.ts';

interface Use {
  underWay: number;
  sinceMs: number;
  bytes: number;
}

/** How long a program waits that has as many files under way as may be: the time of a file on a good line. */
const FILE_SECONDS = 20;

/** What the files of a feed take of this process: so many at once, and so many bytes an hour. */
export function createUse(now: () => Date) {
  const { filesAtOnce, bytesOfFeed } = PODCAST_LIMITS;
  const uses = new LRUCache<number, Use>({ max: ADDRESS_LIMITS.addresses });
  return {
    /** 429 with when to come again. `count` says of bytes that they were sent, `done` that the file is no more under way. */
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
