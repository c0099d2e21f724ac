/** The price of a renewal after credit, and the remaining credit. */
export function renewalPrice(priceCents: number, creditCents: number): { dueCents: number; leftCents: number } {
  const taken = Math.min(priceCents, creditCents);
  return { dueCents: priceCents - taken, leftCents: creditCents - taken };
}
