import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { eftSandbox } from '#sandbox/payments/eft/wallet.ts';
import { jetcoSandbox } from '#sandbox/payments/jetco/page.ts';
import { paymeSandbox } from '#sandbox/payments/payme/wallet.ts';
import { eftAccount } from '#server/outside/eft/account.ts';
import { jetcoAccount } from '#server/outside/jetco/account.ts';
import { paymeAccount } from '#server/outside/payme/account.ts';
import type { Runtime } from '#server/runtime.ts';

/**
 * The stand-ins of PayMe, EFT and JETCO in the demo: they know of the site what the real ones do, and nothing else. None stands
 * beside a real account, whose secrets would sign what anybody presses there.
 */
export async function walletSandboxes(
  app: FastifyInstance,
  { config, dataDir, clock }: Pick<Runtime, 'config' | 'dataDir' | 'clock'>,
): Promise<void> {
  const { siteUrl, PORT } = config;
  const of = (name: string) => ({
    siteUrl,
    reachedAt: `http://127.0.0.1:${PORT}`,
    clock,
    base: `/sandbox/${name}`,
    path: join(dataDir, 'sandbox-payments', `${name}.jsonl`),
  });
  const at = (name: string) => ({ prefix: `/sandbox/${name}` });
  const payme = config.PAYME_URL ? null : paymeAccount(config, clock);
  if (payme) {
    const { clientId, clientSecret, keyId, signingKeys } = payme;
    const keys = { clientId, clientSecret, keyId, signingKey: signingKeys[0] ?? '' };
    await app.register((scope) => paymeSandbox(scope, { ...of('payme'), ...keys }), at('payme'));
  }
  const eft = config.EFT_URL ? null : eftAccount(config, clock);
  if (eft) {
    const keys = { userConfirmKey: eft.userConfirmKey, secret: eft.secrets[0] ?? '' };
    await app.register((scope) => eftSandbox(scope, { ...of('eft'), ...keys }), at('eft'));
  }
  const jetco = config.JETCO_URL ? null : jetcoAccount(config, clock);
  if (jetco) {
    const keys = { merchantId: jetco.merchantId, seed: jetco.seeds[0] ?? '' };
    await app.register((scope) => jetcoSandbox(scope, { ...of('jetco'), ...keys }), at('jetco'));
  }
}
