import { resultPathOf } from '#domain/payments/result-path.rules.ts';

/** Where browsers come back to from a gateway of cards. */
export const resultAddress = (siteUrl: string, gateway: 'paydollar' | 'mpgs', number: string): string =>
  siteUrl + resultPathOf(gateway, number);

/** Where who left the provider's page goes on. What campaigns sell may be a guest's, who has no account to go on in. */
export const cancelledPath = (number: string): string =>
  number.startsWith('CP') ? '/member/user/guestOrders' : '/member/userinfo/cancelPayment';

/** For so long the check of a card waits for what is kept of it: without that there is nothing to change to. */
export const CARD_WAITS_MS = 3_600_000;
