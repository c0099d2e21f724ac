interface Priced {
  id: number;
  priceCents: number;
  days: number;
}

export const centsADay = ({ priceCents, days }: Priced): number => priceCents / days;

/** The plan with the lowest price per day; null if there is nothing to compare, or on a tie. */
export function cheapestADay(plans: readonly Priced[]): number | null {
  const [first, second] = plans.toSorted((a, b) => centsADay(a) - centsADay(b));
  return first && second && centsADay(first) < centsADay(second) ? first.id : null;
}
