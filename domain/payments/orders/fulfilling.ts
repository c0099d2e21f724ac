import type { Tx } from '#db/database.ts';
import { defer, post } from '#domain/ledger/ledger.ts';
import { CREDIT, lineAccountOf, UNAPPLIED } from '#domain/ledger/ledger.rules.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { lineTotalCents } from '#shared/money.ts';
import type { FactRow } from '#domain/payments/facts/facts.store.ts';
import { queueAccessChanged } from '#domain/payments/refunds/reversals.ts';
import { isCardCheck } from '#domain/payments/payments.rules.ts';
import { updateOrder, type AttemptRow } from '#domain/payments/payments.store.ts';
import { startedOf } from '#domain/payments/attempts/started.ts';
import type { Attempt, Order, Paper, PaymentServices } from '#domain/payments/payments.types.ts';
import { openWork, errorText } from '#domain/payments/operations/work.ts';

export const UNAPPLIED_WORK = 'unapplied_money';

export const attemptOf = ({ id, orderId, number, gateway, state, amountCents, profileId }: AttemptRow): Attempt => ({
  id,
  orderId,
  number,
  gateway,
  state,
  amountCents,
  profileId,
});

async function applyMoney(tx: Tx, services: PaymentServices, order: Order, now: Date): Promise<void> {
  const dayHk = dayHkOf(now);
  for (const line of order.lines) {
    const cents = lineTotalCents(line);
    const over = await services.fulfilments[line.kind]!.earnedOver(tx, order, line);
    const credit = lineAccountOf(line.kind, over !== null);
    await post(tx, [
      {
        debit: UNAPPLIED,
        credit,
        cents,
        kind: 'fulfil',
        orderId: order.id,
        uniqueKey: `fulfil:${order.id}:${line.lineNo}`,
        dayHk,
      },
    ]);
    if (over === null || !credit.startsWith('deferred:')) continue;
    const { creditCents = 0, ...days } = over;
    await post(tx, [
      {
        debit: CREDIT,
        credit,
        cents: creditCents,
        kind: 'credit',
        orderId: order.id,
        uniqueKey: `credit:${order.id}:${line.lineNo}`,
        dayHk,
      },
    ]);
    const earned = { orderId: order.id, lineNo: line.lineNo, kind: line.kind, cents: cents + creditCents };
    if (earned.cents > 0) await defer(tx, { ...earned, ...days, today: dayHk });
  }
}

export const releaseLines = async (
  tx: Tx,
  { fulfilments }: Pick<PaymentServices, 'fulfilments'>,
  order: Order,
  now: Date,
): Promise<void> => {
  for (const line of order.lines) await fulfilments[line.kind]?.release(tx, order, line, { now });
};

/** As `releaseLines`, for refunds: a failure becomes a work item and does not block the refund. */
export async function tryRelease(tx: Tx, services: PaymentServices, order: Order, now: Date): Promise<void> {
  try {
    await tx.transaction((savepoint) => releaseLines(savepoint, services, order, now));
  } catch (error) {
    const about = { subject: `order:${order.id}`, orderId: order.id, now };
    await openWork(tx, { kind: 'not_released', ...about, detail: { error: errorText(error) } });
  }
}

/**
 * Fulfils a paid order in a savepoint. On failure the money remains recorded, and the order is retried, raised as a
 * work item and eventually refunded.
 */
export async function tryFulfil(
  tx: Tx,
  services: PaymentServices,
  { order, attempt, capture, now }: { order: Order; attempt: AttemptRow; capture: FactRow; now: Date },
): Promise<boolean> {
  const isCheck = isCardCheck(order);
  try {
    await tx.transaction(async (savepoint) => {
      const by = { attempt: attemptOf(attempt), card: startedOf(attempt).card ?? null, now };
      for (const line of order.lines) {
        const fulfilment = services.fulfilments[line.kind];
        if (!fulfilment) throw new Error(`nobody fulfils ${line.kind}`);
        await fulfilment.fulfil(savepoint, order, line, by);
      }
      // A card check is not income.
      if (!isCheck) await applyMoney(savepoint, services, order, now);
      await updateOrder(savepoint, order.id, { fulfilledAt: now });
      if (!isCheck && capture.cents > 0)
        await services.noteReceipt?.(savepoint, {
          kind: 'receipt',
          orderId: order.id,
          refundId: null,
          cents: capture.cents,
          paidAt: capture.at,
          content: paperOf(order, attempt, attempt.number),
        });
      await queueAccessChanged(savepoint, order.memberId);
    });
  } catch (error) {
    const subject = `order:${order.id}`;
    await openWork(tx, { kind: UNAPPLIED_WORK, subject, orderId: order.id, detail: { error: errorText(error) }, now });
    return false;
  }
  return true;
}

/** The content of a receipt or refund note for an order. */
export const paperOf = (
  order: Order,
  { gateway, method }: Pick<AttemptRow, 'gateway' | 'method'>,
  reference: string,
): Paper['content'] => ({
  reference,
  gateway,
  method,
  lines: order.lines.map(({ kind, name, quantity, unitCents, discountCents }) => ({
    kind,
    name,
    quantity,
    unitCents,
    discountCents,
  })),
});
