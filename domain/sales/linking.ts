import type { Db, Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { findAccount } from '#domain/auth/auth.ts';
import { lockAccount, moveOrders } from '#domain/payments/payments.ts';
import { emailHashOf } from './guest-links.ts';
import { findGuestByHash, updateGuest } from './guests.store.ts';

/** Queued where an account proved an address: what a guest of the same mailbox bought is its own. */
export const LINK_GUEST = 'sales-link-guest';

/** In the transaction that proves the address. The work comes after it: an account that is being changed is locked. */
export const noteAddressProved = (tx: Tx, memberId: number): Promise<void> =>
  queueJob(tx, LINK_GUEST, { memberId }, { jobKey: `${LINK_GUEST}:${memberId}` });

/**
 * Gives an account what a guest bought, of the same mailbox, that both proved. Answers the orders. Run again it takes what
 * came since.
 */
async function linkGuestOrders(tx: Tx, memberId: number, email: string): Promise<number[]> {
  const guest = await findGuestByHash(tx, emailHashOf(email));
  if (!guest || guest.provedAt === null) return [];
  // The guest's first: whoever waits for it sees then whose the order has become.
  await lockAccount(tx, { kind: 'guest', guestId: guest.id });
  await lockAccount(tx, memberId);
  const moved = await moveOrders(tx, guest.id, memberId);
  await updateGuest(tx, guest.id, { linkedMemberId: memberId });
  return moved;
}

/** The job. An address that is not proved, or no more, links nothing. */
export async function linkGuest(db: Db, memberId: number): Promise<void> {
  const account = await findAccount(db, memberId);
  const email = account?.email;
  if (!email || account.emailVerifiedAt === null) return;
  await db.transaction((tx) => linkGuestOrders(tx, memberId, email));
}
