import type { Gateway } from '#domain/payments/gateway.types.ts';
import type { Config } from '#server/config.ts';
import { mpgsGateway, type MpgsOptions } from './gateway.ts';

const DEMO = {
  merchantId: 'TEST88000001',
  password: 'sandbox-api-password',
  webhookSecrets: 'sandbox-notification-secret-0001',
} as const;

/** The account at the Mastercard gateway; in a demo without one, at the sandbox. Null: MPGS is not offered. */
export function mpgsAccount(config: Config, clock: () => Date = () => new Date()): MpgsOptions | null {
  if (!config.MPGS_URL && !config.demo) return null;
  const url = config.MPGS_URL.replace(/\/$/, '');
  return {
    url: url || `http://127.0.0.1:${config.PORT}/sandbox/mpgs`,
    pageUrl: url || `${config.siteUrl}/sandbox/mpgs`,
    siteUrl: config.siteUrl,
    version: config.MPGS_VERSION,
    merchantId: config.MPGS_MERCHANT_ID || DEMO.merchantId,
    password: config.MPGS_PASSWORD || DEMO.password,
    webhookSecrets: (config.MPGS_WEBHOOK_SECRETS || DEMO.webhookSecrets).split(','),
    merchantName: config.MPGS_MERCHANT_NAME,
    mode: config.MPGS_MODE,
    clock,
  };
}

export function createMpgsGateway(config: Config, clock?: () => Date): Gateway | null {
  const account = mpgsAccount(config, clock);
  return account && mpgsGateway(account);
}
