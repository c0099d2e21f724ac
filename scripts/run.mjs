// The first step of every npm script. Runs on any installed Node (20 or newer) without dependencies, ensures that
// packages are installed, and then runs the project's own Node 24.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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
  'archive',
  'video',
  'money',
  'event',
  'campaign',
  'audience',
  'audit',
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

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

const major = Number(process.versions.node.split('.')[0]);
if (major < 20) fail(`Node 20 or newer is required to install Airwave; this is Node ${process.versions.node}.`);

// A terminal's Ctrl-C reaches the child directly; other signals are forwarded.
let child;
let interrupts = 0;
process.on('SIGINT', () => {
  if (!process.stdin.isTTY || interrupts++ > 0) child?.kill('SIGINT');
});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child?.kill(signal));

// npm exits on a signal without forwarding it, so a vanished parent means stop. Only under npm: otherwise a parent may
// exit for good reasons.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    if (child) child.kill('SIGTERM');
    else process.exit(1);
  }, 500);
  watch.unref();
}

/** Runs a command to its end. Returns its exit code, or 1 after a signal or an error. */
function run(name, args, options) {
  child = spawn(name, args, options);
  return new Promise((done) => {
    child.on('error', () => done(1));
    child.on('exit', (code) => done(code ?? 1));
  });
}

if (!installed()) {
  console.log('Installing packages…');
  const code = await run(
    'npm',
    ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(wanted === 'run' ? ['--omit=dev'] : [])],
    { stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' },
  );
  if (code !== 0) fail('Installing packages failed; see the output of npm ci above.');
  // A strict npm may have skipped the script that downloads the binary.
  if (!existsSync(node))
    spawnSync(process.execPath, ['installArchSpecificPackage'], {
      cwd: join(root, 'node_modules', 'node'),
      stdio: 'inherit',
    });
  if (!existsSync(node))
    fail(
      'The package "node" has no binary; allow its install script with "npm install-scripts approve node" and run again.',
    );
  writeFileSync(stampFile, `${lock} ${wanted}`);
}

// Reduces memory that glibc retains after freeing: by default each allocating thread gets an arena of its own, and
// large blocks are placed among small ones. Two arenas, and large blocks by mmap, save 250 MB after a walk over all
// pages. Overridden by the environment.
const { MALLOC_ARENA_MAX = '2', MALLOC_MMAP_THRESHOLD_ = '131072', PATH = '' } = process.env;

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
