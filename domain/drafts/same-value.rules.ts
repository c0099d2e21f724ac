// Apart from the other rules, so that the browser gets no schema library with it.

/** Equal as JSON, whatever the order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [ones, others] = [Object.entries(one), Object.entries(other)];
  return (
    ones.length === others.length &&
    ones.every(([key, value]) => isSame(value, (other as Record<string, unknown>)[key]))
  );
}
