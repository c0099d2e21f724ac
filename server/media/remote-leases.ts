import { LRUCache } from 'lru-cache';

/** What other machines play (AirPlay, Cast), which ask for sound and say nothing else: that they ask keeps their place. */
export interface RemoteLeases {
  /**
   * Sound is asked for under a remote grant. False: its lease is over, or a newer grant was signed. The first answer is the
   * database's; later ones are from memory, and at most five seconds old while sound is asked for. Throws when the database
   * cannot be asked about a grant that this process does not know.
   */
  goesOn(leaseId: string, remoteSerial: number): Promise<boolean>;
  /** It was found to be over, whatever this process was told of it. */
  isOver(leaseId: string, remoteSerial: number): boolean;
}

/** A grant that is no longer valid plays on for no longer than this and one segment. */
const ASKED_EACH_MS = 5_000;
const MOST_LEASES = 50_000;
/** Longer than any address lasts. */
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
  /** False: it is over. */
  renew: (leaseId: string, remoteSerial: number) => Promise<boolean>;
  now: () => Date;
  onFault: (error: unknown) => void;
}): RemoteLeases {
  const leases = new LRUCache<string, Known>({ max: MOST_LEASES, ttl: REMEMBERED_MS });

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
      // Nothing was learnt of it: the next who asks is the first again.
      () => {
        if (leases.get(leaseId) === known) leases.delete(leaseId);
      },
    );
    return goesOn;
  }

  /** Nobody waits for it: an outage of the database ends nothing that plays. */
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
