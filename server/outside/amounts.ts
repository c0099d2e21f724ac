/** Limited to amounts whose cents fit their integer columns. */
const AMOUNT = /^(\d{1,7})(?:\.(\d{1,2})0*)?$/;

/** Parses an amount of a provider into cents: `388`, `388.5`, `388.50`, as text or number. Null if invalid. */
export function centsOf(amount: unknown): number | null {
  const text = typeof amount === 'number' ? String(amount) : amount;
  const [, whole, part = ''] = (typeof text === 'string' && AMOUNT.exec(text)) || [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** Formats cents as `388.00`. */
export const amountOf = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
