import type { Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { post, stopDeferral, type Transfer } from '#domain/ledger/ledger.ts';
import { UNAPPLIED } from '#domain/ledger/ledger.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { findRefunds, insertRefund, type FactRow, type RefundRow } from './facts.store.ts';
import { drawNumber } from './numbering.ts';
import { shareOut } from './payments.rules.ts';
import type { Order, PaymentServices } from './payments.types.ts';

/** Queued when what a member may hear has changed. */
export const ACCESS_CHANGED = 'payment-access-changed';

export async function tellAccessChanged(tx: Tx, memberId: number | null): Promise<void> {
  if (memberId !== null) await queueJob(tx, ACCESS_CHANGED, { memberId }, { jobKey: `${ACCESS_CHANGED}:${memberId}` });
}

/**
 * Writes down that money goes back, before any provider is asked. Of one capture never more goes back than it was. In the
 * transaction that holds the order.
 */
export async function intendRefund(
  tx: Tx,
  {
    order,
    capture,
    cents,
    reason,
    askedBy,
    now,
  }: { order: Order; capture: FactRow; cents: number; reason: string; askedBy: string; now: Date },
): Promise<RefundRow> {
  const before = (await findRefunds(tx, order.id)).filter(({ paidFactId }) => paidFactId === capture.id);
  const given = before.reduce((sum, row) => sum + row.cents, 0);
  if (capture.attemptId === null || given + cents > capture.cents)
    throw new DomainError('conflict', `${capture.cents - given} cents of it are left`);
  for (;;) {
    const row = await insertRefund(tx, {
      orderId: order.id,
      attemptId: capture.attemptId,
      paidFactId: capture.id,
      number: drawNumber('refund', now),
      cents,
      reason,
      askedBy,
      createdAt: now,
      nextQueryAt: now,
    });
    if (row) return row;
  }
}

/** Takes back what was given for a part of an order, and has the books say that the money is on its way back. */
export async function reverseLines(
  tx: Tx,
  services: Pick<PaymentServices, 'fulfilments'>,
  { order, refund, beforeCents, now }: { order: Order; refund: RefundRow; beforeCents: number; now: Date },
): Promise<void> {
  const today = dayHkOf(now);
  for (const { line, cents } of shareOut(order.lines, { beforeCents, cents: refund.cents })) {
    await services.fulfilments[line.kind]?.reverse(tx, order, line, { cents, now });
    const unearned = await stopDeferral(tx, { orderId: order.id, lineNo: line.lineNo, cents, today });
    const back = { credit: UNAPPLIED, kind: 'refund', orderId: order.id, dayHk: today };
    const key = `refund:${refund.id}:${line.lineNo}`;
    const transfers: Transfer[] = [
      { ...back, debit: `deferred:${line.kind}`, cents: unearned, uniqueKey: `${key}:deferred` },
      {
        ...back,
        debit: line.kind === 'gift' ? 'gifts' : `refunds:${line.kind}`,
        cents: cents - unearned,
        uniqueKey: key,
      },
    ];
    await post(tx, transfers);
  }
  await tellAccessChanged(tx, order.memberId);
}
