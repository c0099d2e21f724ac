import type { Tx } from '#db/database.ts';
import { findAccount } from '#domain/auth/auth.ts';
import type { Buyer, PricedLine, Product } from '#domain/sales/sales.ts';
import { contentPaths } from '#shared/paths/content-paths.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';
import { giveRental } from './rentals.ts';
import { findRunning } from './rentals.store.ts';
import { findFilm } from './films.store.ts';
import type { Film } from './films.types.ts';

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
export const filmProduct: Product<'premium'> = {
  kind: 'premium',
  forGuests: false,
  async price(tx, buyer, lines, now) {
    const memberId = await demandVerified(tx, buyer);
    if (new Set(lines.map(({ id }) => id)).size < lines.length)
      throw new DomainError('invalidParam', 'an order can contain each film once');
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
