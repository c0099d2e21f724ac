/** The content of a signed media address. */
export interface Grant {
  streamId: number;
  /** The playable span in unix ms: `from` inclusive, `to` exclusive. */
  from: number;
  to: number;
  /** Null: no member's, such as a free preview. */
  leaseId: string | null;
  /** 16 bytes, compared with the session cookie; null: anyone with the address. */
  sessionHash: Buffer | null;
  /** Unix ms. */
  expiresAt: number;
  /** Still on air: the playlist grows. */
  open: boolean;
  /**
   * For another machine (AirPlay, Cast), which sends no cookie: the serial number among the grants of its lease; only
   * the last is valid. Null: for a browser.
   */
  remoteSerial: number | null;
  keyId: number;
}
