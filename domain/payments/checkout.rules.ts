import type { Provider, ResultType } from '#shared/payment-enums.ts';

// How a browser goes on to a provider, and where it returns.

/** How the browser continues to the provider. */
export type CheckoutStart =
  | { kind: 'form'; url: string; fields: [name: string, value: string][] }
  | { kind: 'script'; src: string; sessionId: string; mode: 'page' | 'embedded' }
  | { kind: 'redirect'; url: string }
  | { kind: 'qr'; text: string; appUrl: string | null };

const TYPES: Readonly<Record<string, ResultType>> = {
  CC: 'ChangeCard',
  GF: 'Gift',
  PV: 'Premium',
  LE: 'Livestream',
  CP: 'Campaign',
  RP: 'Replay',
};
const OTHERWISE: ResultType = 'Subscription';

/** Whether return addresses contain what was bought: those of card providers. */
const namesProduct = (gateway: string): boolean => gateway === 'paydollar' || gateway === 'mpgs';

/** The result page of a returning payer. The product is taken from the number's letters. */
export function resultPathOf(gateway: string, number: string): string {
  const type = TYPES[number.slice(0, 2)] ?? OTHERWISE;
  return `/member/${gateway}/resultCallback${namesProduct(gateway) ? type : ''}`;
}

/** Last parts of a provider's return addresses. */
export const callbacksOf = (gateway: Provider): string[] =>
  namesProduct(gateway)
    ? [OTHERWISE, ...Object.values(TYPES)].map((type) => `resultCallback${type}`)
    : ['resultCallback'];
