import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StandError } from './processes.ts';
import type { Server } from './server.ts';

// Other versions of the project, each built in a folder of its own, as on the machines of deploy/README.md.

/** Folders of packages, by the file that says what is in them. */
const PACKAGES = {
  'package-lock.json': 'node_modules',
  'ads/libraries/package-lock.json': 'ads/libraries/node_modules',
};

/** Where the stand in `folder` has a version; the one that runs the stand is the present folder. */
export const versionFolder = (folder: string, version: string): string =>
  version === '' ? resolve('.') : join(folder, 'versions', version);

/** A server of a version, without variables that it does not know and would refuse. */
export function ofVersion(server: Server, folder: string, version: string): Server {
  const cwd = versionFolder(folder, version);
  const known = readFileSync(join(cwd, '.env.example'), 'utf8');
  const env = Object.entries(server.env ?? {}).filter(([name]) => new RegExp(`^#?${name}=`, 'm').test(known));
  return { ...server, cwd, env: Object.fromEntries(env) };
}

async function run(command: string, args: readonly string[], cwd = '.'): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new StandError(`${command} ${args.join(' ')} failed.`);
}

/** Checks out a commit beside the stand's data and builds it, unless that is done. Returns its full name. */
export async function buildVersion(folder: string, commit: string, say: (line: string) => void): Promise<string> {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new StandError(`There is no commit ${commit}.`);
  const version = stdout.trim();
  const own = versionFolder(folder, version);
  if (!existsSync(own)) {
    say(`Checking out ${version}`);
    // Under another name until it is complete.
    const unfinished = `${own}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    await run('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', version, unfinished]);
    for (const [lock, packages] of Object.entries(PACKAGES)) {
      const there = join(unfinished, lock);
      if (!existsSync(there)) continue;
      if (existsSync(packages) && readFileSync(there, 'utf8') === readFileSync(lock, 'utf8'))
        symlinkSync(resolve(packages), join(unfinished, packages));
      else await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], dirname(there));
    }
    renameSync(unfinished, own);
  }
  say(`Building ${version}`);
  await run(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/build.ts'], own);
  return version;
}
