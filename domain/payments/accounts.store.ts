import { eq, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { billingAccounts, orders } from '#db/tables/payments.ts';
import type { Payer } from '#shared/actor.ts';
import type { Order } from './payments.types.ts';

const payerOf = (payer: number | Payer): Payer =>
  typeof payer === 'number' ? { kind: 'member', memberId: payer } : payer;

/** Holds whoever moves the money of the same member, by their number, or of the same guest until this transaction ends. */
export async function lockAccount(tx: Tx, whose: number | Payer): Promise<void> {
  const payer = payerOf(whose);
  const [own, isOwn] =
    payer.kind === 'member'
      ? [{ memberId: payer.memberId }, eq(billingAccounts.memberId, payer.memberId)]
      : [{ guestId: payer.guestId }, eq(billingAccounts.guestId, payer.guestId)];
  await tx.insert(billingAccounts).values(own).onConflictDoNothing();
  await tx.select({ id: billingAccounts.id }).from(billingAccounts).where(isOwn).for('no key update');
}

/** The orders of a member, by their number, or of a guest. */
export function isOf(whose: number | Payer): SQL {
  const payer = payerOf(whose);
  return payer.kind === 'member' ? eq(orders.memberId, payer.memberId) : eq(orders.guestId, payer.guestId);
}

/** Whose an order is; null once its buyer was erased. */
export function payerOfOrder({ memberId, guestId }: Pick<Order, 'memberId' | 'guestId'>): Payer | null {
  if (memberId !== null) return { kind: 'member', memberId };
  return guestId === null ? null : { kind: 'guest', guestId };
}
