// All provider stand-ins, with a clock set by the test. Their books are written before any reply, whatever happens to
// the site.
import { join } from 'node:path';
import { fastify } from 'fastify';
import { eftSandbox } from '#sandbox/payments/eft/wallet.ts';
import { jetcoSandbox } from '#sandbox/payments/jetco/page.ts';
import { mpgsSandbox } from '#sandbox/payments/mpgs/mpgs.ts';
import { paydollarSandbox } from '#sandbox/payments/paydollar/paydollar.ts';
import { paymeSandbox } from '#sandbox/payments/payme/wallet.ts';
import { ACCOUNTS, type BanksOptions } from './accounts.ts';
import { clockIn } from './shared-clock.ts';

/** Real-time delay of late webhooks; hours by the simulated clock. */
const LATE_MS = 1_000;
const REPEAT_MS = [40, 80, 160, 320, 640, 1_280, 2_560, 5_120];

export async function openBanks({ port, folder, siteUrl, reachedAt, clockFile }: BanksOptions) {
  const clock = clockIn(clockFile);
  const app = fastify({ forceCloseConnections: true });
  const ownUrl = `http://127.0.0.1:${port}`;
  const site = { siteUrl, reachedAt, clock, repeatMs: REPEAT_MS };
  const card = (name: string) => ({ ...site, folder: join(folder, name), base: `/sandbox/${name}`, lateMs: LATE_MS });
  const wallet = (name: string) => ({ ...site, path: join(folder, `${name}.jsonl`), ownUrl, base: `/sandbox/${name}` });
  const at = (name: string) => ({ prefix: `/sandbox/${name}` });
  await app.register(
    (scope) => paydollarSandbox(scope, { ...card('paydollar'), ...ACCOUNTS.paydollar }),
    at('paydollar'),
  );
  await app.register((scope) => mpgsSandbox(scope, { ...card('mpgs'), ...ACCOUNTS.mpgs }), at('mpgs'));
  await app.register((scope) => paymeSandbox(scope, { ...wallet('payme'), ...ACCOUNTS.payme }), at('payme'));
  await app.register((scope) => eftSandbox(scope, { ...wallet('eft'), ...ACCOUNTS.eft }), at('eft'));
  await app.register((scope) => jetcoSandbox(scope, { ...wallet('jetco'), ...ACCOUNTS.jetco }), at('jetco'));
  await app.listen({ host: '127.0.0.1', port });
  return { close: () => app.close() };
}
