import type { PaymentMethod } from '#domain/payments/gateway.types.ts';
import type { Config } from '#server/config.ts';
import { paydollarGateway, type PaydollarGateway, type PaydollarOptions } from './gateway.ts';

const DEMO = {
  merchantId: '88000001',
  secrets: 'sandbox-secret-0001',
  loginId: 'sandbox-api',
  password: 'sandbox-api-password',
} as const;

/** Parses the account's names of payment methods, by our names. */
function methodsOf(text: string): PaydollarOptions['payMethods'] {
  return Object.fromEntries(text.split(',').map((pair) => pair.split('=') as [PaymentMethod, string]));
}

/** The account at PayDollar; in a demo without one, at the sandbox. Null: PayDollar is not offered. */
export function paydollarAccount(config: Config, clock: () => Date = () => new Date()): PaydollarOptions | null {
  if (!config.PAYDOLLAR_URL && !config.demo) return null;
  const url = config.PAYDOLLAR_URL.replace(/\/$/, '');
  return {
    url: url || `http://127.0.0.1:${config.PORT}/sandbox/paydollar`,
    pageUrl: url || `${config.siteUrl}/sandbox/paydollar`,
    siteUrl: config.siteUrl,
    merchantId: config.PAYDOLLAR_MERCHANT_ID || DEMO.merchantId,
    secrets: (config.PAYDOLLAR_SECRETS || DEMO.secrets).split(','),
    hash: config.PAYDOLLAR_HASH,
    loginId: config.PAYDOLLAR_LOGIN_ID || DEMO.loginId,
    password: config.PAYDOLLAR_PASSWORD || DEMO.password,
    payMethods: methodsOf(config.PAYDOLLAR_METHODS),
    recurring: config.PAYDOLLAR_RECURRING,
    canHold: config.PAYDOLLAR_HOLD === 'yes',
    refundWord: config.PAYDOLLAR_REFUND_WORD,
    clock,
  };
}

export function createPaydollarGateway(config: Config, clock?: () => Date): PaydollarGateway | null {
  const account = paydollarAccount(config, clock);
  return account && paydollarGateway(account);
}
