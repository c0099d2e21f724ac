import { wholeDays, type Span } from './plan-times.rules.ts';

/**
 * Splits cents by weights exactly: rounds down, then distributes the remainder one cent each to the parts with the
 * largest fractions.
 */
export function splitCents(cents: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  if (all === 0) return weights.map(() => 0);
  const parts = weights.map((weight) => Math.floor((cents * weight) / all));
  const rest = cents - parts.reduce((sum, part) => sum + part, 0);
  const lost = weights.map((weight, n) => ({ n, cents: (cents * weight) % all }));
  for (const { n } of lost.toSorted((a, b) => b.cents - a.cents || a.n - b.n).slice(0, rest)) parts[n]! += 1;
  return parts;
}

/**
 * Proration: the unused share of each part of a period's value at `now`. Usage is divided by what the parts originally paid; a
 * part refunded since leaves its time to the others. `paid`: originally; `left`: not refunded since.
 */
export function unusedShares(
  { paid, left, valueCents }: { paid: readonly number[]; left: readonly number[]; valueCents: number },
  span: Span,
  now: Date,
): number[] {
  const days = wholeDays(span);
  const all = paid.reduce((sum, cents) => sum + cents, 0);
  if (days === 0 || all === 0 || now >= span.endsAt) return paid.map(() => 0);
  const from = now > span.startsAt ? now : span.startsAt;
  const used = days - Math.min(days, wholeDays({ startsAt: from, endsAt: span.endsAt }));
  return paid.map((cents, n) => Math.max(0, (left[n] ?? 0) - Math.ceil((cents * valueCents * used) / (days * all))));
}
