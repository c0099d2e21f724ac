import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { userInfo } from 'node:os';
import { spawnSync } from 'node:child_process';

/** Where everything of a stand is. */
export interface Layout {
  folder: string;
  /** A password of this stand. */
  secret: string;
  ports: ReturnType<typeof portsFrom>;
  /** Who runs what may not run as root; undefined: the present user. */
  postgresUser: { uid: number; gid: number } | undefined;
}

const pair = (first: number, step = 1): readonly [number, number] => [first, first + step];
const three = (first: number): readonly number[] => [first, first + 1, first + 2];

function portsFrom(base: number) {
  return {
    base,
    balancers: pair(base + 1),
    origins: pair(base + 3),
    balancerHealth: pair(base + 5),
    caches: pair(base + 7),
    patroni: pair(base + 12),
    postgres: pair(base + 14),
    nats: three(base + 16),
    natsCluster: three(base + 19),
    natsMonitor: three(base + 22),
    redis: base + 25,
    memcached: base + 26,
    swiftAccount: base + 27,
    swiftContainer: base + 28,
    swiftObject: base + 29,
    swiftProxy: base + 30,
    /** Of what the encoders send. */
    tap: base + 32,
    etcd: three(base + 33),
    etcdPeers: three(base + 36),
    /** Each process of the site has five: its own, then those of metrics, advertising, stand-ins for it, and the desk. */
    web: pair(base + 40, 5),
    media: pair(base + 50, 5),
    worker: pair(base + 60, 5),
    stations: base + 70,
    /** Stand-ins for wallets. */
    wallets: base + 39,
  };
}

/** A stand uses the ports from its base to this many above it. */
export const PORTS = 75;

function secretOf(folder: string): string {
  const file = join(folder, 'secret');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

function userNamed(name: string): { uid: number; gid: number } {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name]).stdout.toString()));
  return { uid: uid!, gid: gid! };
}

export function layoutOf(folder: string, base: number): Layout {
  for (const name of ['logs', 'pids', 'files']) mkdirSync(join(folder, name), { recursive: true });
  return {
    folder,
    secret: secretOf(folder),
    ports: portsFrom(base),
    postgresUser: userInfo().uid === 0 ? userNamed('postgres') : undefined,
  };
}
