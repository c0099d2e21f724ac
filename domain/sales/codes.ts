import type { Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { Product, Products } from './sales.types.ts';

/** What codes grant and link to, by product kind; used on redemption. */
export function productsOfCodes(products: Products) {
  const ofKind = (kind: string): Product | undefined =>
    Object.values(products).find((product) => product?.kind === kind);
  return {
    async give(tx: Tx, { kind, id }: { kind: string; id: number }, memberId: number, now: Date) {
      const product = ofKind(kind);
      if (!product?.redeem) throw new DomainError('redeemCodeNotFound');
      return product.redeem(tx, { kind: 'member', memberId }, id, now);
    },
    pathOf: (kind: string, id: number | null): string => ofKind(kind)?.pathOf?.(id) ?? '/',
  };
}
