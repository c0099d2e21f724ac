/** What an address of a replay says it allows; `domain/playback` signs it. Instants in unix ms. */
export interface ReplayGrant {
  streamId: number;
  from: number;
  to: number;
  leaseId: string | null;
  /** Of the session that alone may use it; null: whoever has the address. */
  sessionHash: Buffer | null;
  expiresAt: number;
  /** What is replayed is still on air: its end is not known yet. */
  open: boolean;
  /** For a player that can take no new address and may send no cookie (AirPlay, Cast): its number among those of its lease. */
  remoteSerial: number | null;
}

/** Who may use an address, answered from memory: the paid path asks no database. */
export interface ReplayGate {
  /** Undefined when it is forged, expired, or signed by a key that is not known. */
  readGrant(token: string, nowMs: number): ReplayGrant | undefined;
  sessionHashOf(sessionSecret: string): Buffer;
  isLeaseEnded(leaseId: string): boolean;
  /** It was not heard for too long which leases ended: what lives as long as its lease is refused. */
  isSilent(): boolean;
  /** What another machine plays goes on. False: its lease is over, or has a newer grant. */
  renewRemote: (leaseId: string, remoteSerial: number) => Promise<boolean>;
}
