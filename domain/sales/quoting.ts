import { demandAttempt } from '#domain/attempts/attempts.ts';
import { getOpenOrder } from '#domain/payments/payments.ts';
import { DomainError } from '#shared/domain-error.ts';
import { SALE_LIMITS } from '#shared/limits.ts';
import { lineTotalCents } from '#shared/money.ts';
import { demandReal, demandSound, priceLines, sameAsked } from './selling.ts';
import type { AskedSale, SalesServices } from './sales.types.ts';

interface SaleQuote {
  discountCents: number;
  totalCents: number;
}

/**
 * The price of a sale for a member, while a code is typed: the same pricing as `sell`, without an order or hold.
 * Refused as the sale would be; 429 for trying many codes.
 */
export async function quoteSale(
  services: SalesServices,
  { memberId }: { memberId: number },
  asked: AskedSale,
  visitor: { now: Date; remoteIp: string },
): Promise<SaleQuote> {
  const { now } = visitor;
  const product = services.products[asked.productType];
  if (!product) throw new DomainError('productNotFound');
  demandSound(asked);
  await demandAttempt(services.db, `sale-quote:${memberId}`, { ...SALE_LIMITS.quotes, now });
  const buyer = { kind: 'member', memberId } as const;
  await demandReal(services, buyer, asked, visitor);
  return services.db.transaction(async (tx) => {
    const selling = { buyer, product, asked, now };
    const open = await getOpenOrder(tx, memberId, product.kind);
    // An open order keeps the price at which it was held.
    const lines = sameAsked(open, selling)?.lines ?? (await priceLines(tx, services, selling, open)).lines;
    const sum = (of: (line: (typeof lines)[number]) => number) => lines.reduce((all, line) => all + of(line), 0);
    return {
      discountCents: sum(({ discountCents }) => discountCents),
      totalCents: sum(lineTotalCents),
    };
  });
}
