import { setLeaving, type MemberServices } from '#domain/members/members.ts';
import { lockAccount } from '#domain/payments/payments.ts';
import type { PrivacyServices } from '#domain/privacy/privacy.ts';
import { stopAllPayments } from '#domain/renewals/renewals.ts';
import { linkGuest } from '#domain/sales/sales.ts';
import { PERSONAL_TABLES } from '#server/services/accounts/personal-tables.ts';

/** Dependencies of exports and erasures. Each module declares its data; privacy calls none of them. */
export const createPrivacyServices = ({ db, sessions, secretKey }: MemberServices): PrivacyServices => ({
  db,
  sessions,
  secretKey,
  tables: PERSONAL_TABLES,
  setLeaving,
  lockPayments: lockAccount,
  takeGuestOrders: linkGuest,
  stopPayments: stopAllPayments,
});
