import { fastify } from 'fastify';
import { join } from 'node:path';
import { mpgsSandbox, type MpgsSandboxOptions } from './mpgs/mpgs.ts';
import { paydollarSandbox, type PaydollarSandboxOptions } from './paydollar/paydollar.ts';

// The stand-ins as a program of its own, for proofs in which the site is killed and they are not, or the other way round.
// Told by its first argument; says where it listens in one line.

type Told<T> = Omit<T, 'folder' | 'clock' | 'base'> & { port?: number };
interface ProcessOptions {
  folder: string;
  paydollar: Told<PaydollarSandboxOptions>;
  mpgs: Told<MpgsSandboxOptions>;
}

const { folder, paydollar, mpgs } = JSON.parse(process.argv[2] ?? '{}') as ProcessOptions;

const paydollarApp = fastify();
await paydollarApp.register((scope) =>
  paydollarSandbox(scope, { ...paydollar, folder: join(folder, 'paydollar'), base: '' }),
);
const mpgsApp = fastify();
await mpgsApp.register((scope) => mpgsSandbox(scope, { ...mpgs, folder: join(folder, 'mpgs'), base: '' }));

const host = '127.0.0.1';
const urls = {
  paydollar: await paydollarApp.listen({ host, port: paydollar.port ?? 0 }),
  mpgs: await mpgsApp.listen({ host, port: mpgs.port ?? 0 }),
};
process.stdout.write(`${JSON.stringify(urls)}\n`);
