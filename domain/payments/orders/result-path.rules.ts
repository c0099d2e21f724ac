import type { ResultType } from '#shared/payment-enums.ts';

const TYPES: Readonly<Record<string, ResultType>> = {
  CC: 'ChangeCard',
  GF: 'Gift',
  PV: 'Premium',
  LE: 'Livestream',
  CP: 'Campaign',
};

/**
 * The result page of a returning payer. For card providers the path includes the product, taken from the
 * number's letters.
 */
export function resultPathOf(gateway: string, number: string): string {
  const type = TYPES[number.slice(0, 2)] ?? 'Subscription';
  return `/member/${gateway}/resultCallback${gateway === 'paydollar' || gateway === 'mpgs' ? type : ''}`;
}
