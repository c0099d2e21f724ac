/** The largest amount whose cents fit the columns that hold them. */
const AMOUNT = /^(\d{1,7})(?:\.(\d{1,2})0*)?$/;

/** Cents of an amount as providers write it: `388`, `388.5`, `388.50`, text or number. Null: it is none. */
export function centsOf(amount: unknown): number | null {
  const text = typeof amount === 'number' ? String(amount) : amount;
  const [, whole, part = ''] = (typeof text === 'string' && AMOUNT.exec(text)) || [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** `388.00`. */
export const amountOf = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
