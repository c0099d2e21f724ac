import { queueJob } from '#db/outbox.ts';
import { findFacts, findRefunds } from './facts.store.ts';
import { releaseLines, tryFulfil } from './fulfilling.ts';
import { intendRefund } from './giving-back.ts';
import { closeOrder } from './open-order.ts';
import { FULFIL_WITHIN_MS, isCardCheck, payingCapture } from './payments.rules.ts';
import { findAttempts, findOverdueOrders, findUnfulfilledOrders, lockOrder } from './payments.store.ts';
import type { PaymentServices } from './payments.types.ts';
import { SEND_REFUNDS } from './settle.ts';

const AT_ONCE = 200;

/**
 * Clock: ends orders that nobody paid in time. An order waits longer than any window of a provider, so what was held for it is
 * free only once nobody can pay for it.
 */
export async function expireOrders(services: PaymentServices): Promise<number> {
  const due = await findOverdueOrders(services.db, services.clock(), AT_ONCE);
  for (const { id } of due)
    await services.db.transaction(async (tx) => {
      const now = services.clock();
      const order = await lockOrder(tx, id);
      if (order?.state === 'open' && order.expiresAt <= now)
        await closeOrder(tx, services, order, { state: 'expired', now });
    });
  return due.length;
}

/** Clock: tries again to give what was paid; half an hour after the money came, gives the money back. */
export async function retryUnfulfilled(services: PaymentServices): Promise<number> {
  const due = await findUnfulfilledOrders(services.db, AT_ONCE);
  for (const { id } of due)
    await services.db.transaction(async (tx) => {
      const now = services.clock();
      const order = await lockOrder(tx, id);
      if (order?.state !== 'paid' || order.fulfilledAt !== null || order.paidAt === null) return;
      const attempts = await findAttempts(tx, id);
      const given = await findRefunds(tx, id);
      const amounts = new Map(attempts.map((attempt) => [attempt.id, attempt.amountCents]));
      const capture = payingCapture(await findFacts(tx, id), { amounts, refunds: given, isCheck: isCardCheck(order) });
      const attempt = attempts.find((one) => one.id === capture?.attemptId);
      if (!capture || !attempt) return;
      const isLate = now.getTime() - order.paidAt.getTime() >= FULFIL_WITHIN_MS;
      // What is on its way back is not given any more; what proved a card goes back in any case.
      const isBack = given.some(({ paidFactId, reason }) => paidFactId === capture.id && reason !== 'card_check');
      if (isBack || (isLate && (isCardCheck(order) || capture.cents === 0))) return;
      if (!isLate) {
        await tryFulfil(tx, services, { order, attempt, capture, now });
        return;
      }
      await intendRefund(tx, { order, capture, cents: capture.cents, reason: 'not_fulfilled', askedBy: 'system', now });
      await releaseLines(tx, services, order, now);
      await queueJob(tx, SEND_REFUNDS, {}, { jobKey: SEND_REFUNDS, maxAttempts: 3 });
    });
  return due.length;
}
