import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { eftSandbox } from '#sandbox/payments/eft/wallet.ts';
import { jetcoSandbox } from '#sandbox/payments/jetco/page.ts';
import { mpgsSandbox } from '#sandbox/payments/mpgs/mpgs.ts';
import { paydollarSandbox } from '#sandbox/payments/paydollar/paydollar.ts';
import { paymeSandbox } from '#sandbox/payments/payme/wallet.ts';
import { eftAccount } from '#server/outside/eft/account.ts';
import { jetcoAccount } from '#server/outside/jetco/account.ts';
import { mpgsAccount } from '#server/outside/mpgs/account.ts';
import { paydollarAccount } from '#server/outside/paydollar/account.ts';
import { paymeAccount } from '#server/outside/payme/account.ts';
import type { Runtime } from '#server/runtime.ts';

/**
 * Stand-ins of the payment providers. They know no more about the site than real ones. A stand-in is not served beside
 * a real account, whose secrets would sign whatever anybody submits there.
 */
export async function paymentSandboxes(
  app: FastifyInstance,
  { config, dataDir, clock }: Pick<Runtime, 'config' | 'dataDir' | 'clock'>,
): Promise<void> {
  const { siteUrl, PORT, PAYDOLLAR_URL, MPGS_URL, PAYME_URL, EFT_URL, JETCO_URL } = config;
  const pathOf = (name: string) => join(dataDir, 'sandbox-payments', name);
  const of = (name: string) => ({
    siteUrl,
    reachedAt: `http://127.0.0.1:${PORT}`,
    clock,
    base: `/sandbox/${name}`,
  });
  const at = (name: string) => ({ prefix: `/sandbox/${name}` });

  const paydollar = PAYDOLLAR_URL ? null : paydollarAccount(config, clock);
  if (paydollar) {
    const { merchantId, hash, secrets, loginId, password } = paydollar;
    const account = { merchantId, hash, secrets, loginId, password, folder: pathOf('paydollar') };
    await app.register((scope) => paydollarSandbox(scope, { ...of('paydollar'), ...account }), at('paydollar'));
  }
  const mpgs = MPGS_URL ? null : mpgsAccount(config, clock);
  if (mpgs) {
    const { merchantId, password, webhookSecrets } = mpgs;
    const account = { merchantId, password, notificationSecret: webhookSecrets[0] ?? '', folder: pathOf('mpgs') };
    await app.register((scope) => mpgsSandbox(scope, { ...of('mpgs'), ...account }), at('mpgs'));
  }
  const payme = PAYME_URL ? null : paymeAccount(config, clock);
  if (payme) {
    const { clientId, clientSecret, keyId, signingKeys } = payme;
    const account = { clientId, clientSecret, keyId, signingKey: signingKeys[0] ?? '', path: pathOf('payme.jsonl') };
    await app.register((scope) => paymeSandbox(scope, { ...of('payme'), ...account }), at('payme'));
  }
  const eft = EFT_URL ? null : eftAccount(config, clock);
  if (eft) {
    const { userConfirmKey, secrets } = eft;
    const account = { userConfirmKey, secret: secrets[0] ?? '', path: pathOf('eft.jsonl') };
    await app.register((scope) => eftSandbox(scope, { ...of('eft'), ...account }), at('eft'));
  }
  const jetco = JETCO_URL ? null : jetcoAccount(config, clock);
  if (jetco) {
    const { merchantId, seeds } = jetco;
    const account = { merchantId, seed: seeds[0] ?? '', path: pathOf('jetco.jsonl') };
    await app.register((scope) => jetcoSandbox(scope, { ...of('jetco'), ...account }), at('jetco'));
  }
}
