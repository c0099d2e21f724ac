import type { Db, Tx } from '#db/database.ts';
import type { AuthServices } from '#domain/auth/auth.ts';
import type { MailDomains } from '#shared/mail-domains.ts';

/** What the doors of this module need of the house. */
export interface MemberServices extends AuthServices {
  mailDomains: MailDomains;
  /** Ends what waits of a mailbox that has an account by now: who registers keeps it. */
  endRegistrations: (tx: Tx, emailKey: string, now: Date) => Promise<void>;
  /** An account proved its address, in the transaction that says so: what a guest of it bought is the account's. */
  noteAddressProved: (tx: Tx, memberId: number) => Promise<void>;
  /** Ends what devices of a member play that are on the list no more, by what they were known by (SHA-256). */
  endPlaying: (tx: Tx, memberId: number, deviceHashes: readonly Buffer[], now: Date) => Promise<void>;
  /** Whether a member is to be reminded of a card that pays and is about to end. */
  isCardExpiring: (db: Db, memberId: number, now: Date) => Promise<boolean>;
  /** What signs the reports of a browser that agreed to statistics; `ownName`: what it calls itself. */
  trackingToken: (
    on: { consent: number; memberId: number | null; ownName: string | null; remoteIp: string },
    now: Date,
  ) => string | null;
  /** Subscribers are shown the reminder about cards of the Bank of China. */
  hasBocReminder: boolean;
}
