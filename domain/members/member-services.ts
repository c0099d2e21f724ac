import type { Db, Tx } from '#db/database.ts';
import type { AuthServices } from '#domain/auth/auth.ts';
import type { MailDomains } from '#shared/outside/mail-domains.ts';

/** Dependencies of this module. */
export interface MemberServices extends AuthServices {
  mailDomains: MailDomains;
  /** Ends the pending registrations of a mailbox that now has an account. Implemented by registration. */
  endRegistrations: (tx: Tx, emailKey: string, now: Date) => Promise<void>;
  /**
   * Called in the transaction in which an account verifies its address: guest purchases under that address move to the
   * account.
   */
  noteAddressProved: (tx: Tx, memberId: number) => Promise<void>;
  /** Ends playback on devices removed from a member's list, identified by the SHA-256 of their key. */
  endPlaying: (tx: Tx, memberId: number, deviceHashes: readonly Buffer[], now: Date) => Promise<void>;
  /** Whether to remind a member that the card in use is about to expire. */
  isCardExpiring: (db: Db, memberId: number, now: Date) => Promise<boolean>;
  /**
   * Token that authenticates the tracking events of a browser with consent to statistics. `ownName` is the name the
   * browser gives itself.
   */
  trackingToken: (
    on: { consent: number; memberId: number | null; ownName: string | null; remoteIp: string },
    now: Date,
  ) => Promise<string | null>;
  /** Whether subscribers see the reminder about Bank of China cards. */
  hasBocReminder: boolean;
}
