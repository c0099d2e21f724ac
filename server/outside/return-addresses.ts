import { resultPathOf } from '#domain/payments/checkout.rules.ts';

/** Return address from a card gateway. */
export const resultAddress = (siteUrl: string, gateway: 'paydollar' | 'mpgs', number: string): string =>
  siteUrl + resultPathOf(gateway, number);

/**
 * Where a payer goes after leaving the provider's page. Campaign orders may belong to guests, who have no account page.
 */
export const cancelledPath = (number: string): string =>
  number.startsWith('CP') ? '/member/user/guestOrders' : '/member/userinfo/cancelPayment';

/** How long a card check waits for the stored card, without which there is nothing to change to. */
export const CARD_WAITS_MS = 3_600_000;
