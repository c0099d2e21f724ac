import type { Gateway } from '#domain/payments/gateway.types.ts';
import type { Config } from '#server/config.ts';
import { paymeGateway, type PaymeOptions } from './gateway.ts';

/** Public credentials of the demo. */
const DEMO = {
  clientId: 'sandbox-client-id',
  clientSecret: 'sandbox-client-secret',
  keyId: 'sandbox-key',
  signingKey: 'cGF5bWUtc2FuZGJveC1zaWduaW5nLWtleS0wMDAx',
} as const;

/** The account at PayMe; in a demo without one, at the sandbox. Null: PayMe is not offered. */
export function paymeAccount(config: Config, clock: () => Date = () => new Date()): PaymeOptions | null {
  const { PAYME_URL, PAYME_CLIENT_ID, PAYME_CLIENT_SECRET, PAYME_KEY_ID, PAYME_SIGNING_SECRETS, siteUrl, demo } =
    config;
  if (!PAYME_URL && !demo) return null;
  return {
    url: PAYME_URL.replace(/\/$/, '') || `http://127.0.0.1:${config.PORT}/sandbox/payme`,
    clientId: PAYME_CLIENT_ID || DEMO.clientId,
    clientSecret: PAYME_CLIENT_SECRET || DEMO.clientSecret,
    keyId: PAYME_KEY_ID || DEMO.keyId,
    signingKeys: (PAYME_SIGNING_SECRETS || DEMO.signingKey).split(','),
    siteUrl,
    clock,
  };
}

export function createPaymeGateway(config: Config, clock?: () => Date): Gateway | null {
  const account = paymeAccount(config, clock);
  return account && paymeGateway(account);
}
