import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Result } from 'lighthouse';
import { freePort } from '#tests/setup/site.ts';
import { audit } from './lighthouse.ts';
import { itemsOf, mainThread } from './main-thread.ts';
import { median, untilAnswers, untilQuiet } from './measure.ts';

// Compares two builds in alternation: a change of a few per cent disappears in the noise between runs, but shows within
// one.

const ROUNDS = 10;
/** Sign test over ten pairs: nine equal signs occur by chance in 2 of 100 comparisons. */
const PAIRS_THAT_DECIDE = 0.9;
const STOP_LIMIT_MS = 20_000;

interface Running {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

interface Figure {
  name: string;
  unit: string;
  of: (run: Result) => number;
}

interface NetworkRequest {
  resourceType?: string;
  transferSize?: number;
}

const transferred = (run: Result, type: string) =>
  itemsOf<NetworkRequest>(run, 'network-requests')
    .filter(({ resourceType }) => resourceType === type)
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1000;

const FIGURES: readonly Figure[] = [
  { name: 'performance score', unit: '', of: (run) => (run.categories['performance']?.score ?? Number.NaN) * 100 },
  {
    name: 'total blocking time',
    unit: 'ms',
    of: (run) => run.audits['total-blocking-time']?.numericValue ?? Number.NaN,
  },
  {
    name: 'largest contentful paint',
    unit: 'ms',
    of: (run) => run.audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
  },
  { name: 'main thread', unit: 'ms', of: (run) => mainThread(run) },
  { name: 'main thread, style and layout', unit: 'ms', of: (run) => mainThread(run, 'styleLayout') },
  { name: 'main thread, scripts', unit: 'ms', of: (run) => mainThread(run, 'scriptEvaluation') },
  { name: 'requests', unit: '', of: (run) => itemsOf(run, 'network-requests').length },
  { name: 'scripts', unit: 'kB', of: (run) => transferred(run, 'Script') },
  { name: 'style sheets', unit: 'kB', of: (run) => transferred(run, 'Stylesheet') },
];

function runIn(folder: string, command: string, args: readonly string[]): string {
  const done = spawnSync(command, args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
  if (done.status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed in ${folder}:\n${done.stdout}${done.stderr}`);
  return done.stdout.trim();
}

/** A checkout of a commit with packages and build, kept for later runs. */
function checkOut(commit: string): string {
  const hash = runIn('.', 'git', ['rev-parse', '--verify', `${commit}^{commit}`]);
  const folder = resolve('data/against', hash.slice(0, 12));
  if (!existsSync(folder)) {
    mkdirSync(resolve('data/against'), { recursive: true });
    runIn('.', 'git', ['clone', '--quiet', '--no-checkout', '.', folder]);
    runIn(folder, 'git', ['checkout', '--quiet', '--detach', hash]);
  }
  const isSameLock =
    readFileSync(join(folder, 'package-lock.json'), 'utf8') === readFileSync('package-lock.json', 'utf8');
  if (isSameLock && !existsSync(join(folder, 'node_modules')))
    cpSync('node_modules', join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  console.log(`Building ${hash.slice(0, 12)}…`);
  runIn(folder, 'node', ['scripts/run.mjs', 'build']);
  return folder;
}

/** The build of a checkout as a production site with the demo's data and without advertising. */
async function serve(folder: string): Promise<Running> {
  const [port, adsPort, sandboxAdsPort] = [await freePort(), await freePort(), await freePort()];
  mkdirSync(resolve('data'), { recursive: true });
  const dataDir = mkdtempSync(resolve('data/site-'));
  const child = spawn('node', ['scripts/run.mjs', 'start'], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DEMO: 'on',
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: '0',
      ADS_PORT: String(adsPort),
      DESK_URL: 'off',
      SANDBOX_ADS_PORT: String(sandboxAdsPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RENDERS_PER_SECOND: '0',
      DEMO_BACKFILL_MINUTES: '3',
    },
    stdio: 'ignore',
  });
  const ended = new Promise((done) => child.once('exit', done));
  const url = `http://localhost:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await ended;
    clearTimeout(timer);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await untilAnswers(`${url}/readyz`);
    await untilQuiet(child.pid ?? 0);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: child.pid ?? 0, stop };
}

const spread = (values: number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
  return at(0.75) - at(0.25);
};
const rounded = (value: number) => (Math.abs(value) < 100 ? value.toFixed(1) : value.toFixed(0));

/** Whether one side is larger in enough pairs to exclude chance. */
function verdict(before: number[], now: number[]): string {
  const pairs = before.map((value, i) => Math.sign((now[i] ?? Number.NaN) - value));
  const [more, less] = [1, -1].map((sign) => pairs.filter((one) => one === sign).length / pairs.length);
  if (more! >= PAIRS_THAT_DECIDE) return 'more';
  return less! >= PAIRS_THAT_DECIDE ? 'less' : 'no difference beyond the spread';
}

function report(page: string, before: Result[], now: Result[]): void {
  console.log(`\n${page}: medians of ${before.length} (spread between the quartiles)`);
  const index = median([...before, ...now].map(({ environment }) => environment.benchmarkIndex));
  for (const { name, unit, of } of FIGURES) {
    const [old, own] = [before.map(of), now.map(of)];
    const side = (values: number[]) => `${rounded(median(values))} (${rounded(spread(values))})`;
    console.log(
      `  ${name.padEnd(30)} ${side(old).padStart(16)} → ${side(own).padStart(16)} ${unit.padEnd(3)} ${verdict(old, own)}`,
    );
  }
  console.log(`  machine index ${Math.round(index)} (an idle desktop has 1500 or more)`);
}

/** Runs Lighthouse's phone on pages of an earlier build and the present one in alternation; prints the differences. */
export async function compareWith(commit: string, pages: readonly string[]): Promise<void> {
  const former = checkOut(commit);
  const sites: Running[] = [];
  try {
    for (const folder of [former, resolve('.')]) sites.push(await serve(folder));
    const [before, now] = sites as [Running, Running];
    for (const page of pages) {
      const runs: [Result[], Result[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        // Each goes first equally often.
        for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
          runs[side].push((await audit((side === 0 ? before : now).url + page)).asSeen);
      }
      report(page, ...runs);
    }
  } finally {
    await Promise.all(sites.map((site) => site.stop()));
  }
}
