import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { compressAssets, hashOf } from './built-files.ts';

export const ADS_SOURCES = ['ads', 'domain/ads', 'shared', 'package-lock.json', 'vite.ads.config.ts'];
const DIR = 'build/ads';
const STAMP = `${DIR}/.source`;

export const areAdsBuilt = (hash = hashOf(ADS_SOURCES)) => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash;

/** Builds the frames of the advertising origin into build/ads, unless up to date. */
export function buildAdsIfStale(say: (line: string) => void): void {
  const hash = hashOf(ADS_SOURCES);
  if (areAdsBuilt(hash)) return;
  say('Building the ad frames…');
  const done = spawnSync('node_modules/.bin/vite', ['build', '--config', 'vite.ads.config.ts'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (done.status !== 0) throw new Error(`The build of the ad frames failed:\n${done.stdout}${done.stderr}`);
  compressAssets(DIR);
  writeFileSync(STAMP, hash);
}
