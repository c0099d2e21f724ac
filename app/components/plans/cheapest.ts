interface Priced {
  id: number;
  priceCents: number;
  days: number;
}

export const centsADay = ({ priceCents, days }: Priced): number => priceCents / days;

/** The plan that costs least a day; null where there is nothing to compare, or several cost the same. */
export function cheapestADay(plans: readonly Priced[]): number | null {
  const [first, second] = plans.toSorted((a, b) => centsADay(a) - centsADay(b));
  return first && second && centsADay(first) < centsADay(second) ? first.id : null;
}
