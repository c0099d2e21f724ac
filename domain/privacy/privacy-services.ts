import type { Db, Tx } from '#db/database.ts';
import type { PersonalTables } from '#db/personal-table.ts';
import type { AuthServices } from '#domain/auth/auth.ts';

/** What the doors of this module need of the house: every module says what it holds of a member, and none is called. */
export interface PrivacyServices extends Pick<AuthServices, 'db' | 'sessions' | 'secretKey'> {
  /** What is held of a member, by the name it has in an export. */
  tables: PersonalTables;
  /** Notes when a member is to be erased; null: stays after all. */
  setLeaving: (tx: Tx, memberId: number, eraseAt: Date | null, now: Date) => Promise<void>;
  /** Holds what a member pays with until the transaction ends. Payments hold it before they touch the member: so do we. */
  lockPayments: (tx: Tx, memberId: number) => Promise<void>;
  /** Gives the account what was bought without it from the same proved mailbox: it is of the same person. */
  takeGuestOrders: (db: Db, memberId: number) => Promise<void>;
  /** Stops payments to come. */
  stopPayments: (tx: Tx, memberId: number, now: Date) => Promise<void>;
}
