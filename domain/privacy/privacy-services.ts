import type { Db, Tx } from '#db/database.ts';
import type { PersonalTables } from '#db/personal-table.ts';
import type { AuthServices } from '#domain/auth/auth.ts';

/** Dependencies of this module. Modules declare the personal data they hold; none is called. */
export interface PrivacyServices extends Pick<AuthServices, 'db' | 'sessions' | 'secretKey'> {
  /** The personal tables, by their name in an export. */
  tables: PersonalTables;
  /** Schedules the erasure of a member; null cancels it. */
  setLeaving: (tx: Tx, memberId: number, eraseAt: Date | null, now: Date) => Promise<void>;
  /**
   * Locks the payments of a member until the transaction ends. Payments lock them before the member's row, so the same
   * order is used here.
   */
  lockPayments: (tx: Tx, memberId: number) => Promise<void>;
  /** Assigns guest purchases under the same verified mailbox to the account, as they belong to the same person. */
  takeGuestOrders: (db: Db, memberId: number) => Promise<void>;
  /** Stops future payments. */
  stopPayments: (tx: Tx, memberId: number, now: Date) => Promise<void>;
}
