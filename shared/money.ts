const GROUPED = new Intl.NumberFormat('en', { useGrouping: true, minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Cents as an amount in Hong Kong dollars, as papers and lists of staff have it: HK$388.00, −HK$38.40. */
export const exactHk = (cents: number): string => `${cents < 0 ? '−' : ''}HK$${GROUPED.format(Math.abs(cents) / 100)}`;

/** The same as pages have it: HK$388, HK$349.60, −HK$38.40. */
export const moneyHk = (cents: number): string => exactHk(cents).replace(/\.00$/, '');
