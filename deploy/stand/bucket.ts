import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import type { Layout } from './layout.ts';
import { accepts, answers, type Server } from './server.ts';

// Swift with `s3api`, of one device. Its storage policy and the salt of its hashes are those of Debian's
// /etc/swift/swift.conf, the only file that its servers read elsewhere.

const USER = 'airwave';
const BUCKET = 'airwave';
const REGION = 'us-east-1';
const KINDS = ['account', 'container', 'object'] as const;
type Kind = (typeof KINDS)[number];

const portOf = ({ ports }: Layout, kind: Kind): number =>
  ({ account: ports.swiftAccount, container: ports.swiftContainer, object: ports.swiftObject })[kind];

const folderOf = ({ folder }: Layout): string => join(folder, 'swift');

/**
 * Rings of 16 partitions, one copy each. Recreated, as the ports of a former start may have differed: what is stored
 * stays in place.
 */
function makeRings(layout: Layout): void {
  for (const kind of KINDS) {
    const builder = join(folderOf(layout), `${kind}.builder`);
    rmSync(builder, { force: true });
    const build = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync('swift-ring-builder', [builder, ...args], { encoding: 'utf8' });
      // 1 is a warning.
      if (status === null || status > 1) throw new Error(`swift-ring-builder failed: ${stdout}${stderr}`);
    };
    build('create', '4', '1', '0');
    build('add', `r1z1-127.0.0.1:${portOf(layout, kind)}/device`, '1');
    build('rebalance', '--force');
  }
}

const common = (layout: Layout, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folderOf(layout)}
devices = ${join(folderOf(layout), 'devices')}
mount_check = false
`;

const storageFile = (layout: Layout, kind: Kind) => `${common(layout, portOf(layout, kind))}
[pipeline:main]
pipeline = healthcheck ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
[filter:healthcheck]
use = egg:swift#healthcheck
`;

/** Each with its settings, in the order in which requests pass them. */
const filters = ({ ports, secret }: Layout): Record<string, string> => ({
  catch_errors: '',
  gatekeeper: '',
  healthcheck: '',
  cache: `memcache_servers = 127.0.0.1:${ports.memcached}`,
  listing_formats: '',
  bulk: '',
  s3api: `location = ${REGION}`,
  tempauth: `user_${USER}_${USER} = ${secret} .admin`,
  copy: '',
  slo: '',
  dlo: '',
  versioned_writes: '',
  symlink: '',
});

const proxyFile = (layout: Layout) => `${common(layout, layout.ports.swiftProxy)}
[pipeline:main]
pipeline = ${Object.keys(filters(layout)).join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# The only storage server: by default one whose disk was full is not asked for a minute.
error_suppression_interval = 1
${Object.entries(filters(layout))
  .map(([name, settings]) => `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}\n${settings}\n`)
  .join('')}`;

export function bucketServers(layout: Layout): Server[] {
  const { ports } = layout;
  mkdirSync(join(folderOf(layout), 'devices', 'device'), { recursive: true });
  makeRings(layout);
  const swift = (name: string, file: string, port: number): Server => {
    const path = join(folderOf(layout), `${name}.conf`);
    writeFileSync(path, file, { mode: 0o600 });
    return {
      name: `swift-${name}`,
      port,
      command: [`swift-${name}-server`, path, '-v'],
      isReady: () => answers(port, '/healthcheck'),
    };
  };
  return [
    {
      name: 'memcached',
      port: ports.memcached,
      command: ['memcached', '-l', '127.0.0.1', '-p', String(ports.memcached), '-u', userInfo().username],
      isReady: () => accepts(ports.memcached),
    },
    ...KINDS.map((kind) => swift(kind, storageFile(layout, kind), portOf(layout, kind))),
    swift('proxy', proxyFile(layout), ports.swiftProxy),
  ];
}

export const bucketVariables = ({ ports, secret }: Layout) => ({
  STORAGE: `s3://${BUCKET}`,
  AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${ports.swiftProxy}`,
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: `${USER}:${USER}`,
  AWS_SECRET_ACCESS_KEY: secret,
});

export async function makeBucket(layout: Layout): Promise<void> {
  const access = bucketVariables(layout);
  const client = new AwsClient({
    accessKeyId: access.AWS_ACCESS_KEY_ID,
    secretAccessKey: access.AWS_SECRET_ACCESS_KEY,
    region: REGION,
    service: 's3',
  });
  const { status, statusText } = await client.fetch(`${access.AWS_ENDPOINT_URL_S3}/${BUCKET}`, {
    method: 'PUT',
    signal: AbortSignal.timeout(30_000),
  });
  // 409: it is there.
  if (status !== 200 && status !== 409) throw new Error(`the bucket could not be made: ${status} ${statusText}`);
}
