import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { compressAssets, hashOf } from './built-files.ts';

const SOURCES = ['desk', 'app', 'domain', 'shared', 'package-lock.json', 'vite.desk.config.ts'];
const DIR = 'build/desk';
const STAMP = `${DIR}/.source`;

export const isDeskBuilt = (hash = hashOf(SOURCES)) => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash;

/** Builds the desk into build/desk, unless up to date. */
export function buildDeskIfStale(say: (line: string) => void): void {
  const hash = hashOf(SOURCES);
  if (isDeskBuilt(hash)) return;
  say('Building the desk…');
  const done = spawnSync('node_modules/.bin/vite', ['build', '--config', 'vite.desk.config.ts'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (done.status !== 0) throw new Error(`The build of the desk failed:\n${done.stdout}${done.stderr}`);
  compressAssets(DIR);
  writeFileSync(STAMP, hash);
}
