import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { findAccount } from '#domain/auth/auth.ts';
import type { Fulfilment } from '#domain/payments/payments.ts';
import type { Buyer, PricedLine, Product } from '#domain/sales/sales.ts';
import { contentPaths } from '#shared/paths/content-paths.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';
import { lineTotalCents } from '#shared/money.ts';
import { giveRental } from './rentals.ts';
import { endRental, findOfOrder, findRunning, lessenPaid, lockOfOrder } from './rentals.store.ts';
import { findFilm } from './videos.store.ts';
import type { Film } from './videos.types.ts';

/** Maximum films per order. */
const MAX_FILMS = 10;

/** A line's payload, parsed again on payment: the rental terms at the time of the order. */
const linePayload = z.object({ rentDays: z.number().int(), watchHours: z.number().int() });

/** A film on sale now; throws 20008 if it is not. */
async function filmForSale(tx: Tx, id: number, now: Date): Promise<Film> {
  const film = isPossibleId(id) ? await findFilm(tx, id, now) : null;
  if (film === null || film.streamId === null || (film.sellsUntil !== null && film.sellsUntil <= now))
    throw new DomainError('productNotFound');
  return film;
}

/** Receipts and expiry notices are mailed, so the address must be verified. */
async function demandVerified(tx: Tx, buyer: Buyer): Promise<number> {
  if (buyer.kind !== 'member') throw new DomainError('notAuthenticated');
  const account = await findAccount(tx, buyer.memberId);
  if (!account?.emailVerifiedAt) throw new DomainError('forbidden', 'tvodEmailNotVerified');
  return buyer.memberId;
}

async function rentable(tx: Tx, memberId: number, filmId: number, now: Date): Promise<Film> {
  const film = await filmForSale(tx, filmId, now);
  if ((await findRunning(tx, memberId, film.id, now)) !== null) throw new DomainError('alreadyOwned');
  return film;
}

/** A film rental as a product of sales. */
export const videoProduct: Product<'premium'> = {
  kind: 'premium',
  forGuests: false,
  async price(tx, buyer, lines, now) {
    const memberId = await demandVerified(tx, buyer);
    if (lines.length > MAX_FILMS || new Set(lines.map(({ id }) => id)).size < lines.length)
      throw new DomainError('invalidParam', `an order can contain at most ${MAX_FILMS} films, each of them once`);
    if (lines.some(({ quantity, unit }) => quantity !== 1 || unit !== null))
      throw new DomainError('invalidParam', 'the quantity of a film must be 1');
    const priced: PricedLine[] = [];
    for (const { id } of lines) {
      const { title, priceCents, rentDays, watchHours } = await rentable(tx, memberId, id, now);
      priced.push({
        productId: id,
        name: title,
        quantity: 1,
        unitCents: priceCents,
        discountCents: 0,
        payload: { rentDays, watchHours },
      });
    }
    return priced;
  },
  // Films are unlimited.
  hold: async () => {},
  pathOf: (filmId) => (filmId === null ? contentPaths.premiumVideoLanding() : contentPaths.premiumVideoDetail(filmId)),
  async redeem(tx, buyer, productId, now) {
    const memberId = await demandVerified(tx, buyer);
    const film = await rentable(tx, memberId, productId, now);
    await giveRental(tx, { memberId, film, source: 'code', now });
    return { name: film.title, path: contentPaths.premiumVideoDetail(film.id, film.title) };
  },
};

/**
 * Effects of paying for a film; sales handles codes. Under the lock of the billing account, in a savepoint; idempotent.
 */
export const VIDEO_FULFILMENT: Fulfilment = {
  async fulfil(tx, order, line, { now }) {
    if ((await findOfOrder(tx, order.id, line.productId)) !== null) return;
    if (order.memberId === null) throw new DomainError('userNotFound', 'the account of the buyer was erased');
    const film = { id: line.productId, ...linePayload.parse(line.payload) };
    const { memberId, id: orderId } = order;
    await giveRental(tx, { memberId, film, source: 'order', orderId, paidCents: lineTotalCents(line), now });
  },
  /**
   * A rental can be reversed as a whole until its first picture, and after it only by a chargeback, which ends it. A
   * partial refund only lowers the price paid.
   */
  async reverse(tx, order, line, { cents, now, isChargeback = false }) {
    const rental = await lockOfOrder(tx, order.id, line.productId);
    if (rental === null || rental.endedAt !== null) return;
    if (cents < rental.paidCents) return lessenPaid(tx, rental.id, rental.paidCents - cents);
    if (rental.startedAt !== null && !isChargeback)
      throw new DomainError('conflict', 'a rental that has been started cannot be refunded');
    await endRental(tx, rental.id, 'refunded', now < rental.rentedAt ? rental.rentedAt : now);
  },
  // Nothing is held for films; sales releases the code.
  release: async () => {},
  // Income is earned at once.
  earnedOver: async () => null,
  pathOf: (result, { id }) => memberPaths.filmResult(result, id),
};
