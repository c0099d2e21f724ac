const GROUPED = new Intl.NumberFormat('en', { useGrouping: true, minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Cents as an amount in Hong Kong dollars: HK$388, HK$349.60, −HK$38.40. */
export function moneyHk(cents: number): string {
  const dollars = GROUPED.format(Math.abs(cents) / 100).replace(/\.00$/, '');
  return `${cents < 0 ? '−' : ''}HK$${dollars}`;
}
