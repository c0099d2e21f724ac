import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { chromiumPath } from '../tests/setup/chromium.ts';
import { buildIfStale } from './build.ts';

const PROJECTS = ['unit', 'pg', 'e2e', 'sound'];
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** Debian's packages the tests need and this machine lacks. */
function missing(): string[] {
  const wanted: string[] = [];
  if (!chromiumPath()) wanted.push('chromium');
  if (!has('ffmpeg') || !has('ffprobe')) wanted.push('ffmpeg');
  // Without Chinese letters a browser measures boxes of the wrong size.
  if (
    process.platform === 'linux' &&
    !spawnSync('fc-list', [':lang=zh-hk', 'family'], { encoding: 'utf8' }).stdout?.trim()
  )
    wanted.push('fonts-noto-cjk');
  return wanted;
}

function install(packages: string[]): void {
  const isRoot = process.getuid?.() === 0;
  const maySudo = !isRoot && spawnSync('sudo', ['-n', 'true']).status === 0;
  if (!has('apt-get') || (!isRoot && !maySudo)) {
    console.error(
      `The tests need ${packages.join(', ')}, which this machine lacks and I may not install. Install them and run again.`,
    );
    process.exit(1);
  }
  console.log(`Installing ${packages.join(', ')} with apt…`);
  const run = (...args: string[]) =>
    spawnSync(isRoot ? 'apt-get' : 'sudo', isRoot ? args : ['-n', 'apt-get', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  run('update', '-qq');
  if (!run('install', '-y', '-qq', '--no-install-recommends', ...packages) || missing().length) {
    console.error(`These packages could not be installed: ${missing().join(', ')}. Install them and run again.`);
    process.exit(1);
  }
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numFailedTestSuites: number;
  success: boolean;
}

const args = process.argv.slice(2);
const lacking = missing();
if (lacking.length) install(lacking);
buildIfStale((line) => console.log(line));
mkdirSync('data', { recursive: true });

const sum = { passed: 0, failed: 0, skipped: 0 };
for (const project of PROJECTS) {
  const file = `data/test-report-${project}.json`;
  const done = spawnSync(
    'node_modules/.bin/vitest',
    [
      'run',
      '--project',
      project,
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...args,
    ],
    { stdio: 'inherit' },
  );
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;
  sum.passed += report?.numPassedTests ?? 0;
  sum.skipped += report?.numPendingTests ?? 0;
  // A run that ended badly without naming a failed test has failed all the same.
  sum.failed += Math.max(report?.numFailedTests ?? 0, done.status === 0 ? 0 : 1);
}
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped ? `, ${sum.skipped} skipped` : ''}`);
process.exit(sum.failed || sum.passed === 0 ? 1 : 0);
