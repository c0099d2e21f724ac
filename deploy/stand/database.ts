import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import pg from 'pg';
import { parse, stringify } from 'yaml';
import type { Layout } from './layout.ts';
import { answers, type Server } from './server.ts';

// deploy/etcd.env and deploy/patroni.yml with three etcd, two databases, and neither TLS, archive nor watchdog.

const NAMES = ['db1', 'db2'] as const;
const ANSWER_MS = 2_000;

export function etcdServers({ folder, ports }: Layout): Server[] {
  const peers = ports.etcdPeers.map((port) => `http://127.0.0.1:${port}`);
  return ports.etcd.map((port, i) => {
    const name = `etcd${i + 1}`;
    const client = `http://127.0.0.1:${port}`;
    return {
      name,
      port,
      command: ['etcd'],
      env: {
        ...parseEnv(readFileSync('deploy/etcd.env', 'utf8')),
        ETCD_NAME: name,
        ETCD_DATA_DIR: join(folder, name),
        ETCD_LISTEN_CLIENT_URLS: client,
        ETCD_ADVERTISE_CLIENT_URLS: client,
        ETCD_LISTEN_PEER_URLS: peers[i],
        ETCD_INITIAL_ADVERTISE_PEER_URLS: peers[i],
        ETCD_INITIAL_CLUSTER: peers.map((peer, n) => `etcd${n + 1}=${peer}`).join(),
      },
      // Of the group: no member answers it without a leader.
      isReady: () => answers(port, '/health'),
    };
  });
}

interface EtcdStatus {
  header: { member_id: string };
  /** Left out while there is none. */
  leader?: string;
}

/** Index of the etcd leader; undefined: none at the moment. */
export async function etcdLeaderOf({ ports }: Layout): Promise<number | undefined> {
  for (const [i, port] of ports.etcd.entries()) {
    const asked = fetch(`http://127.0.0.1:${port}/v3/maintenance/status`, {
      method: 'POST',
      body: '{}',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const said = (await asked.then((reply) => reply.json()).catch(() => null)) as EtcdStatus | null;
    if (said?.leader !== undefined && said.leader === said.header.member_id) return i;
  }
  return undefined;
}

/** The parts of deploy/patroni.yml that are replaced. */
interface PatroniFile {
  name: string;
  restapi: Record<'listen' | 'connect_address', string>;
  etcd: { hosts: string[] };
  bootstrap: { dcs: { postgresql: { parameters: Record<string, string | number> } } };
  postgresql: {
    listen: string;
    connect_address: string;
    data_dir: string;
    pgpass: string;
    pg_hba: string[];
    parameters: Record<string, string>;
    recovery_conf?: unknown;
  };
  watchdog: { mode: string };
}

function patroniFile({ folder, ports }: Layout, i: 0 | 1): string {
  const file = parse(readFileSync('deploy/patroni.yml', 'utf8')) as PatroniFile;
  const own = join(folder, NAMES[i]);
  const { parameters } = file.bootstrap.dcs.postgresql;
  file.name = NAMES[i];
  file.restapi.listen = file.restapi.connect_address = `127.0.0.1:${ports.patroni[i]}`;
  file.etcd.hosts = ports.etcd.map((port) => `127.0.0.1:${port}`);
  Object.assign(parameters, { archive_mode: 'off', shared_buffers: '256MB' });
  delete parameters['archive_command'];
  delete parameters['archive_timeout'];
  const { postgresql } = file;
  postgresql.listen = postgresql.connect_address = `127.0.0.1:${ports.postgres[i]}`;
  postgresql.data_dir = join(own, 'data');
  postgresql.pgpass = join(own, 'pgpass');
  postgresql.pg_hba = postgresql.pg_hba.map((line) =>
    line.replace('hostssl', 'host').replace('10.0.0.0/8', '127.0.0.1/32'),
  );
  postgresql.parameters = { password_encryption: 'scram-sha-256', unix_socket_directories: own };
  delete postgresql.recovery_conf;
  // It would reset this machine.
  file.watchdog.mode = 'off';
  return stringify(file);
}

/** PostgreSQL leaves the group of Patroni, and goes on without it. */
function postgresOf(folder: string): number[] {
  const file = join(folder, 'data', 'postmaster.pid');
  if (!existsSync(file)) return [];
  const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)) return [];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return [pid, ...children.filter(Boolean).map(Number)];
  } catch {
    return [];
  }
}

function own(path: string, { postgresUser }: Layout): void {
  if (postgresUser) chownSync(path, postgresUser.uid, postgresUser.gid);
}

export function databaseServer(layout: Layout, i: 0 | 1): Server {
  const { folder, ports, secret, postgresUser } = layout;
  const home = join(folder, NAMES[i]);
  mkdirSync(home, { recursive: true });
  own(home, layout);
  const file = join(home, 'patroni.yml');
  writeFileSync(file, patroniFile(layout, i));
  return {
    name: NAMES[i],
    port: ports.postgres[i],
    command: ['patroni', file],
    env: { HOME: home, PATRONI_SUPERUSER_PASSWORD: secret, PATRONI_REPLICATION_PASSWORD: secret },
    user: postgresUser,
    // A standby that is not in step yet could not be promoted.
    isReady: async () => (await answers(ports.patroni[i], '/primary')) || (await answers(ports.patroni[i], '/sync')),
    others: () => postgresOf(home),
  };
}

/** 0 or 1; undefined: none at the moment. */
export async function leaderOf({ ports }: Layout): Promise<0 | 1 | undefined> {
  for (const i of [0, 1] as const) if (await answers(ports.patroni[i], '/primary')) return i;
  return undefined;
}

export const databaseUrl = ({ ports, secret }: Layout, role: string): string =>
  `postgres://${role}:${secret}@${ports.postgres.map((port) => `127.0.0.1:${port}`).join()}/airwave?target_session_attrs=read-write`;

/** The roles and the database, as docs/operations/running.md makes them, unless they are there. */
export async function makeRoles(layout: Layout): Promise<void> {
  const { ports, secret } = layout;
  const port = ports.postgres[(await leaderOf(layout)) ?? 0];
  const client = new pg.Client({
    connectionString: `postgres://postgres:${secret}@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
  });
  await client.connect();
  try {
    const { rowCount } = await client.query(`select from pg_database where datname = 'airwave'`);
    if (rowCount === 1) return;
    await client.query('drop role if exists airwave_service');
    await client.query('drop role if exists airwave');
    await client.query(`create role airwave login password ${client.escapeLiteral(secret)}`);
    const { status, stderr } = spawnSync('sh', ['deploy/service-role.sh'], {
      encoding: 'utf8',
      env: {
        ...process.env,
        PGHOST: '127.0.0.1',
        PGPORT: String(port),
        PGPASSWORD: secret,
        POSTGRES_USER: 'postgres',
        POSTGRES_DB: 'postgres',
        SERVICE_PASSWORD: secret,
      },
    });
    if (status !== 0) throw new Error(`deploy/service-role.sh failed: ${stderr}`);
    // Last: it says that all is done.
    await client.query('create database airwave owner airwave');
  } finally {
    await client.end();
  }
}
