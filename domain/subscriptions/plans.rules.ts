import type { Standing } from '#domain/promotions/promotions.rules.ts';

/** A price that was on a button is good for so long after it changed (20008). */
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

/** What a plan cost at an instant of the last hours. */
export const priceAt = ({ priceCents, formerPriceCents, repricedAt }: PlanTerms, at: Date): number =>
  repricedAt !== null && at < repricedAt ? (formerPriceCents ?? priceCents) : priceCents;

/** What is charged to who pressed a button with a price on it, or with none; null: that price is no more. */
export function priceFor(plan: PlanTerms, shownCents: number | undefined, now: Date): number | null {
  if (shownCents === undefined || shownCents === plan.priceCents) return plan.priceCents;
  const wasNowAgo = plan.repricedAt !== null && now.getTime() - plan.repricedAt.getTime() < OLD_PRICE_MS;
  return wasNowAgo && shownCents === plan.formerPriceCents ? shownCents : null;
}
