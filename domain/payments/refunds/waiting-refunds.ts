import type { Db, Tx } from '#db/database.ts';
import { waitingWith } from '#domain/actions/actions.ts';

/** A refund that somebody asked for and a second person has not decided. */
interface WaitingRefund {
  approvalId: number;
  /** As it was shown; it is refused if it would be another amount. */
  cents: number;
  reason: string;
  askedBy: string;
  askedAt: Date;
  expiresAt: Date;
}

/** Refunds of an order that wait for a second person, oldest first. */
export async function waitingRefunds(db: Db | Tx, orderId: number, now: Date): Promise<WaitingRefund[]> {
  const waiting = await waitingWith(db, 'orders.refund', { order_id: orderId }, now);
  return waiting.map(({ id: approvalId, shown, askedByName: askedBy, ...asked }) => ({
    ...asked,
    approvalId,
    askedBy,
    cents: Number(shown.find(({ action }) => action === 'orders.refund')?.after?.['cents'] ?? 0),
  }));
}
