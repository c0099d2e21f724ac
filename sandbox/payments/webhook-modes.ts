/** How the site is notified of a payment; chosen on the payment page. */
export const WEBHOOK_MODES = {
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
export type WebhookMode = keyof typeof WEBHOOK_MODES;

export const isWebhookMode = (word: string): word is WebhookMode => Object.hasOwn(WEBHOOK_MODES, word);
