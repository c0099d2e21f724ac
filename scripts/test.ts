import { spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { hasHeadlessShell, testBrowserPath } from '../tests/setup/chromium.ts';
import { ENGINE_PACKAGES, ENGINES, hasEngine } from '../tests/setup/engines.ts';
import { seedSite } from '../tests/setup/seeded-site.ts';
import { makeTestFolder, makeMemoryFolder } from '../tests/setup/test-folder.ts';
import { installAdLibraries } from './ad-libraries.ts';
import { buildIfStale } from './build.ts';

const PROJECTS = ['unit', 'pg', 'e2e', 'sound', 'engines'] as const;
type Project = (typeof PROJECTS)[number];
/** Projects that run together: tests of sound mostly wait, and Gecko and WebKit work meanwhile. */
const GROUPS: readonly (readonly Project[])[] = [['unit'], ['pg'], ['e2e'], ['sound', 'engines']];
const SLOWEST = 20;
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** Debian packages that the tests need and this machine lacks. */
function missing(): string[] {
  const wanted: string[] = [];
  if (!testBrowserPath()) wanted.push('chromium');
  if (!has('ffmpeg') || !has('ffprobe')) wanted.push('ffmpeg');
  // Without Chinese fonts a browser measures wrong box sizes.
  if (
    process.platform === 'linux' &&
    !spawnSync('fc-list', [':lang=zh-hk', 'family'], { encoding: 'utf8' }).stdout?.trim()
  )
    wanted.push('fonts-noto-cjk');
  return wanted;
}

/** Installs packages with apt, if permitted. Returns whether they are installed. */
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

/** The former are required; without an engine its tests are skipped. */
function prepare(isWhole: boolean): void {
  // Available only in Debian; elsewhere the full Chromium is used, which takes three times as long.
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
    assertionResults: { fullName: string; status: string; duration?: number | null; failureMessages: string[] }[];
  }[];
}

/** One line per failed test: project, file, name and the first line of its message. */
function failuresOf(report: Report): string[] {
  const line = (file: string, name: string, message = '') => {
    const path = relative(process.cwd(), file);
    return `FAILED ${projectOf(path)} ${path}: ${name}: ${message.split('\n')[0]!.slice(0, 2_000)}`;
  };
  return report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && file.status === 'failed') return [line(file.name, '(the file)', file.message)];
    return failed.map((test) => line(file.name, test.fullName, test.failureMessages[0]));
  });
}

const durationsOf = (report: Report) =>
  report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ duration, fullName }) => ({
      ms: duration ?? 0,
      title: `${relative(process.cwd(), name)}: ${fullName}`,
    })),
  );

/** The project of a test file, as in vitest.config.ts. */
function projectOf(file: string): Project {
  if (file.startsWith('tests/e2e/sound/')) return 'sound';
  if (file.startsWith('tests/e2e/engines/')) return 'engines';
  if (file.endsWith('.e2e.ts')) return 'e2e';
  return file.endsWith('.pg.test.ts') ? 'pg' : 'unit';
}

/** The projects of the test files named by arguments, by any part of their paths. */
function projectsNamed(names: readonly string[]): Project[] {
  const wanted = new Set(
    globSync('**/*.{test.ts,test.tsx,e2e.ts}', { exclude: ['**/node_modules', 'build', 'data'] })
      .filter((file) => names.some((name) => file.includes(relative('.', name))))
      .map(projectOf),
  );
  return PROJECTS.filter((project) => wanted.has(project));
}

/** Time of all cores since the machine started, ms. */
function coreTimes(): { busy: number; all: number } {
  const times = cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({ busy: user + nice + sys + irq, idle }));
  const busy = times.reduce((total, one) => total + one.busy, 0);
  return { busy, all: times.reduce((total, one) => total + one.idle, busy) };
}

const sum = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
const durations: { ms: number; title: string }[] = [];
/** Whether a group computes or waits. */
const groupLines: string[] = [];

/** Runs a program and prints what it prints. Returns its exit code and the end of its error output. */
function runWatched(program: string, args: readonly string[]): Promise<{ code: number; errors: string }> {
  const child = spawn(program, args, { stdio: ['inherit', 'inherit', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    errors = (errors + chunk.toString()).slice(-4_000);
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done({ code: code ?? 1, errors }));
  });
}

/** Runs vitest on some projects and adds up the results. */
async function runVitest(projects: readonly Project[], args: readonly string[]): Promise<void> {
  const file = `data/test-report-${projects.join('-')}.json`;
  rmSync(file, { force: true });
  const { code, errors } = await runWatched('node_modules/.bin/vitest', [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...args,
  ]);
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;
  sum.passed += report?.numPassedTests ?? 0;
  sum.skipped += report?.numPendingTests ?? 0;
  const named = report ? failuresOf(report) : [];
  failures.push(...named);
  if (report) durations.push(...durationsOf(report));
  // Such as a site that does not start, or a rejection that no test awaits. One line, because CI repeats only that.
  if (code !== 0 && named.length === 0)
    failures.push(
      `FAILED ${projects.join(' ')}: vitest exited with ${code}: ${stripVTControlCharacters(errors).replaceAll(/\s*\n\s*/g, ' | ')}`,
    );
  // A run that failed without naming a test counts as one failure.
  sum.failed += Math.max(report?.numFailedTests ?? 0, code === 0 ? 0 : 1);
}

const args = process.argv.slice(2);
const named = projectsNamed(args.filter((arg) => !arg.startsWith('-')));
const isWhole = args.length === 0;
if (!isWhole && named.length === 0 && args.every((arg) => !arg.startsWith('-'))) {
  console.error(`No test file has ${args.join(' or ')} in its path.`);
  process.exit(1);
}
const projects = named.length > 0 ? named : PROJECTS;
const needsBrowser = projects.some((project) => project !== 'unit' && project !== 'pg');

if (projects.some((project) => project !== 'unit')) prepare(isWhole);
if (needsBrowser) await buildIfStale((line) => console.log(line));
else installAdLibraries((line) => console.log(line));
mkdirSync('data', { recursive: true });

// In a full run each group of projects has its own vitest: within one, all global setups would run at the start, and the
// sites of browser tests would compete with earlier tests.
if (named.length > 0) await runVitest(named, args);
else {
  const releaseMemory = makeMemoryFolder();
  const seeded = makeTestFolder('seeded');
  // Sites of tests start on copies of it. Half of the time that it takes is waiting. If it fails, browser tests seed a
  // folder of their own.
  const seeding = seedSite(seeded)
    .then(() => void (process.env.SEEDED_DATA_DIR = seeded))
    .catch((error: unknown) => console.warn('The folder for the sites of tests was not seeded:', error));
  for (const group of GROUPS) {
    const [startedAtMs, before] = [Date.now(), coreTimes()];
    await runVitest(group, ['--passWithNoTests', ...args]);
    await seeding;
    const after = coreTimes();
    const busy = Math.round((100 * (after.busy - before.busy)) / (after.all - before.all));
    groupLines.push(`${group.join(' and ')}: ${Math.round((Date.now() - startedAtMs) / 1000)} s, cores ${busy} % busy`);
  }
  rmSync(seeded, { recursive: true, force: true });
  releaseMemory();
}

if (isWhole) {
  for (const line of groupLines) console.log(line);
  console.log(`The ${SLOWEST} slowest tests:`);
  for (const { ms, title } of durations.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST))
    console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${title}`);
}
// Repeated at the end, so that a truncated log still has them.
for (const failure of failures) console.log(failure);
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped ? `, ${sum.skipped} skipped` : ''}`);
process.exit(sum.failed || sum.passed === 0 ? 1 : 0);
