import type { Standing } from '#domain/promotions/promotions.rules.ts';

/** After a price change, the price shown on a button remains valid this long (20008). */
export const OLD_PRICE_MS = 3_600_000;

export interface PlanTerms {
  priceCents: number;
  formerPriceCents: number | null;
  repricedAt: Date | null;
  sellsFrom: Date | null;
  sellsUntil: Date | null;
  eligible: 'all' | Standing;
}

export const isOnSale = ({ sellsFrom, sellsUntil }: Pick<PlanTerms, 'sellsFrom' | 'sellsUntil'>, now: Date): boolean =>
  sellsFrom !== null && now >= sellsFrom && (sellsUntil === null || now < sellsUntil);

/** The price of a plan at a recent instant. */
export const priceAt = ({ priceCents, formerPriceCents, repricedAt }: PlanTerms, at: Date): number =>
  repricedAt !== null && at < repricedAt ? (formerPriceCents ?? priceCents) : priceCents;

/** The price to charge for the price shown, if any; null if it is no longer valid. */
export function priceFor(plan: PlanTerms, shownCents: number | undefined, now: Date): number | null {
  if (shownCents === undefined || shownCents === plan.priceCents) return plan.priceCents;
  const wasNowAgo = plan.repricedAt !== null && now.getTime() - plan.repricedAt.getTime() < OLD_PRICE_MS;
  return wasNowAgo && shownCents === plan.formerPriceCents ? shownCents : null;
}
