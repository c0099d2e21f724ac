import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { studioPage } from '../desk/studio/studio-page.ts';
import { compressAssets, hashOf } from './built-files.ts';

// Of domain/ it reads rules and schemas.
export const DESK_SOURCES = ['desk', 'app', 'domain', 'shared', 'package-lock.json', 'vite.desk.config.ts'];
const DIR = 'build/desk';
const STAMP = `${DIR}/.source`;
/** Built here and then moved, because a running site serves the desk as soon as it is there. */
const UNFINISHED = 'build/desk-unfinished';

export const isDeskBuilt = (hash = hashOf(DESK_SOURCES)) => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash;

/** The studio screen: its script and style as they are, because a bundler would write for later browsers. */
function buildStudio(): void {
  const placed = (file: string): string => {
    const source = readFileSync(`desk/studio/${file}`);
    const [name, ending] = file.split('.');
    const path = `assets/${name}-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.${ending}`;
    writeFileSync(`${UNFINISHED}/${path}`, source);
    return `/${path}`;
  };
  const page = studioPage({ script: placed('studio.js'), style: placed('studio.css') });
  writeFileSync(`${UNFINISHED}/studio.html`, page);
}

/** Builds the desk into build/desk, unless up to date. */
export async function buildDeskIfStale(say: (line: string) => void): Promise<void> {
  const hash = hashOf(DESK_SOURCES);
  if (isDeskBuilt(hash)) return;
  say('Building the desk…');
  const args = ['build', '--config', 'vite.desk.config.ts', '--outDir', resolve(UNFINISHED)];
  const done = spawnSync('node_modules/.bin/vite', args, {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (done.status !== 0) throw new Error(`The build of the desk failed:\n${done.stdout}${done.stderr}`);
  buildStudio();
  // At the top, because the folder of a service worker bounds its scope.
  copyFileSync('desk/invitations/door/door-worker.js', `${UNFINISHED}/door-worker.js`);
  await compressAssets(UNFINISHED);
  writeFileSync(`${UNFINISHED}/.source`, hash);
  rmSync(DIR, { recursive: true, force: true });
  renameSync(UNFINISHED, DIR);
}
