// The stand-ins of PayMe, EFT and JETCO as a separate process, for tests that kill the site and not its providers:
// `node sandbox/payments/wallets.process.ts '{"port":…,"folder":…,"siteUrl":…,"reachedAt":…,"payme":{…},"eft":{…},"jetco":{…}}'`.
// Prints a line of JSON with its address once it listens.
import { join } from 'node:path';
import { fastify } from 'fastify';
import { eftSandbox, type EftSandboxOptions } from './eft/wallet.ts';
import { jetcoSandbox, type JetcoSandboxOptions } from './jetco/page.ts';
import { paymeSandbox, type PaymeSandboxOptions } from './payme/wallet.ts';

interface Given {
  port: number;
  /** Folder of its books. */
  folder: string;
  siteUrl: string;
  reachedAt: string;
  payme: Pick<PaymeSandboxOptions, 'clientId' | 'clientSecret' | 'keyId' | 'signingKey'>;
  eft: Pick<EftSandboxOptions, 'userConfirmKey' | 'secret'>;
  jetco: Pick<JetcoSandboxOptions, 'merchantId' | 'seed'>;
  repeatMs?: number[];
}

const { port, folder, siteUrl, reachedAt, payme, eft, jetco, repeatMs } = JSON.parse(process.argv[2] ?? '{}') as Given;

const app = fastify({ forceCloseConnections: true });
const ownUrl = `http://127.0.0.1:${port}`;
const of = (name: string) => ({
  siteUrl,
  reachedAt,
  ownUrl,
  base: `/sandbox/${name}`,
  path: join(folder, `${name}.jsonl`),
  ...(repeatMs ? { repeatMs } : {}),
});
const at = (name: string) => ({ prefix: `/sandbox/${name}` });
await app.register((scope) => paymeSandbox(scope, { ...of('payme'), ...payme }), at('payme'));
await app.register((scope) => eftSandbox(scope, { ...of('eft'), ...eft }), at('eft'));
await app.register((scope) => jetcoSandbox(scope, { ...of('jetco'), ...jetco }), at('jetco'));
await app.listen({ host: '127.0.0.1', port });
process.stdout.write(`${JSON.stringify({ url: ownUrl })}\n`);
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
