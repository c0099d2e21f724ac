import type { Db, Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { findAccount } from '#domain/auth/auth.ts';
import { lockAccount, moveOrders } from '#domain/payments/payments.ts';
import { emailHashOf } from './guest-links.ts';
import { findGuestByHash, updateGuest } from './guests.store.ts';

/** Queued when an account verifies an address, to move purchases of the same mailbox's guest to it. */
export const LINK_GUEST = 'sales-link-guest';

/** Runs in the transaction that verifies the address. Linking runs later, because the changing account is locked. */
export const noteAddressProved = (tx: Tx, memberId: number): Promise<void> =>
  queueJob(tx, LINK_GUEST, { memberId }, { jobKey: `${LINK_GUEST}:${memberId}` });

/** Moves a guest's orders to the account of the same verified mailbox. Returns the orders. A rerun moves later ones. */
async function linkGuestOrders(tx: Tx, memberId: number, email: string): Promise<number[]> {
  const guest = await findGuestByHash(tx, emailHashOf(email));
  if (!guest || guest.provedAt === null) return [];
  // The guest's lock first: waiting callers then see the new owner.
  await lockAccount(tx, { kind: 'guest', guestId: guest.id });
  await lockAccount(tx, memberId);
  const moved = await moveOrders(tx, guest.id, memberId);
  await updateGuest(tx, guest.id, { linkedMemberId: memberId });
  return moved;
}

/** Job. Does nothing if the address is not, or no longer, verified. */
export async function linkGuest(db: Db, memberId: number): Promise<void> {
  const account = await findAccount(db, memberId);
  const email = account?.email;
  if (!email || account.emailVerifiedAt === null) return;
  await db.transaction((tx) => linkGuestOrders(tx, memberId, email));
}
