import type { Gateway } from '#domain/payments/gateway.types.ts';
import type { Config } from '#server/config.ts';
import { eftGateway, type EftMethod, type EftOptions } from './gateway.ts';

/** Public credentials of the demo. */
const DEMO = { userConfirmKey: 'S0000001', secret: 'eftsandboxsecret01' } as const;

/** The account at EFT; in a demo without one, at the sandbox. Null: EFT is not offered. */
export function eftAccount(config: Config, clock: () => Date = () => new Date()): EftOptions | null {
  const { EFT_URL, EFT_USER_CONFIRM_KEY, EFT_SECRETS, EFT_METHODS, EFT_ALIPAY_RAIL, EFT_DESKTOP } = config;
  if (!EFT_URL && !config.demo) return null;
  return {
    url: EFT_URL.replace(/\/$/, '') || `http://127.0.0.1:${config.PORT}/sandbox/eft`,
    userConfirmKey: EFT_USER_CONFIRM_KEY || DEMO.userConfirmKey,
    secrets: (EFT_SECRETS || DEMO.secret).split(','),
    methods: EFT_METHODS.split(',') as EftMethod[],
    alipayRail: EFT_ALIPAY_RAIL,
    desktop: EFT_DESKTOP,
    siteUrl: config.siteUrl,
    clock,
  };
}

export function createEftGateway(config: Config, clock?: () => Date): Gateway | null {
  const account = eftAccount(config, clock);
  return account && eftGateway(account);
}
