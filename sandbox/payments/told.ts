/** How the site is notified of a payment; chosen on the payment page. */
export const WAYS_TOLD = {
  once: 'At once, as usual',
  twice: 'Twice',
  /** Queries do not report it before either. */
  late: 'Not before 20 minutes have passed, by any way',
  muddled: 'Twice, with the news of a refusal that came before it last',
  otherAmount: 'With another amount',
  otherCurrency: 'With another currency',
  badSignature: 'With a signature that is wrong',
  never: 'Never',
  afterRefund: 'Only after it was given back',
} as const;
export type WayTold = keyof typeof WAYS_TOLD;

export const isWayTold = (word: string): word is WayTold => Object.hasOwn(WAYS_TOLD, word);
