import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { mpgsSandbox } from '#sandbox/payments/mpgs/mpgs.ts';
import { paydollarSandbox } from '#sandbox/payments/paydollar/paydollar.ts';
import type { Config } from '#server/config.ts';
import { mpgsAccount } from './outside/mpgs/account.ts';
import { paydollarAccount } from './outside/paydollar/account.ts';

/** The stand-ins of the gateways, each with the account that the site has there. */
export async function paymentSandboxes(
  app: FastifyInstance,
  { config, dataDir }: { config: Config; dataDir: string },
): Promise<void> {
  const folderOf = (gateway: string) => join(dataDir, 'sandbox-payments', gateway);
  const site = { siteUrl: config.siteUrl, reachedAt: `http://127.0.0.1:${config.PORT}` };
  const paydollar = paydollarAccount(config);
  if (paydollar && !config.PAYDOLLAR_URL) {
    const { merchantId, hash, secrets, loginId, password } = paydollar;
    const options = { ...site, merchantId, hash, secrets, loginId, password, folder: folderOf('paydollar') };
    await app.register((scope) => paydollarSandbox(scope, options), { prefix: '/sandbox/paydollar' });
  }
  const mpgs = mpgsAccount(config);
  if (mpgs && !config.MPGS_URL) {
    const options = {
      ...site,
      merchantId: mpgs.merchantId,
      password: mpgs.password,
      notificationSecret: mpgs.webhookSecrets[0] ?? '',
      folder: folderOf('mpgs'),
    };
    await app.register((scope) => mpgsSandbox(scope, options), { prefix: '/sandbox/mpgs' });
  }
}
