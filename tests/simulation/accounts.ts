/** Accounts shared by the shop and its banks. */

export const SITE_URL = 'https://radio.example';

export const ACCOUNTS = {
  paydollar: {
    merchantId: '88000001',
    hash: 'sha1' as const,
    secrets: ['a-secret-0001'],
    loginId: 'api',
    password: 'api-password',
  },
  mpgs: {
    merchantId: 'TEST88000001',
    password: 'api-password',
    notificationSecret: 'a-secret-of-notices-of-32-letters',
  },
  payme: { clientId: 'client', clientSecret: 'client-secret', keyId: 'key', signingKey: 'c2lnbmluZy1rZXktMDAwMQ==' },
  eft: { userConfirmKey: 'S0000001', secret: 'eft-secret-0001' },
  jetco: { merchantId: '881903000001', seed: 'jetco-seed-0001' },
};

export const BANKS = ['paydollar', 'mpgs', 'payme', 'eft', 'jetco'] as const;
export type BankName = (typeof BANKS)[number];

export interface BanksOptions {
  port: number;
  folder: string;
  siteUrl: string;
  reachedAt: string;
  /** See `shared-clock.ts`. */
  clockFile: string;
}

export interface ShopOptions {
  port: number;
  databaseUrl: string;
  bankUrl: string;
  /** See `shared-clock.ts`. */
  clockFile: string;
  /** Names of injected faults (`mutants.ts`). */
  mutants: readonly string[];
}
