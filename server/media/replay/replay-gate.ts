import type { Grant } from '#domain/playback/grants/grant.types.ts';

/** Verifies grants from memory: playback of paid sound needs no query. */
export interface ReplayGate {
  /** Undefined if it is forged, expired, or signed by an unknown key. */
  readGrant(token: string, nowMs: number): Grant | undefined;
  sessionHashOf(sessionSecret: string): Buffer;
  isLeaseEnded(leaseId: string): boolean;
  /** Ended leases have not been reported for too long: grants tied to a lease are refused. */
  isSilent(): boolean;
  /** Renews the lease of a remote device. False: it has ended, or has a newer grant. */
  renewRemote: (leaseId: string, remoteSerial: number) => Promise<boolean>;
}
