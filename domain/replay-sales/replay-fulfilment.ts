import { hasEnded } from '#domain/archive/archive.rules.ts';
import { getBroadcast } from '#domain/archive/archive.ts';
import { workDone, type Fulfilment } from '#domain/payments/payments.ts';
import { DomainError } from '#shared/domain-error.ts';
import { lineTotalCents } from '#shared/money.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';
import { LOST_REPLAY, lostSubject, ownedReplays } from './rights.ts';
import { rightEndsAt } from './replay-sales.rules.ts';
import { endPurchase, findOfOrder, insertPurchase, lessenPaid, lockOfOrder } from './replay-sales.store.ts';

/**
 * Effects of paying for one replay; sales handles codes. Under the lock of the billing account, in a savepoint;
 * idempotent.
 */
export const replayFulfilment: Fulfilment = {
  async fulfil(tx, order, line, { now }) {
    if ((await findOfOrder(tx, order.id, line.productId)) !== null) return;
    const { memberId, id: orderId } = order;
    if (memberId === null) throw new DomainError('userNotFound', 'the account of the buyer was erased');
    const found = await getBroadcast(tx, line.productId);
    // Taken down while its buyer paid: the money is refunded.
    if (found === undefined || hasEnded(found.broadcast, now)) throw new DomainError('productNotFound');
    // The constraint compares ids as bought; two of them may be one broadcast now.
    if ((await ownedReplays(tx, [memberId], now)).get(memberId)?.has(found.broadcast.id))
      throw new DomainError('alreadyOwned');
    const endsAt = rightEndsAt(found.broadcast, now);
    const paidCents = lineTotalCents(line);
    await insertPurchase(tx, { memberId, archiveId: line.productId, orderId, paidCents, boughtAt: now, endsAt });
  },
  /** A full refund or chargeback ends the right, heard or not; a partial refund only lowers the price paid. */
  async reverse(tx, order, line, { cents, now }) {
    const purchase = await lockOfOrder(tx, order.id, line.productId);
    if (purchase === null || purchase.endedAt !== null) return;
    const { id, paidCents, boughtAt } = purchase;
    if (cents < paidCents) return lessenPaid(tx, id, paidCents - cents);
    await endPurchase(tx, id, now < boughtAt ? boughtAt : now);
    await workDone(tx, LOST_REPLAY, lostSubject(id), 'refunded', now);
  },
  // Nothing is held for replays; sales releases the code.
  release: async () => {},
  // Income is earned at once.
  earnedOver: async () => null,
  pathOf: (result, { id }) => memberPaths.replayResult(result, id),
};
