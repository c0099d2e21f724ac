import type { Gateway } from '#domain/payments/gateway.types.ts';
import type { Config } from '#server/config.ts';
import { jetcoGateway, type JetcoOptions } from './gateway.ts';

/** Public credentials of the demo. */
const DEMO = { merchantId: '881903000001', seed: 'jetcosandboxseed01' } as const;

/** The account at JETCO; in a demo without one, at the sandbox. Null: JETCO is not offered. */
export function jetcoAccount(config: Config, clock: () => Date = () => new Date()): JetcoOptions | null {
  const { JETCO_URL, JETCO_MERCHANT_ID, JETCO_SECRETS, siteUrl, demo } = config;
  if (!JETCO_URL && !demo) return null;
  return {
    // Used by browsers, so the URL must be reachable for them.
    url: JETCO_URL || `${siteUrl}/sandbox/jetco/page`,
    merchantId: JETCO_MERCHANT_ID || DEMO.merchantId,
    seeds: (JETCO_SECRETS || DEMO.seed).split(','),
    siteUrl,
    clock,
  };
}

export function createJetcoGateway(config: Config, clock?: () => Date): Gateway | null {
  const account = jetcoAccount(config, clock);
  return account && jetcoGateway(account);
}
