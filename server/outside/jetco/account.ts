import type { Gateway } from '#domain/payments/gateway.types.ts';
import type { Config } from '#server/config.ts';
import { jetcoGateway, type JetcoOptions } from './gateway.ts';

/** Of the demo: everybody may know them. */
const DEMO = { merchantId: '881903000001', seed: 'jetcosandboxseed01' } as const;

/** The account at JETCO; in a demo without one, at the sandbox. Null: JETCO is not offered. */
export function jetcoAccount(config: Config, clock: () => Date = () => new Date()): JetcoOptions | null {
  const { JETCO_URL, JETCO_MERCHANT_ID, JETCO_SECRETS, siteUrl, demo } = config;
  if (!JETCO_URL && !demo) return null;
  return {
    // A browser goes there, so it is the address that browsers know.
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
