import { ConfigError, readConfig, readServices, type Service } from '#server/config.ts';

/** A process of a deployment. */
export interface Unit {
  name: string;
  machine: string;
  /** As given to `--services=`. */
  services: string;
  env: Readonly<Record<string, string | undefined>>;
}

export interface Deployment {
  units: readonly Unit[];
  /** `HOST:PORT` of each front cache; null: unknown. */
  caches: readonly string[] | null;
  /** `max_connections` of PostgreSQL; null: unknown. */
  maxConnections: number | null;
}

/** What processes must agree on, and what happens if they do not. */
const SAME: readonly [variable: string, otherwise: string][] = [
  ['SECRET_KEY', 'sessions and links of one are invalid at the other'],
  ['LEDGER_KEY', 'the chain of the books cannot be verified'],
  ['SITE_URL', 'the origin check of one refuses forms of the other'],
  ['STORAGE', 'files that one stores are missing at the other'],
  ['AWS_ENDPOINT_URL_S3', 'files that one stores are missing at the other'],
  ['AWS_REGION', 'files that one stores are missing at the other'],
  ['DATABASE_URL', 'they may serve different databases'],
  ['READ_DATABASE_URL', 'pages and calls of one burden the primary'],
  ['NATS_URL', 'a push that one takes is not heard at the other'],
  ['NATS_STREAM', 'a push that one takes is not heard at the other'],
  ['CACHE_URL', 'limits are counted apart'],
  ['PURGE_URLS', 'which caches are purged depends on the worker'],
  ['ASSET_RELEASES', 'one removes scripts that the other keeps'],
  ['REWIND_HOURS', 'how far back a listener can go depends on the process'],
  ['ADS_URL', 'pages name an advertising origin that does not answer'],
];

/** Needed by every station, and what is missing without. */
const NEEDED: readonly [service: Service, missing: string][] = [
  ['web', 'pages and calls'],
  ['media', 'sound'],
  ['tracking', 'reports of listening'],
  ['worker', 'mails, renewals, purges and everything else that jobs do'],
  ['clock', 'jobs that are timed'],
];

/** Of one process: the pool, the connection that listens, and that of reports. */
const POOL = 10;
const BESIDE_POOL = 2;
/** Of commands, backups, replication and the superuser. */
const SPARE_CONNECTIONS = 15;
const PGBOUNCER_PORT = '6432';

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Hosts of a database URL, which may name several. */
function hostsOf(url: string): string[] {
  const [, hosts = ''] = /^postgres(?:ql)?:\/\/(?:[^@/]*@)?([^/?]+)/.exec(url) ?? [];
  return hosts.split(',').filter(Boolean);
}

/** Without the name of the process: most apply to all. */
function faultsOfUnit({ env, services }: Unit, isAlone: boolean): string[] {
  const faults: string[] = [];
  const unmet = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(...error.faults);
    }
  };
  unmet(() => readConfig(env));
  unmet(() => readServices([`--services=${services}`], env['DEMO'] === 'on'));
  const url = env['DATABASE_URL'] ?? '';
  if (url === '')
    faults.push(`DATABASE_URL is empty, so it would start a database of its own. Set the URL of the station's.`);
  if (hostsOf(url).length > 1 && !url.includes('target_session_attrs=read-write'))
    faults.push(
      `DATABASE_URL names several servers and could write to a replica. Add ?target_session_attrs=read-write.`,
    );
  if (hostsOf(url).some((host) => host.endsWith(`:${PGBOUNCER_PORT}`)) && env['DATABASE_PREPARED'] !== 'off')
    faults.push(
      `DATABASE_URL has the port of PgBouncer, where prepared statements fail. Set DATABASE_PREPARED=off, and pool_mode = session in PgBouncer.`,
    );
  if (env['DATABASE_OWNER_URL'])
    faults.push(
      `DATABASE_OWNER_URL lets a process that serves requests alter tables. Leave it to the command that migrates.`,
    );
  if (!isAlone && /^(localhost|127\.|::1)/.test(env['HOST'] ?? ''))
    faults.push(`HOST=${env['HOST']} is reachable from its own machine only. Set the address of its network.`);
  if ((env['TRUST_PROXY'] ?? '0') === '0' && /web|media|tracking/.test(services))
    faults.push(
      `TRUST_PROXY is 0, so all visitors count as one address, the balancer's. Set 1, or the addresses of the balancers.`,
    );
  const servers = (env['NATS_URL'] ?? '').split(',').filter(Boolean).length;
  if (servers > 0 && Number(env['NATS_REPLICAS'] ?? 1) > servers)
    faults.push(
      `NATS_REPLICAS=${env['NATS_REPLICAS']} is more than the ${servers} servers of NATS_URL. Name them all, or lower it.`,
    );
  return faults;
}

/** Values are secrets: only the processes that differ are named. */
function faultsOfDifferences(units: readonly Unit[]): string[] {
  return SAME.flatMap(([variable, otherwise]) => {
    const byValue = Map.groupBy(units, ({ env }) => env[variable] ?? '');
    if (byValue.size < 2) return [];
    const groups = [...byValue.values()].map((same) => listed(same.map(({ name }) => name)));
    return [`${variable} differs between ${groups.join(' / ')}: ${otherwise}. Give all processes the same value.`];
  });
}

function faultsOfCaches(units: readonly Unit[], caches: readonly string[]): string[] {
  return units
    .filter(({ services }) => services.split(',').includes('worker'))
    .flatMap(({ name, env }) => {
      const purged = (env['PURGE_URLS'] ?? '')
        .split(',')
        .flatMap((url) => (URL.canParse(url.trim()) ? new URL(url.trim()).host : []));
      return [
        ...caches
          .filter((cache) => !purged.includes(cache))
          .map(
            (cache) => `${name}: PURGE_URLS lacks the cache http://${cache}/, which would keep outdated pages. Add it.`,
          ),
        ...purged
          .filter((cache) => !caches.includes(cache))
          .map(
            (cache) => `${name}: PURGE_URLS names http://${cache}/, where no cache is. Remove it, or start one there.`,
          ),
      ];
    });
}

/** Everything that cannot work in a deployment: a sentence each, with what to do. */
export function faultsOfDeployment({ units, caches, maxConnections }: Deployment): string[] {
  if (units.length === 0) return ['There is no process of the station. Name its files, or a compose file.'];
  const machines = new Set(units.map(({ machine }) => machine));
  const serving = (service: string) => units.filter(({ services }) => services.split(',').includes(service));
  const ofUnits = units.flatMap((unit) =>
    faultsOfUnit(unit, machines.size === 1).map((fault) => ({ name: unit.name, fault })),
  );
  const faults = [...Map.groupBy(ofUnits, ({ fault }) => fault)].map(
    ([fault, of]) => `${listed(of.map(({ name }) => name))}: ${fault}`,
  );
  for (const [service, what] of NEEDED)
    if (serving(service).length === 0)
      faults.push(`No process has the service ${service}: there would be no ${what}. Add it to one.`);
  faults.push(...faultsOfDifferences(units));
  const onDisk = units.filter(({ env }) => (env['STORAGE'] ?? 'disk') === 'disk');
  if (machines.size > 1 && onDisk.length > 0)
    faults.push(
      `${listed(onDisk.map(({ name }) => name))} store files on disk, which the other machines do not see. Set STORAGE=s3://BUCKET everywhere.`,
    );
  const webs = serving('web');
  if (webs.length > 1) {
    const without = (variable: string) =>
      webs.filter(({ env }) => ['', '0'].includes(env[variable] ?? '')).map(({ name }) => name);
    if (without('ASSET_RELEASES').length > 0)
      faults.push(
        `${listed(without('ASSET_RELEASES'))}: ASSET_RELEASES is 0, so that during a deployment pages of one build miss their scripts at the other. Set 3.`,
      );
    if (without('CACHE_URL').length > 0)
      faults.push(
        `${listed(without('CACHE_URL'))}: CACHE_URL is empty, so that each process allows the whole rate. Set the URL of a Redis server.`,
      );
  }
  const media = serving('media');
  const alone = media.filter(({ env }) => !env['MEDIA_PEERS']).map(({ name }) => name);
  if (media.length > 1 && alone.length > 0)
    faults.push(
      `${listed(alone)}: MEDIA_PEERS is empty, so that a process that is cut off goes on with old sound. Set the URLs of all media processes.`,
    );
  if (caches !== null) faults.push(...faultsOfCaches(units, caches));
  if (maxConnections !== null) {
    const used = units.reduce((sum, { env }) => sum + Number(env['DATABASE_POOL'] || POOL) + BESIDE_POOL, 0);
    if (used + SPARE_CONNECTIONS > maxConnections)
      faults.push(
        `The processes may open ${used} connections and commands need ${SPARE_CONNECTIONS}, but max_connections is ${maxConnections}. Raise it to ${used + SPARE_CONNECTIONS}, or lower DATABASE_POOL.`,
      );
  }
  return faults;
}
