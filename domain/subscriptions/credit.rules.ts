/** Splits cents by weights, exactly: rounded down, and what that leaves goes to the parts that lost most, a cent each. */
export function splitCents(cents: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  if (all === 0) return weights.map(() => 0);
  const parts = weights.map((weight) => Math.floor((cents * weight) / all));
  const rest = cents - parts.reduce((sum, part) => sum + part, 0);
  const lost = weights.map((weight, n) => ({ n, cents: (cents * weight) % all }));
  for (const { n } of lost.toSorted((a, b) => b.cents - a.cents || a.n - b.n).slice(0, rest)) parts[n]! += 1;
  return parts;
}
