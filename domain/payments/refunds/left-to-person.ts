import type { Tx } from '#db/database.ts';
import { updateRefund, type RefundRow } from '#domain/payments/facts/facts.store.ts';
import { openWork } from '#domain/payments/operations/work.ts';

export interface LeftToPerson {
  state: 'failed' | 'by_hand';
  why: string;
}

/** Leaves a refund to staff. Runs in the transaction that holds the order. */
export async function askPerson(
  tx: Tx,
  { id, number, orderId, attemptId, cents }: RefundRow,
  { state, why, now }: LeftToPerson & { now: Date },
): Promise<void> {
  await updateRefund(tx, id, { state, nextQueryAt: null });
  const about = { subject: `refund:${number}`, orderId, attemptId, now };
  await openWork(tx, { kind: 'failed_refund', ...about, detail: { cents, why } });
}
