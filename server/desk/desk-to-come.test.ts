import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { freePort } from '#tests/setup/site.ts';
import { openOnceBuilt } from './desk-to-come.ts';

const dir = mkdtempSync(join(tmpdir(), 'airwave-desk-'));
afterAll(() => rmSync(dir, { recursive: true }));

it('asks for patience until the desk is built, then opens it on the same port, and closes it', async () => {
  const port = await freePort();
  const host = '127.0.0.1';
  const open = async () => {
    const server = createServer((_request, response) => response.end('desk'));
    await new Promise<void>((done) => server.listen(port, host, done));
    return { stop: () => new Promise<void>((done) => server.close(() => done())) };
  };
  const desk = await openOnceBuilt(open, { host, port, dir, log: { error: () => {} } });
  const ask = () => fetch(`http://${host}:${port}/timetable`, { headers: { connection: 'close' } }).catch(() => null);
  const early = await ask();
  expect([early?.status, early?.headers.get('retry-after'), early?.headers.get('cache-control')]).toEqual([
    503,
    '3',
    'no-store',
  ]);
  writeFileSync(join(dir, 'index.html'), '');
  await expect.poll(async () => (await ask())?.text()).toBe('desk');
  await desk.stop();
  expect(await ask()).toBeNull();
});

it('closes the port of a desk that was never built', async () => {
  const port = await freePort();
  const none = join(dir, 'none');
  const desk = await openOnceBuilt(() => Promise.reject(new Error('not built')), {
    host: '127.0.0.1',
    port,
    dir: none,
    log: { error: () => {} },
  });
  await desk.stop();
  expect(await fetch(`http://127.0.0.1:${port}/`).catch(() => null)).toBeNull();
});
