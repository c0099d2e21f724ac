/**
 * Where browsers come back to from a gateway. Plans are what is sold, their cards what is checked: both are of the
 * product type Subscription. A gateway that is told nothing else finds the attempt by what it adds to the address.
 */
export const resultAddress = (siteUrl: string, gateway: 'paydollar' | 'mpgs'): string =>
  `${siteUrl}/member/${gateway}/resultCallbackSubscription`;

export const CANCELLED_PATH = '/member/userinfo/cancelPayment';
