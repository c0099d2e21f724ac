import { expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { listenInside } from './inside.ts';
import type { Runtime } from '#server/runtime.ts';
import { freePort } from '#tests/setup/site.ts';

it('gives metrics to other machines only under a token', async () => {
  expect(() => readConfig({ METRICS_HOST: '0.0.0.0' })).toThrow('METRICS_TOKEN is required');
  expect(readConfig({}).METRICS_HOST).toBe('127.0.0.1');
  const token = 'a-token-of-the-house-01';
  expect(readConfig({ METRICS_HOST: '0.0.0.0', METRICS_TOKEN: token }).METRICS_HOST).toBe('0.0.0.0');
  const port = await freePort();
  const runtime = {
    services: new Set(),
    metrics: { contentType: 'text/plain', text: async () => 'up 1' },
  } as unknown as Runtime;
  const inside = await listenInside(runtime, () => Promise.reject(new Error('not asked')), {
    port,
    host: '127.0.0.1',
    token,
  });
  const ask = async (authorization?: string) =>
    (await fetch(`http://127.0.0.1:${port}/metrics`, { headers: authorization ? { authorization } : {} })).status;
  expect([await ask(), await ask('Bearer wrong'), await ask(`Bearer ${token}`)]).toEqual([401, 401, 200]);
  await inside.stop();
});
