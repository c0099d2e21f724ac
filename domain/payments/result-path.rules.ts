import type { ResultType } from '#shared/payment-enums.ts';

const TYPES: Readonly<Record<string, ResultType>> = {
  CC: 'ChangeCard',
  GF: 'Gift',
  PV: 'Premium',
  LE: 'Livestream',
  CP: 'Campaign',
};

/** Our page for who comes back from a provider: what was bought stands in the address of cards, by its number's letters. */
export function resultPathOf(gateway: string, number: string): string {
  const type = TYPES[number.slice(0, 2)] ?? 'Subscription';
  return `/member/${gateway}/resultCallback${gateway === 'paydollar' || gateway === 'mpgs' ? type : ''}`;
}
