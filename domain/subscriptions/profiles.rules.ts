/** What a renewal costs once credit is taken off, and what of the credit is left. */
export function renewalPrice(priceCents: number, creditCents: number): { dueCents: number; leftCents: number } {
  const taken = Math.min(priceCents, creditCents);
  return { dueCents: priceCents - taken, leftCents: creditCents - taken };
}
