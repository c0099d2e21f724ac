import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { makeTestFolder } from './test-folder.ts';

export interface Site {
  url: string;
  port: number;
  /** URL of the advertising frames. */
  adsUrl: string;
  /** URL of the desk. */
  deskUrl: string;
  dataDir: string;
  process: ChildProcess;
  /** Everything it printed. */
  output(): string;
  /** Resolves when the start process ends; the test must check whether the database still runs. */
  ended: Promise<number | null>;
  kill(signal: NodeJS.Signals): Promise<number | null>;
  /** Stops it in order and removes its data. */
  close(): Promise<void>;
}

// Below the ephemeral port range: a port from that range may be taken again before the site listens. And above 10080,
// which `fetch` refuses. Workers have ranges of their own: one may have been given a port on which nothing listens yet.
const FIRST_PORT = 11_000;
const PORTS = 21_000;
const WORKERS = 16;
/** A site takes some ports above its own. */
const APART = 5;
const PORTS_EACH = Math.floor(PORTS / WORKERS / APART);
/** Another run of the tests on this machine begins elsewhere. */
let next = Math.floor(Math.random() * PORTS_EACH);

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });

export async function freePort(): Promise<number> {
  const worker = Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS;
  const port = FIRST_PORT + (worker * PORTS_EACH + (next++ % PORTS_EACH)) * APART;
  const near = Array.from({ length: APART }, (_, i) => isFree(port + i));
  return (await Promise.all(near)).every(Boolean) ? port : freePort();
}

export interface SiteOptions {
  port?: number;
  dataDir?: string;
  /** Starts on a copy of an already seeded folder if there is one, for tests of later states. */
  seeded?: boolean;
  args?: string[];
  env?: Record<string, string>;
  /** Root of the project. Default: that of the test. */
  cwd?: string;
  /** User to run as. Default: that of the test. */
  uid?: number;
  /** Path that must answer 200 before the site counts as started, with sound if it has stations. Null: do not wait. */
  until?: string | null;
}

/** A playlist that ends within this time is at the live edge. */
const EDGE_MS = 10_000;
/** Ends the wait for a site that hangs: far more than a busy machine takes. */
const START_HANG_MS = 600_000;

/** Whether a live playlist ends about now; one that is still catching up ends minutes ago. */
function isAtEdge(list: string): boolean {
  const since = list.slice(list.lastIndexOf('#EXT-X-PROGRAM-DATE-TIME:'));
  const [, from = ''] = /TIME:(\S+)/.exec(since) ?? [];
  const lastsS = [...since.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, seconds]) => sum + Number(seconds), 0);
  return Date.now() - (Date.parse(from) + lastsS * 1000) < EDGE_MS;
}

/** Copies the seeded folder there is, if any. Preserves ownership: if tests run as root, the database belongs to another user. */
export function seedFolder(dataDir: string): void {
  if (process.env.SEEDED_DATA_DIR !== undefined) spawnSync('cp', ['-a', `${process.env.SEEDED_DATA_DIR}/.`, dataDir]);
}

/** The built product as a separate process, started as by `npm start`. */
export async function startSite({
  port: givenPort,
  dataDir: givenDir,
  seeded = false,
  args = [],
  env = {},
  cwd,
  uid,
  until = '/readyz',
}: SiteOptions = {}): Promise<Site> {
  const port = givenPort ?? (await freePort());
  const adsPort = await freePort();
  const deskPort = await freePort();
  const dataDir = givenDir ?? makeTestFolder('site');
  if (seeded) seedFolder(dataDir);
  const child = spawn('node', ['--disable-warning=ExperimentalWarning', 'scripts/start.ts', ...args], {
    env: {
      ...process.env,
      NODE_ENV: '',
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: '0',
      ADS_PORT: String(adsPort),
      DESK_PORT: String(deskPort),
      SANDBOX_ADS_PORT: String(await freePort()),
      // All visitors of a test share one address.
      RENDERS_PER_SECOND: '0',
      // Each browser of a test is a new device of the same few members.
      PLAYBACK_DEVICE_LIST: '1000',
      // One process per site suffices for two cores with a browser each; page-process.e2e.ts and start.e2e.ts have
      // both.
      PAGE_PROCESS: 'off',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      PAYMENT_TEST_PAGE: 'on',
      // Its four renditions, four segments a second, are most of the work of an idle demo.
      DEMO_EVENT: 'off',
      // Replays of a test's own time are not to have words that others search for.
      DEMO_CAPTIONS: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const url = `http://localhost:${port}`;
  const site: Site = {
    url,
    port,
    adsUrl: `http://localhost:${adsPort}`,
    deskUrl: `http://localhost:${deskPort}`,
    dataDir,
    process: child,
    output: () => said,
    ended,
    async kill(signal) {
      child.kill(signal);
      return ended;
    },
    async close() {
      if (child.exitCode === null && child.signalCode === null) await site.kill('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  const answers = async (path: string, isEnough = async (_answer: Response) => true) => {
    const startedAtMs = Date.now();
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
      if (answer?.ok && (await isEnough(answer))) return;
      if (child.exitCode !== null || Date.now() - startedAtMs > START_HANG_MS) {
        child.kill('SIGTERM');
        throw new Error(`the site did not start: no ${path}\n${said}`);
      }
      await delay(100);
    }
  };
  if (until !== null) {
    await answers(until);
    // A site is ready before its encoders, which first push older sound.
    const hasStations = args.every((arg) => !arg.startsWith('--services='));
    if (until === '/readyz' && hasStations)
      for (const channel of [881, 903, 864])
        await answers(`/media/${channel}/a64/live.m3u8`, async (list) => isAtEdge(await list.text()));
  }
  return site;
}
