import { LRUCache } from 'lru-cache';

/** Leases of remote devices (AirPlay, Cast), which only request sound: each request is their heartbeat. */
export interface RemoteLeases {
  /**
   * Called when sound is requested under a remote grant. Returns false if the lease has ended or a newer grant was
   * signed. The first answer comes from the database; later ones from memory, at most five seconds old during playback.
   * Throws if the database cannot be asked about an unknown grant.
   */
  goesOn(leaseId: string, remoteSerial: number): Promise<boolean>;
  /** Whether the lease was found to have ended, regardless of notifications to this process. */
  isOver(leaseId: string, remoteSerial: number): boolean;
}

/** An invalid grant plays on for this long at most, plus one segment. */
const ASKED_EACH_MS = 5_000;
const MAX_LEASES = 50_000;
/** Longer than the lifetime of any address. */
const REMEMBERED_MS = 5 * 3_600_000;

interface Known {
  remoteSerial: number;
  askedAtMs: number;
  goesOn: Promise<boolean>;
  isOver: boolean;
}

export function createRemoteLeases({
  renew,
  now,
  onFault,
}: {
  /** False: it has ended. */
  renew: (leaseId: string, remoteSerial: number) => Promise<boolean>;
  now: () => Date;
  onFault: (error: unknown) => void;
}): RemoteLeases {
  const leases = new LRUCache<string, Known>({ max: MAX_LEASES, ttl: REMEMBERED_MS });

  const isOver = (leaseId: string, remoteSerial: number): boolean => {
    const known = leases.get(leaseId);
    return (
      known !== undefined &&
      (known.remoteSerial > remoteSerial || (known.remoteSerial === remoteSerial && known.isOver))
    );
  };

  function askFirst(leaseId: string, remoteSerial: number): Promise<boolean> {
    const goesOn = renew(leaseId, remoteSerial);
    const known: Known = { remoteSerial, askedAtMs: now().getTime(), goesOn, isOver: false };
    leases.set(leaseId, known);
    goesOn.then(
      (value) => {
        known.isOver = !value;
      },
      // On failure nothing is cached, so the next request asks again.
      () => {
        if (leases.get(leaseId) === known) leases.delete(leaseId);
      },
    );
    return goesOn;
  }

  /** Not awaited: a database outage does not stop playback. */
  function askAgain(leaseId: string, known: Known): void {
    known.askedAtMs = now().getTime();
    renew(leaseId, known.remoteSerial).then((value) => {
      if (!value) known.isOver = true;
    }, onFault);
  }

  return {
    async goesOn(leaseId, remoteSerial) {
      if (isOver(leaseId, remoteSerial)) return false;
      const known = leases.get(leaseId);
      if (known?.remoteSerial !== remoteSerial) return askFirst(leaseId, remoteSerial);
      if (now().getTime() - known.askedAtMs >= ASKED_EACH_MS) askAgain(leaseId, known);
      return known.goesOn;
    },
    isOver,
  };
}
