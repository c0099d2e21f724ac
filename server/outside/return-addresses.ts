import { resultPathOf } from '#domain/payments/result-path.rules.ts';

/** Where browsers come back to from a gateway of cards. */
export const resultAddress = (siteUrl: string, gateway: 'paydollar' | 'mpgs', number: string): string =>
  siteUrl + resultPathOf(gateway, number);

export const CANCELLED_PATH = '/member/userinfo/cancelPayment';

/** For so long the check of a card waits for what is kept of it: without that there is nothing to change to. */
export const CARD_WAITS_MS = 3_600_000;
