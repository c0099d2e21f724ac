/** The type of what is bought, by the letters with which the number of its attempt begins. */
const PRODUCT_TYPES: ReadonlyMap<string, string> = new Map([
  ['CC', 'ChangeCard'],
  ['GF', 'Gift'],
]);

/** Where browsers come back to from a gateway of cards. */
export const resultAddress = (siteUrl: string, gateway: 'paydollar' | 'mpgs', number: string): string =>
  `${siteUrl}/member/${gateway}/resultCallback${PRODUCT_TYPES.get(number.slice(0, 2)) ?? 'Subscription'}`;

export const CANCELLED_PATH = '/member/userinfo/cancelPayment';

/** For so long the check of a card waits for what is kept of it: without that there is nothing to change to. */
export const CARD_WAITS_MS = 3_600_000;
