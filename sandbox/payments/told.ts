/** How the site comes to hear of a payment; chosen on the page where one pays. */
export const WAYS_TOLD = {
  once: 'At once, as usual',
  twice: 'Twice',
  /** Nor does a query tell of it before. */
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
