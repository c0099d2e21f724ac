import type { Tx } from '#db/database.ts';
import type { ArchiveSettings } from '#domain/archive/archive.ts';
import { findAccount } from '#domain/auth/auth.ts';
import type { Buyer, PricedLine, Product } from '#domain/sales/sales.ts';
import { dayWords } from '#shared/day.words.ts';
import { DomainError } from '#shared/domain-error.ts';
import { contentPaths } from '#shared/paths/content-paths.ts';
import { forSale, ownedReplays } from './rights.ts';

/** Receipts are mailed, so the address must be verified, as for films. */
async function demandVerified(tx: Tx, buyer: Buyer): Promise<number> {
  if (buyer.kind !== 'member') throw new DomainError('notAuthenticated');
  const account = await findAccount(tx, buyer.memberId);
  if (!account?.emailVerifiedAt) throw new DomainError('forbidden', 'tvodEmailNotVerified');
  return buyer.memberId;
}

/** One replay as a product of sales. */
export const replayProduct = (settings: Pick<ArchiveSettings, 'freeMinutes'>): Product<'replay'> => ({
  kind: 'replay',
  forGuests: false,
  async price(tx, buyer, lines, now) {
    const memberId = await demandVerified(tx, buyer);
    if (lines.some(({ quantity, unit }) => quantity !== 1 || unit !== null))
      throw new DomainError('invalidParam', 'the quantity of a replay must be 1');
    const owned = (await ownedReplays(tx, [memberId], now)).get(memberId);
    const priced: PricedLine[] = [];
    for (const { id } of lines) {
      const { broadcast, priceCents } = await forSale({ db: tx, settings, now }, id);
      if (owned?.has(broadcast.id)) throw new DomainError('alreadyOwned');
      // A saved id may name a broadcast that is now part of another.
      if (priced.some(({ productId }) => productId === broadcast.id))
        throw new DomainError('invalidParam', 'an order can contain each replay once');
      const name = `${broadcast.title ?? broadcast.programTitle}（${dayWords(broadcast.dayHk)}）`;
      priced.push({
        productId: broadcast.id,
        name,
        quantity: 1,
        unitCents: priceCents,
        discountCents: 0,
        payload: {},
      });
    }
    return priced;
  },
  // Replays are unlimited.
  hold: async () => {},
  pathOf: (id) => (id === null ? '/program/archives' : contentPaths.replay(id)),
});
