/** Content of a replay grant, signed by `domain/playback`. Instants in Unix ms. */
export interface ReplayGrant {
  streamId: number;
  from: number;
  to: number;
  leaseId: string | null;
  /** Restricts it to one session. Null: anyone with the address. */
  sessionHash: Buffer | null;
  expiresAt: number;
  /** The replay is still on air, so its end is not known yet. */
  open: boolean;
  /**
   * For a remote device, which cannot change its address and may not send cookies (AirPlay, Cast): serial number within
   * its lease.
   */
  remoteSerial: number | null;
}

/** Verifies grants from memory: playback of paid sound needs no query. */
export interface ReplayGate {
  /** Undefined if it is forged, expired, or signed by an unknown key. */
  readGrant(token: string, nowMs: number): ReplayGrant | undefined;
  sessionHashOf(sessionSecret: string): Buffer;
  isLeaseEnded(leaseId: string): boolean;
  /** Ended leases have not been reported for too long: grants tied to a lease are refused. */
  isSilent(): boolean;
  /** Renews the lease of a remote device. False: it has ended, or has a newer grant. */
  renewRemote: (leaseId: string, remoteSerial: number) => Promise<boolean>;
}
