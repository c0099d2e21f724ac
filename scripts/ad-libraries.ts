import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** A package of its own: 14,000 files that no page needs, and a first start is on the air without them (decision 062). */
const DIR = 'ads/libraries';
const STAMP = `${DIR}/node_modules/.airwave-installed`;

/** Installs what the ad frames are built from, unless installed. */
export function installAdLibraries(say: (line: string) => void): void {
  const lock = createHash('sha256')
    .update(readFileSync(`${DIR}/package-lock.json`))
    .digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return;
  say('Installing the libraries of the ad frames…');
  // None of them needs an install script.
  const done = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: DIR,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
  });
  if (done.status !== 0) throw new Error(`The libraries of the ad frames could not be installed: ${reasonIn(done)}.`);
  writeFileSync(STAMP, lock);
}

/** One line of what npm said: the sentence after its codes. */
function reasonIn({ error, stderr }: { error?: Error; stderr: string | null }): string {
  const lines = (stderr ?? '').split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim());
  const sentence = lines.find((line) => line && !/^(code|errno|syscall|path|network|type) /.test(line));
  return (error?.message ?? sentence ?? 'npm ci failed').replace(/\.$/, '');
}
