/** Cents of typed dollars, such as 88 or 88.50; null if it is no amount. */
export function centsOf(typed: string): number | null {
  const [, dollars, fraction = ''] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(typed.trim().replaceAll(',', '')) ?? [];
  return dollars === undefined ? null : Number(dollars) * 100 + Number(fraction.padEnd(2, '0'));
}
