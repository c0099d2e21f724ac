import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { hasHeadlessShell, testBrowserPath } from '../tests/setup/chromium.ts';
import { ENGINE_PACKAGES, ENGINES, hasEngine } from '../tests/setup/engines.ts';
import { buildIfStale } from './build.ts';

const PROJECTS = ['unit', 'pg', 'e2e', 'sound', 'engines'];
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** Debian's packages the tests need and this machine lacks. */
function missing(): string[] {
  const wanted: string[] = [];
  if (!testBrowserPath()) wanted.push('chromium');
  if (!has('ffmpeg') || !has('ffprobe')) wanted.push('ffmpeg');
  // Without Chinese letters a browser measures boxes of the wrong size.
  if (
    process.platform === 'linux' &&
    !spawnSync('fc-list', [':lang=zh-hk', 'family'], { encoding: 'utf8' }).stdout?.trim()
  )
    wanted.push('fonts-noto-cjk');
  return wanted;
}

/** Asks apt for these, where it may; says whether they came. */
function install(packages: readonly string[]): boolean {
  const isRoot = process.getuid?.() === 0;
  const maySudo = !isRoot && spawnSync('sudo', ['-n', 'true']).status === 0;
  if (!has('apt-get') || (!isRoot && !maySudo)) return false;
  console.log(`Installing ${packages.join(', ')} with apt…`);
  const run = (...args: string[]) =>
    spawnSync(isRoot ? 'apt-get' : 'sudo', isRoot ? args : ['-n', 'apt-get', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  run('update', '-qq');
  return run('install', '-y', '-qq', '--no-install-recommends', ...packages);
}

/** Without the first there is no test; without an engine its own are skipped. */
function prepare(isWhole: boolean): void {
  // Only Debian has it; elsewhere the whole Chromium does, and takes three times as long.
  if (isWhole && process.platform === 'linux' && !process.env.CHROMIUM && !hasHeadlessShell())
    install(['chromium-headless-shell']);
  const lacking = missing();
  if (lacking.length && (!install(lacking) || missing().length)) {
    console.error(`The tests need ${missing().join(', ')}, which could not be installed. Install them and run again.`);
    process.exit(1);
  }
  if (!isWhole) return;
  const engines = ENGINES.filter((name) => !hasEngine(name));
  if (engines.length === 0) return;
  install(engines.flatMap((name) => ENGINE_PACKAGES[name]));
  for (const name of engines)
    if (!hasEngine(name)) console.log(`${name} could not be installed: its tests are skipped.`);
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numFailedTestSuites: number;
  success: boolean;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** One line for each failed test: its project, file, name and the first line of what it said. */
function failuresOf(project: string, report: Report): string[] {
  const line = (file: string, name: string, message = '') =>
    `FAILED ${project} ${relative(process.cwd(), file)}: ${name}: ${message.split('\n')[0]!.slice(0, 300)}`;
  return report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && file.status === 'failed') return [line(file.name, '(the file)', file.message)];
    return failed.map((test) => line(file.name, test.fullName, test.failureMessages[0]));
  });
}

const args = process.argv.slice(2);
prepare(args.length === 0);
buildIfStale((line) => console.log(line));
mkdirSync('data', { recursive: true });

const sum = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
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
  if (report) failures.push(...failuresOf(project, report));
  // A run that ended badly without naming a failed test has failed all the same.
  sum.failed += Math.max(report?.numFailedTests ?? 0, done.status === 0 ? 0 : 1);
}
// Named again at the end, where a log that is cut off still has them.
for (const failure of failures) console.log(failure);
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped ? `, ${sum.skipped} skipped` : ''}`);
process.exit(sum.failed || sum.passed === 0 ? 1 : 0);
