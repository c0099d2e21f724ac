/** How the site is notified of a payment; chosen on the payment page. */
export const WAYS_TOLD = {
  once: 'Immediately',
  twice: 'Twice',
  /** Queries do not report it any earlier. */
  late: 'After 20 minutes; queries do not report it earlier',
  muddled: 'Twice, followed by an earlier refusal',
  otherAmount: 'With a different amount',
  otherCurrency: 'With a different currency',
  badSignature: 'With an invalid signature',
  never: 'Never',
  afterRefund: 'Only after the refund',
} as const;
export type WayTold = keyof typeof WAYS_TOLD;

export const isWayTold = (word: string): word is WayTold => Object.hasOwn(WAYS_TOLD, word);
