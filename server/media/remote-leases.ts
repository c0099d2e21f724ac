import { LRUCache } from 'lru-cache';

/** What other machines play (AirPlay, Cast) asks for sound and says nothing else: that it asks keeps its place. */
export interface RemoteLeases {
  /** Sound was asked for under a lease. Nobody waits for what the database says to it. */
  asked(leaseId: string): void;
  /** It was found to be over, whatever this process was told of it. */
  isOver(leaseId: string): boolean;
}

/** As often as a page would say so. */
const RENEW_EACH_MS = 10_000;
const MOST_LEASES = 50_000;
/** Longer than any address lasts. */
const REMEMBERED_MS = 5 * 3_600_000;

export function createRemoteLeases({
  renew,
  now,
  onFault,
}: {
  /** False: it is over. */
  renew: (leaseId: string) => Promise<boolean>;
  now: () => Date;
  onFault: (error: unknown) => void;
}): RemoteLeases {
  const leases = new LRUCache<string, { renewedAtMs: number; isOver: boolean }>({
    max: MOST_LEASES,
    ttl: REMEMBERED_MS,
  });
  return {
    asked(leaseId) {
      const atMs = now().getTime();
      const lease = leases.get(leaseId) ?? { renewedAtMs: -Infinity, isOver: false };
      if (lease.isOver || atMs - lease.renewedAtMs < RENEW_EACH_MS) return;
      lease.renewedAtMs = atMs;
      leases.set(leaseId, lease);
      renew(leaseId).then((goesOn) => {
        lease.isOver = !goesOn;
      }, onFault);
    },
    isOver: (leaseId) => leases.get(leaseId)?.isOver === true,
  };
}
