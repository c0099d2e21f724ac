import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isAlive, pageProcessOf } from '#tests/setup/processes.ts';
import { freePort, startSite } from '#tests/setup/site.ts';

it('has the sound in another process than pages: it goes on while no page can be made, and a dead page process is replaced', async () => {
  const inside = await freePort();
  const site = await startSite({ seeded: true, env: { PAGE_PROCESS: 'on', METRICS_PORT: String(inside) } });
  // A static page: no job of a site that has just started purges it, as it may purge home.
  const cached = `${site.url}/livestreamfaq`;
  expect((await fetch(cached)).status).toBe(200);
  expect((await fetch(`${site.adsUrl}/slot`)).status).toBe(200);
  const pages = pageProcessOf(site);
  process.kill(pages, 'SIGSTOP');
  const held = fetch(`${site.url}/program?keyword=held`);
  const playlist = await fetch(`${site.url}/media/903/a64/live.m3u8`);
  expect(playlist.status).toBe(200);
  const [segment = ''] = (await playlist.text()).split('\n').filter((name) => name.endsWith('.m4s'));
  const sound = await fetch(`${site.url}/media/903/a64/${segment}`);
  expect([sound.status, (await sound.arrayBuffer()).byteLength > 1_000]).toEqual([200, true]);
  // Cached pages, calls and pushes do not need the page process.
  expect((await fetch(cached)).status).toBe(200);
  expect((await fetch(`${site.url}/api/live/toolbar`)).status).toBe(200);
  process.kill(pages, 'SIGCONT');
  expect((await held).status).toBe(200);

  process.kill(pages, 'SIGSTOP');
  const cutOff = fetch(`${site.url}/program?keyword=cut-off`);
  await expect.poll(() => fetch(`${site.url}/healthz`).then((reply) => reply.status)).toBe(200);
  process.kill(pages, 'SIGKILL');
  expect((await cutOff).status).toBe(200);
  expect(pageProcessOf(site)).not.toBe(pages);
  for (const path of ['/metrics', '/metrics/pages'])
    expect(await (await fetch(`http://127.0.0.1:${inside}${path}`)).text()).toContain('process_cpu_seconds_total');

  const second = pageProcessOf(site);
  const [database = 0] = readFileSync(join(site.dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    .split('\n')
    .map(Number);
  await site.kill('SIGKILL');
  // No process that runs jobs is left behind.
  await expect.poll(() => isAlive(second)).toBe(false);
  process.kill(database, 'SIGINT');
  await expect.poll(() => isAlive(database)).toBe(false);
  await site.close();
});
