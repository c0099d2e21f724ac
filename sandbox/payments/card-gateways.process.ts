// The stand-ins of PayDollar and the Mastercard gateway as a separate process, for tests that kill the site and not its
// providers: `node sandbox/payments/card-gateways.process.ts '{"folder":…,"paydollar":{"port":…},"mpgs":{"port":…}}'`.
// Prints a line of JSON with their addresses once they listen.
import { join } from 'node:path';
import { fastify } from 'fastify';
import { mpgsSandbox, type MpgsSandboxOptions } from './mpgs/mpgs.ts';
import { paydollarSandbox, type PaydollarSandboxOptions } from './paydollar/paydollar.ts';

type Given<T> = Omit<T, 'folder' | 'clock' | 'base'> & { port: number };
interface ProcessOptions {
  /** Folder of their books. */
  folder: string;
  paydollar: Given<PaydollarSandboxOptions>;
  mpgs: Given<MpgsSandboxOptions>;
}

const { folder, paydollar, mpgs } = JSON.parse(process.argv[2] ?? '{}') as ProcessOptions;
const host = '127.0.0.1';

const paydollarApp = fastify({ forceCloseConnections: true });
await paydollarApp.register((scope) =>
  paydollarSandbox(scope, { ...paydollar, folder: join(folder, 'paydollar'), base: '' }),
);
const mpgsApp = fastify({ forceCloseConnections: true });
await mpgsApp.register((scope) => mpgsSandbox(scope, { ...mpgs, folder: join(folder, 'mpgs'), base: '' }));

const urls = {
  paydollar: await paydollarApp.listen({ host, port: paydollar.port }),
  mpgs: await mpgsApp.listen({ host, port: mpgs.port }),
};
process.stdout.write(`${JSON.stringify(urls)}\n`);
process.on('SIGTERM', () => void Promise.all([paydollarApp.close(), mpgsApp.close()]).then(() => process.exit(0)));
