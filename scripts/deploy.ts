import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { parse } from 'yaml';
import { faultsOfDeployment, type Deployment, type Unit } from './deploy-check.ts';

const USAGE = `npm run deploy -- check deploy/compose.yaml
npm run deploy -- check MACHINE=FILE.env,FILE.env … [--caches HOST:PORT,…] [--max-connections N]

Says what of a deployment cannot work. In the second form each argument is one process: its machine, and its environment files in the
order of its unit, which set SERVICES.`;

interface ComposeService {
  image?: string;
  command?: string | string[];
  env_file?: string | string[];
  environment?: Record<string, string | number>;
  network_mode?: string;
}

const CACHE_PORT = 6081;

const commandLine = (command: ComposeService['command'] = ''): string =>
  Array.isArray(command) ? command.join(' ') : command;

/** `${NAME:?}` and `${NAME:-otherwise}`; a required one that is not set is left as it is. */
const filledIn = (text: string): string =>
  text.replaceAll(
    /\$\{(\w+)(?::?-([^}]*))?[^}]*\}/g,
    (_, name: string, otherwise?: string) => process.env[name] ?? otherwise ?? name,
  );

/** Reads the processes, caches and the database of a compose file. Each container is a machine. */
export function readCompose(path: string): Deployment & { missing: string[] } {
  const { services } = parse(filledIn(readFileSync(path, 'utf8')), { merge: true }) as {
    services: Record<string, ComposeService>;
  };
  const missing = new Set<string>();
  const units: Unit[] = [];
  const caches: string[] = [];
  let maxConnections: number | null = null;
  for (const [name, service] of Object.entries(services)) {
    const command = commandLine(service.command);
    const [, given] = /--services=(\S+)/.exec(command) ?? [];
    if (given !== undefined) {
      const files = [service.env_file ?? []].flat().map((file) => join(dirname(path), file));
      const env = Object.assign(
        {},
        ...files.map((file) => (existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : (missing.add(file), {}))),
      ) as Record<string, string>;
      for (const [variable, value] of Object.entries(service.environment ?? {})) env[variable] = String(value);
      units.push({ name, machine: name, services: given, env });
    }
    if (service.image?.startsWith('varnish'))
      caches.push(
        `${service.network_mode?.replace(/^service:/, '') ?? name}:${/ -a \S*?:(\d+)/.exec(command)?.[1] ?? CACHE_PORT}`,
      );
    const [, most] = /max_connections=(\d+)/.exec(command) ?? [];
    // The smaller of primary and replica.
    if (most !== undefined) maxConnections = Math.min(maxConnections ?? Infinity, Number(most));
  }
  return { units, caches, maxConnections, missing: [...missing] };
}

function readFiles(
  processes: readonly string[],
  { caches, maxConnections }: { caches?: string | undefined; maxConnections?: string | undefined },
): Deployment {
  const units = processes.map((given): Unit => {
    const [machine = '', files = ''] = given.split('=', 2);
    const env = Object.assign({}, ...files.split(',').map((file) => parseEnv(readFileSync(file, 'utf8')))) as Record<
      string,
      string
    >;
    const { SERVICES: services = '', ...others } = env;
    return { name: `${services} on ${machine}`, machine, services, env: others };
  });
  return {
    units,
    caches: caches?.split(',').filter(Boolean) ?? null,
    maxConnections: maxConnections === undefined ? null : Number(maxConnections),
  };
}

function main(): number {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { caches: { type: 'string' }, 'max-connections': { type: 'string' } },
  });
  const [verb, ...given] = positionals;
  if (verb !== 'check' || given.length === 0) {
    console.error(USAGE);
    return 1;
  }
  const deployment = /\.ya?ml$/.test(given[0]!)
    ? readCompose(given[0]!)
    : { ...readFiles(given, { caches: values.caches, maxConnections: values['max-connections'] }), missing: [] };
  const { missing } = deployment;
  // Without it everything in it would be missing too.
  const faults =
    missing.length > 0
      ? missing.map((file) => `${file} is missing: write it with the variables that production needs (.env.example).`)
      : faultsOfDeployment(deployment);
  for (const fault of faults) console.log(fault);
  if (faults.length === 0) console.log(`Nothing is wrong with these ${deployment.units.length} processes.`);
  return faults.length === 0 ? 0 : 1;
}

if (import.meta.main) {
  try {
    process.exitCode = main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
