import { mkdirSync, readFileSync, symlinkSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { bucketVariables } from './bucket.ts';
import { databaseUrl } from './database.ts';
import { balancerFile, cacheFile } from './front-files.ts';
import type { Layout } from './layout.ts';
import { accepts, answers, statusOf, type Server } from './server.ts';

// The rest of deploy/compose.yaml: what it runs and with which variables, at other addresses.

interface ComposeService {
  command: string;
  environment?: Record<string, string>;
}

function composed(name: string): ComposeService {
  const { services } = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, ComposeService>;
  };
  return services[name]!;
}

const wordsOf = (command: string): string[] => command.split(' ').map((word) => (word === `''` ? '' : word));
const hosts = (ports: readonly number[], scheme: string): string =>
  ports.map((port) => `${scheme}://127.0.0.1:${port}`).join();

export function natsServers({ folder, ports }: Layout): Server[] {
  return ports.nats.map((port, i) => {
    const name = `nats${i + 1}`;
    const given = wordsOf(composed(name).command).map((word) =>
      word
        .replace(/^\/data$/, join(folder, name))
        .replace(/^\/nats\.conf$/, resolve('deploy/nats.conf'))
        .replace('nats://0.0.0.0:6222', `nats://127.0.0.1:${ports.natsCluster[i]}`)
        .replaceAll(
          /nats:\/\/nats(\d):6222/g,
          (_, other: string) => `nats://127.0.0.1:${ports.natsCluster[Number(other) - 1]}`,
        ),
    );
    const monitor = ports.natsMonitor[i]!;
    return {
      name,
      port,
      command: ['nats-server', '-a', '127.0.0.1', '-p', String(port), '-m', String(monitor), ...given],
      isReady: () => answers(monitor, '/healthz'),
    };
  });
}

export function redisServer({ ports: { redis } }: Layout): Server {
  return {
    name: 'redis',
    port: redis,
    command: [...wordsOf(composed('redis').command), '--bind', '127.0.0.1', '--port', String(redis)],
    isReady: () => accepts(redis),
  };
}

const NODE = [process.execPath, '--disable-warning=ExperimentalWarning'];

export const siteUrl = ({ ports }: Layout): string => `http://localhost:${ports.base}`;
const ADS_HOST = 'ads.localhost';

/** The stand-ins for mail, phones and payments are files of the demo, which all its processes share. */
const SANDBOXES = ['sandbox-mail', 'sandbox-phones', 'sandbox-payments'];

function dataFolder(folder: string, name: string): string {
  const own = join(folder, 'files', name);
  mkdirSync(own, { recursive: true });
  for (const sandbox of SANDBOXES) {
    mkdirSync(join(folder, sandbox), { recursive: true });
    if (!existsSync(join(own, sandbox))) symlinkSync(join(folder, sandbox), join(own, sandbox));
  }
  return own;
}

/** Public, as all of the stand-ins. */
const PAYME = {
  clientId: 'stand-client-id',
  clientSecret: 'stand-client-secret',
  keyId: 'stand-key',
  signingKey: 'cGF5bWUtc3RhbmQtc2lnbmluZy1rZXktMDAwMDAwMDE=',
};
const EFT = { userConfirmKey: 'S0000001', secret: 'eftstandsecret0001' };
const JETCO = { merchantId: '881903000001', seed: 'jetcostandseed0001' };

export const walletsOf = ({ folder, ports }: Layout) => ({
  url: `http://127.0.0.1:${ports.wallets}`,
  book: join(folder, 'sandbox-payments', 'payme.jsonl'),
});

/** One process of the wallets' stand-ins: those within a site process see its requests only. */
export function walletsServer(layout: Layout): Server {
  const { folder, ports } = layout;
  const given = {
    port: ports.wallets,
    folder: join(folder, 'sandbox-payments'),
    siteUrl: siteUrl(layout),
    reachedAt: siteUrl(layout),
    payme: PAYME,
    eft: EFT,
    jetco: JETCO,
  };
  return {
    name: 'wallets',
    port: ports.wallets,
    command: [...NODE, 'sandbox/payments/wallets.process.ts', JSON.stringify(given)],
    isReady: () => accepts(ports.wallets),
  };
}

function walletVariables(layout: Layout): Record<string, string> {
  const { url } = walletsOf(layout);
  return {
    PAYME_URL: `${url}/sandbox/payme`,
    PAYME_CLIENT_ID: PAYME.clientId,
    PAYME_CLIENT_SECRET: PAYME.clientSecret,
    PAYME_KEY_ID: PAYME.keyId,
    PAYME_SIGNING_SECRETS: PAYME.signingKey,
    EFT_URL: `${url}/sandbox/eft`,
    EFT_USER_CONFIRM_KEY: EFT.userConfirmKey,
    EFT_SECRETS: EFT.secret,
    JETCO_URL: `${url}/sandbox/jetco/page`,
    JETCO_MERCHANT_ID: JETCO.merchantId,
    JETCO_SECRETS: JETCO.seed,
  };
}

/** Variables of a process of the site on the demo's data. */
function variablesOf(layout: Layout, name: string, port: number): Record<string, string> {
  const { folder, ports } = layout;
  return {
    ...composed('web1').environment,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataFolder(folder, name),
    DATABASE_URL: databaseUrl(layout, 'airwave_service'),
    READ_DATABASE_URL: databaseUrl(layout, 'airwave_service'),
    NATS_URL: hosts(ports.nats, 'nats'),
    CACHE_URL: hosts([ports.redis], 'redis'),
    PURGE_URLS: ports.caches.map((cache) => `http://127.0.0.1:${cache}/`).join(),
    MEDIA_PEERS: hosts(ports.media, 'http'),
    ...bucketVariables(layout),
    ...walletVariables(layout),
    SITE_URL: siteUrl(layout),
    ADS_URL: `http://${ADS_HOST}:${ports.base}`,
    INGEST_URL: `http://127.0.0.1:${ports.tap}/ingest`,
    DEMO: 'on',
    // Two minutes of sound, and no event of four renditions: all machines are one.
    DEMO_BACKFILL_MINUTES: process.env['DEMO_BACKFILL_MINUTES'] ?? '2',
    DEMO_EVENT: process.env['DEMO_EVENT'] ?? 'off',
    DEMO_CAPTIONS: process.env['DEMO_CAPTIONS'] ?? 'off',
    DRAIN_SECONDS: '3',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  };
}

/** Those of the process that migrates and seeds. */
export const ownerVariables = (layout: Layout): Record<string, string> => ({
  ...variablesOf(layout, 'seed', layout.ports.stations),
  DATABASE_OWNER_URL: databaseUrl(layout, 'airwave'),
});

export function siteServers(layout: Layout): Server[] {
  const processOf = (name: string, port: number, ready: string): Server => ({
    name,
    port,
    command: [
      ...NODE,
      'scripts/start.ts',
      ...composed(name)
        .command.split(' ')
        .filter((word) => word.startsWith('--')),
    ],
    env: variablesOf(layout, name, port),
    isReady: () => answers(port, ready),
  });
  return (['web', 'media', 'worker'] as const).flatMap((kind) =>
    layout.ports[kind].map((port, i) =>
      processOf(`${kind}${i + 1}`, port, kind === 'media' ? '/readyz/ingest' : '/readyz'),
    ),
  );
}

/** The demo's encoders, which push by the address of the site. */
export function stationsServer(layout: Layout): Server {
  const { stations } = layout.ports;
  return {
    name: 'stations',
    port: stations,
    command: [...NODE, 'scripts/start.ts', '--services=stations'],
    env: variablesOf(layout, 'stations', stations),
    isReady: () => answers(stations, '/readyz'),
  };
}

export function frontServers({ folder, ports }: Layout): Server[] {
  return ([0, 1] as const).flatMap((i) => {
    const [name, cacheName] = [`balancer${i + 1}`, `cache${i + 1}`];
    const [file, vcl] = [join(folder, `${name}.cfg`), join(folder, `${cacheName}.vcl`)];
    const front = {
      site: ports.balancers[i],
      origin: ports.origins[i],
      health: ports.balancerHealth[i],
      cache: ports.caches[i],
      servers: { web: ports.web, ads: ports.web.map((port) => port + 2), media: ports.media },
    };
    writeFileSync(
      file,
      balancerFile(front)
        // Each takes two files.
        .replace('maxconn 50000', 'maxconn 400')
        .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http'),
    );
    writeFileSync(vcl, cacheFile(front));
    const work = join(folder, cacheName);
    // Of a former start; Varnish keeps nothing over its end.
    rmSync(work, { recursive: true, force: true });
    return [
      {
        name,
        port: ports.balancers[i],
        command: ['haproxy', '-db', '-f', file],
        env: { ADS_HOST },
        isReady: () => answers(ports.balancerHealth[i], '/up'),
      },
      {
        name: cacheName,
        port: ports.caches[i],
        command: [
          ...wordsOf(composed(cacheName).command).map((word) =>
            word.replace(/^:6081$/, `127.0.0.1:${ports.caches[i]}`).replace(/^.*\.vcl$/, vcl),
          ),
          '-j',
          'none',
          '-n',
          work,
        ],
        isReady: async () => (await statusOf(ports.caches[i], '/cache/up')) === 200,
      },
    ];
  });
}
