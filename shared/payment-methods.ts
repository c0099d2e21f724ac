/**
 * Payment methods, one line each, in the order in which a checkout offers them. `gateways`: those that support it;
 * `type`: its name in EN-28; `isWallet`: confirmed in an app on the payer's phone, within minutes. A new method is a
 * line here and an adapter (CONTRIBUTING.md).
 */
export const PAYMENT_METHODS = {
  card: { gateways: ['paydollar', 'mpgs'], type: 'CREDIT_CARD', isWallet: false },
  payme: { gateways: ['payme'], type: 'PAYME', isWallet: true },
  alipay: { gateways: ['paydollar', 'eft'], type: 'ALIPAY', isWallet: true },
  wechat: { gateways: ['paydollar', 'eft'], type: 'WECHAT_PAY', isWallet: true },
  jetco: { gateways: ['jetco', 'eft'], type: 'JETCO', isWallet: false },
  cheque: { gateways: ['offline'], type: 'OFFLINE', isWallet: false },
  deposit: { gateways: ['offline'], type: 'OFFLINE', isWallet: false },
  none: { gateways: ['free'], type: null, isWallet: false },
} as const;
