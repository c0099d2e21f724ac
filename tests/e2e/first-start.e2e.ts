import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { processesOf } from '#tests/setup/processes.ts';
import { freePort, startSite, type Site } from '#tests/setup/site.ts';

// A first start is on the air before the libraries of the ad frames are installed. npm is a stand-in here: what is
// tested is when it is called, and how the site behaves if it fails or is stopped.

/** A working copy of the project whose ad frames are neither installed nor built. */
let root: string;
let npm: string;
const sites: Site[] = [];

beforeAll(() => {
  root = mkdtempSync(resolve('data/first-start-'));
  for (const name of readdirSync('.'))
    if (!['ads', 'build', 'data', '.git'].includes(name)) symlinkSync(resolve(name), join(root, name));
  cpSync('ads', join(root, 'ads'), {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !path.endsWith('node_modules'),
  });
  spawnSync('cp', ['-al', 'build', root]);
  rmSync(join(root, 'build/ads'), { recursive: true });
  mkdirSync(join(root, 'bin'));
  npm = join(root, 'bin/npm');
});
afterAll(async () => {
  for (const site of sites) await site.close();
  rmSync(root, { recursive: true, force: true });
});

const start = async (script: string, options: { port?: number; dataDir?: string } = {}): Promise<Site> => {
  writeFileSync(npm, `#!/usr/bin/env node\n${script}`, { mode: 0o755 });
  const site = await startSite({
    ...options,
    seeded: options.dataDir === undefined,
    args: ['--services=web'],
    cwd: root,
    env: { PATH: `${join(root, 'bin')}:${process.env.PATH}` },
  });
  sites.push(site);
  return site;
};

it('serves pages before it installs the libraries of the ad frames, and goes on without them if npm fails', async () => {
  const port = await freePort();
  const told = join(root, 'told');
  const site = await start(
    `import { writeFileSync } from 'node:fs';
     const page = await fetch('http://localhost:${port}/');
     writeFileSync(${JSON.stringify(told)}, String(page.status));
     console.error('npm error code ENOTFOUND');
     console.error('npm error request to https://registry.npmjs.org/prebid.js failed');
     process.exit(1);`,
    { port },
  );
  await expect
    .poll(() => site.output())
    .toContain('The build of ads failed. The site goes on without; the next start tries again.');
  expect(readFileSync(told, 'utf8')).toBe('200');
  expect(site.output()).toContain(
    'The libraries of the ad frames could not be installed: request to https://registry.npmjs.org/prebid.js failed.\n',
  );
  expect(site.output()).not.toContain('    at ');
  expect((await fetch(site.url)).status).toBe(200);
  // Empty frames, from which pages get nothing; refused ones would be errors on the visitor's console.
  expect((await fetch(`${site.adsUrl}/slot`)).status).toBe(200);
  expect(await site.kill('SIGTERM')).toBe(0);

  // The next start tries again, and a stop meanwhile leaves nothing behind.
  const next = await start('setInterval(() => {}, 1_000);', { dataDir: site.dataDir });
  await expect.poll(() => next.output()).toContain('Installing the libraries of the ad frames…');
  expect(await next.kill('SIGTERM')).toBe(0);
  await expect.poll(() => processesOf(site.dataDir)).toEqual([]);
  expect(existsSync(join(site.dataDir, 'airwave.lock'))).toBe(false);
});
