import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { DEMO_PASSWORD, memberFixtures } from '#fixtures/members.ts';
import { processesOf } from '#tests/setup/processes.ts';
import { startSite } from '#tests/setup/site.ts';

it('backs up while it runs, and restores into a fresh folder as documented: members, pictures and sound', async () => {
  const site = await startSite({ seeded: true });
  const folder = mkdtempSync(resolve('data/kept-'));
  const [backup, dataDir] = [join(folder, 'backup'), join(folder, 'data')];
  const command = (script: string, args: string[], dir: string) =>
    spawnSync('node', [`scripts/${script}.ts`, ...args], {
      env: { ...process.env, NODE_ENV: '', DATA_DIR: dir },
      encoding: 'utf8',
      // The call is synchronous, so no timer of this process runs meanwhile.
      timeout: 120_000,
    });
  const added = command('encoder', ['add', '903', 'studio-a', '--who', 'chan', '--why', 'a test'], site.dataDir);
  const [token = ''] = added.stdout.trim().split('\n').slice(-1);
  expect([added.status, token.length]).toEqual([0, 43]);
  const copied = command('backup', [backup], site.dataDir);
  expect([copied.status, copied.stderr]).toEqual([0, '']);
  // An existing folder is never overwritten.
  expect(command('backup', [backup], site.dataDir).status).toBe(1);
  await site.kill('SIGTERM');

  // Stopped while the database is theirs: leaves no process and no lock, and the result is either complete or absent.
  const told = async (script: string, args: string[], dir: string, signal: NodeJS.Signals) => {
    const child = spawn('node', [`scripts/${script}.ts`, ...args], {
      env: { ...process.env, NODE_ENV: '', DATA_DIR: dir },
    });
    const ended = once(child, 'exit');
    await expect.poll(() => existsSync(join(dir, 'airwave.lock')), { interval: 10 }).toBe(true);
    child.kill(signal);
    // As when a process group is signalled and the parent forwards the signal.
    child.kill(signal);
    const [code] = (await ended) as [number | null];
    expect(processesOf(dir)).toEqual([]);
    return code;
  };
  const code = await told('backup', [`${backup}-again`], site.dataDir, 'SIGTERM');
  expect(readdirSync(folder)).toEqual(['backup', ...(code === 0 ? ['backup-again'] : [])]);
  expect(existsSync(join(site.dataDir, 'airwave.lock'))).toBe(false);
  const stopped = join(folder, 'stopped');
  if ((await told('restore', [backup], stopped, 'SIGINT')) !== 0)
    expect(
      readdirSync(stopped, { recursive: true }).filter((name) => !['files', 'media'].includes(String(name))),
    ).toEqual([]);

  const restored = command('restore', [backup], dataDir);
  expect([restored.status, restored.stderr]).toEqual([0, '']);
  expect(command('restore', [backup], dataDir).stderr).toContain('already contains a station');

  const again = await startSite({ dataDir, args: ['--services=web,media'] });
  const log = await fetch(`${again.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: memberFixtures[0]!.email, password: DEMO_PASSWORD, rememberMe: false }),
  });
  expect(log.status).toBe(200);
  const push = (authorization: string) =>
    fetch(`${again.url}/ingest/903/a64/x.m3u8`, { method: 'PUT', headers: { authorization }, body: '#EXTM3U\n' });
  expect((await push(`Bearer ${token}`)).status).toBe(201);
  expect((await push('Bearer none')).status).toBe(401);
  const since = Date.now() - 8 * 3_600_000;
  const playlist = await (await fetch(`${again.url}/media/881/a64/from/${since}.m3u8`)).text();
  const [segment = ''] = playlist.split('\n').filter((name) => name.endsWith('.m4s'));
  expect((await fetch(new URL(segment, `${again.url}/media/881/a64/from/`))).status).toBe(200);
  for (const name of readdirSync(join(backup, 'files'))) expect(existsSync(join(dataDir, 'files', name))).toBe(true);
  await again.close();
  rmSync(site.dataDir, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});
