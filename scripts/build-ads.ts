import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { installAdLibraries } from './ad-libraries.ts';
import { compressAssets, hashOf } from './built-files.ts';

export const ADS_SOURCES = ['ads', 'domain/ads', 'shared', 'package-lock.json', 'vite.ads.config.ts'];
const DIR = 'build/ads';
const STAMP = `${DIR}/.source`;
/** Built here and then moved, because a running site reads the frames as soon as they are there. */
const UNFINISHED = 'build/ads-unfinished';

export const areAdsBuilt = (hash = hashOf(ADS_SOURCES)) => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash;

/** Installs what the frames of the advertising origin are built from, and builds them into build/ads, unless up to date. */
export async function buildAdsIfStale(say: (line: string) => void): Promise<void> {
  const hash = hashOf(ADS_SOURCES);
  if (areAdsBuilt(hash)) return;
  installAdLibraries(say);
  say('Building the ad frames…');
  const args = ['build', '--config', 'vite.ads.config.ts', '--outDir', UNFINISHED];
  const done = spawnSync('node_modules/.bin/vite', args, {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (done.status !== 0) throw new Error(`The build of the ad frames failed:\n${done.stdout}${done.stderr}`);
  await compressAssets(UNFINISHED);
  writeFileSync(`${UNFINISHED}/.source`, hash);
  rmSync(DIR, { recursive: true, force: true });
  renameSync(UNFINISHED, DIR);
}
