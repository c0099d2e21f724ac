const GROUPED = new Intl.NumberFormat('en', { useGrouping: true, minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Cents as Hong Kong dollars for documents and staff lists: HK$388.00, −HK$38.40. */
export const exactHk = (cents: number): string => `${cents < 0 ? '−' : ''}HK$${GROUPED.format(Math.abs(cents) / 100)}`;

/** Cents as Hong Kong dollars for pages: HK$388, HK$349.60, −HK$38.40. */
export const moneyHk = (cents: number): string => exactHk(cents).replace(/\.00$/, '');

/** An order line after its discount, in cents. */
export const lineTotalCents = ({
  quantity,
  unitCents,
  discountCents,
}: {
  quantity: number;
  unitCents: number;
  discountCents: number;
}): number => quantity * unitCents - discountCents;
