import type { Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { findFacts, findRefunds } from '#domain/payments/facts/facts.store.ts';
import { tryFulfil, tryRelease, UNAPPLIED_WORK } from '#domain/payments/orders/fulfilling.ts';
import { chargedBackOf, recordRefund, SEND_REFUNDS } from '#domain/payments/refunds/reversals.ts';
import { closeOrder } from '#domain/payments/orders/open-order.ts';
import { FULFIL_WITHIN_MS, isCardCheck, isStanding, payingCapture } from '#domain/payments/payments.rules.ts';
import {
  findAttempts,
  findOverdueOrders,
  findUnfulfilledOrders,
  lockOrder,
  updateOrder,
} from '#domain/payments/payments.store.ts';
import type { Order, PaymentServices } from '#domain/payments/payments.types.ts';
import { workDone } from './work.ts';

const AT_ONCE = 200;

/**
 * Processes each order in its own transaction under its lock. A failure does not block the others; it is thrown at the
 * end.
 */
async function eachOrder(
  services: PaymentServices,
  due: readonly { id: number }[],
  work: (tx: Tx, order: Order, now: Date) => Promise<void>,
): Promise<void> {
  const faults: unknown[] = [];
  for (const { id } of due)
    await services.db
      .transaction(async (tx) => {
        const order = await lockOrder(tx, id);
        if (order) await work(tx, order, services.clock());
      })
      .catch((error: unknown) => faults.push(error));
  if (faults.length > 0) throw faults[0];
}

/**
 * Clock: expires unpaid orders. An order outlasts every provider's payment window, so reserved goods are released only
 * once nobody can pay for them.
 */
export async function expireOrders(services: PaymentServices): Promise<number> {
  const due = await findOverdueOrders(services.db, services.clock(), AT_ONCE);
  await eachOrder(services, due, async (tx, order, now) => {
    if (order.state === 'open' && order.expiresAt <= now)
      await closeOrder(tx, services, order, { state: 'expired', now });
  });
  return due.length;
}

/**
 * Clock: retries fulfilment of paid orders, and refunds after 30 minutes. An order with nothing to refund (zero
 * total) is closed.
 */
export async function retryUnfulfilled(services: PaymentServices): Promise<number> {
  const due = await findUnfulfilledOrders(services.db, AT_ONCE);
  await eachOrder(services, due, async (tx, order, now) => {
    if (order.state !== 'paid' || order.fulfilledAt !== null || order.paidAt === null) return;
    const attempts = await findAttempts(tx, order.id);
    const given = await findRefunds(tx, order.id);
    const isCheck = isCardCheck(order);
    const amounts = new Map(attempts.map((attempt) => [attempt.id, attempt.amountCents]));
    const facts = await findFacts(tx, order.id);
    const capture = payingCapture(facts, { amounts, refunds: given, isCheck });
    const attempt = attempts.find((one) => one.id === capture?.attemptId);
    // Do not fulfil what is being refunded; the refund of a card check does not prevent fulfilment.
    const isBack = given.some(
      (row) => row.paidFactId === capture?.id && row.reason !== 'card_check' && isStanding(row),
    );
    if (!capture || !attempt || isBack) return;
    const left = capture.cents - chargedBackOf(facts, attempt.id);
    // Nor what a bank has taken back.
    const isHere = left === capture.cents;
    if (isHere && now.getTime() - order.paidAt.getTime() < FULFIL_WITHIN_MS) {
      if (await tryFulfil(tx, services, { order, attempt, capture, now }))
        await workDone(tx, UNAPPLIED_WORK, `order:${order.id}`, 'given after all', now);
      return;
    }
    if (isCheck || !isHere || left === 0) await updateOrder(tx, order.id, { state: 'cancelled', paidAt: null });
    // The dollar of a card check has a refund of its own, and charged-back money is gone.
    if (isCheck || (!isHere && left <= 0))
      await workDone(tx, UNAPPLIED_WORK, `order:${order.id}`, 'nothing of it is left here', now);
    if (!isCheck && left > 0)
      await recordRefund(tx, { order, capture, cents: left, reason: 'not_fulfilled', askedBy: 'system', now });
    await tryRelease(tx, services, order, now);
    await queueJob(tx, SEND_REFUNDS, {}, { jobKey: SEND_REFUNDS, maxAttempts: 3 });
  });
  return due.length;
}
