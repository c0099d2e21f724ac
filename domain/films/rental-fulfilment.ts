import { z } from 'zod';
import type { Fulfilment, OrderLine } from '#domain/payments/payments.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { lineTotalCents } from '#shared/money.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';
import { giveRental } from './rentals.ts';
import { endRental, findOfOrder, lessenPaid, lockOfOrder } from './rentals.store.ts';

/** A line's payload, parsed again on payment: the rental terms at the time of the order. */
const linePayload = z.object({ rentDays: z.number().int(), watchHours: z.number().int() });

/** The station keeps half of the price of a film that was begun, whatever went back before its first picture. */
const mostOfBegun = ({ paidCents }: { paidCents: number }, line: OrderLine): number =>
  Math.max(0, paidCents - Math.ceil(lineTotalCents(line) / 2));

/**
 * Effects of paying for a film; sales handles codes. Under the lock of the billing account, in a savepoint; idempotent.
 */
export const RENTAL_FULFILMENT: Fulfilment = {
  async fulfil(tx, order, line, { now }) {
    if ((await findOfOrder(tx, order.id, line.productId)) !== null) return;
    if (order.memberId === null) throw new DomainError('userNotFound', 'the account of the buyer was erased');
    const film = { id: line.productId, ...linePayload.parse(line.payload) };
    const { memberId, id: orderId } = order;
    await giveRental(tx, { memberId, film, source: 'order', orderId, paidCents: lineTotalCents(line), now });
  },
  /**
   * A rental can be reversed as a whole until its first picture, and after it only by a chargeback, which ends it. A
   * partial refund only lowers the price paid. One that staff ended has nothing left to take: `unused` limits its refund.
   */
  async reverse(tx, order, line, { cents, now, isChargeback = false }) {
    const rental = await lockOfOrder(tx, order.id, line.productId);
    if (rental === null || rental.endedWhy === 'refunded') return;
    if (cents < rental.paidCents) return lessenPaid(tx, rental.id, rental.paidCents - cents);
    if (rental.startedAt !== null && rental.endedAt === null && !isChargeback)
      throw refused('rental-started', { left_cents: mostOfBegun(rental, line) });
    await endRental(tx, rental.id, 'refunded', rental.endedAt ?? (now < rental.rentedAt ? rental.rentedAt : now));
  },
  /**
   * Nothing is unused. Of a film that was begun some goes back for a complaint, without its end: half of its price at most,
   * also once staff ended it, as that takes back nothing of what was watched. The money of the films of an order goes back in the
   * order of its lines, so the first that was begun limits it.
   */
  async unused(tx, order) {
    let before = 0;
    for (const line of order.lines) {
      const rental = await findOfOrder(tx, order.id, line.productId);
      if (rental === null || rental.endedWhy === 'refunded') continue;
      if (rental.startedAt !== null)
        return { cents: 0, limit: { cents: before + mostOfBegun(rental, line), why: 'rental-started' } };
      before += rental.paidCents;
    }
    return null;
  },
  // Nothing is held for films; sales releases the code.
  release: async () => {},
  // Income is earned at once.
  earnedOver: async () => null,
  pathOf: (result, { id }) => memberPaths.filmResult(result, id),
};
