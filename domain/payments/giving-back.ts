import type { Db, Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { post, stopDeferral, type Transfer } from '#domain/ledger/ledger.ts';
import { CREDIT, UNAPPLIED } from '#domain/ledger/ledger.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dayHkOf, type DayHk } from '#shared/hk-time.ts';
import { findFacts, findRefunds, insertRefund, type FactRow, type RefundRow } from './facts.store.ts';
import { drawNumber } from './numbering.ts';
import { isSurplus, shareOut } from './payments.rules.ts';
import { findOrder } from './payments.store.ts';
import type { Order, OrderLine, PaymentServices } from './payments.types.ts';
import { openWork } from './work.ts';

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

/** What of the price of a paid order did not go back, and is not on its way back, nor was charged back. */
export async function keptCents(db: Db, orderId: number): Promise<number> {
  const order = await findOrder(db, orderId);
  if (!order) throw new Error(`order ${orderId} is gone`);
  const given = (await findRefunds(db, orderId)).filter(({ reason }) => !isSurplus(reason));
  const taken = (await findFacts(db, orderId)).filter(({ kind }) => kind === 'chargeback');
  return [...given, ...taken].reduce((left, { cents }) => Math.max(0, left - cents), order.totalCents);
}

/** Books what goes back of a line: what is still to be earned of it first, the rest out of what was earned. */
async function bookReversal(
  tx: Tx,
  { orderId, line, cents, key, today }: { orderId: number; line: OrderLine; cents: number; key: string; today: DayHk },
): Promise<void> {
  const unearned = await stopDeferral(tx, { orderId, lineNo: line.lineNo, cents, today });
  const back = { credit: UNAPPLIED, kind: 'refund', orderId, dayHk: today };
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

/**
 * Takes back what was given for a part of an order, wherever its value has moved, and has the books say that the money is on its
 * way back. What was used, and cannot be taken back, waits for a person.
 */
export async function reverseLines(
  tx: Tx,
  services: Pick<PaymentServices, 'fulfilments'>,
  { order, refund, beforeCents, now }: { order: Order; refund: RefundRow; beforeCents: number; now: Date },
): Promise<void> {
  const today = dayHkOf(now);
  for (const { line, cents } of shareOut(order.lines, { beforeCents, cents: refund.cents })) {
    const moved = (await services.fulfilments[line.kind]?.reverse(tx, order, line, { cents, now })) ?? null;
    const key = `refund:${refund.id}:${line.lineNo}`;
    const creditCents = moved?.creditCents ?? 0;
    const credit = { debit: CREDIT, credit: UNAPPLIED, kind: 'refund', orderId: order.id, dayHk: today };
    await post(tx, [{ ...credit, cents: creditCents, uniqueKey: `${key}:credit` }]);
    let own = cents - creditCents;
    for (const [n, from] of (moved?.fromOrders ?? []).entries()) {
      await bookReversal(tx, { ...from, key: `${key}:from:${n}`, today });
      own -= from.cents;
    }
    await bookReversal(tx, { orderId: order.id, line, cents: own, key, today });
    if (moved && moved.shortCents > 0)
      await openWork(tx, {
        kind: 'used_value_refunded',
        subject: `refund:${refund.number}`,
        orderId: order.id,
        attemptId: refund.attemptId,
        detail: { refund: refund.number, usedCents: moved.shortCents },
        now,
      });
  }
  await tellAccessChanged(tx, order.memberId);
}
