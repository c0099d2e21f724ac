import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { createEmergencyHome } from './emergency-home.ts';

const html = (n: number) => `<!DOCTYPE html><style>p>b{color:red}</style><p><b>${n}</b></p>${' '.repeat(400)}`;

/** A site whose own home says `full`. */
async function setUp() {
  const state = { isArmed: true, isPulled: true, nowMs: 0, renders: 0, isAway: false, faults: 0 };
  const home = createEmergencyHome({
    siteUrl: 'https://radio.example',
    always: { 'x-frame-options': 'DENY' },
    isArmed: () => state.isArmed,
    isPulled: () => state.isPulled,
    onFault: () => state.faults++,
    nowMs: () => state.nowMs,
  });
  const app = fastify({
    serverFactory: (handler) =>
      createServer((request, response) => void (home.answer(request, response) || handler(request, response))),
  });
  home.begin(app, async () => {
    if (state.isAway) throw new Error('the database is unavailable');
    return new Response(html(++state.renders), {
      headers: { 'content-type': 'text/html', 'cache-control': 'private' },
    });
  });
  app.get('*', async () => 'full');
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  return { state, ask };
}

it('takes the place of the home page alone, while its lever is pulled', async () => {
  const { state, ask } = await setUp();
  // The first visitor does not wait for it.
  expect(await (await ask('/')).text()).toBe('full');
  expect(await (await ask('/lite/emergency.html')).text()).toBe(html(1));
  const reply = await ask('/');
  expect(await reply.text()).toBe(html(1));
  expect(reply.headers.get('x-frame-options')).toBe('DENY');
  expect(await (await ask('/news')).text()).toBe('full');
  state.isPulled = false;
  expect(await (await ask('/')).text()).toBe('full');
});

it('is a file that a cache keeps for a day, and whose style its policy allows', async () => {
  const { ask } = await setUp();
  const reply = await ask('/lite/emergency.html');
  expect(reply.headers.get('cache-control')).toContain('public');
  expect(reply.headers.get('cache-control')).toContain('stale-if-error=86400');
  expect(reply.headers.get('cache-tag')).toBeNull();
  // SHA-256 of the style, as a browser computes it.
  expect(reply.headers.get('content-security-policy')).toMatch(/style-src 'sha256-[\w+/]{43}='; /);
});

it('is made again after a minute, and stays as it was while it cannot be made', async () => {
  const { state, ask } = await setUp();
  const text = async () => (await ask('/lite/emergency.html')).text();
  expect(await text()).toBe(html(1));
  expect(await text()).toBe(html(1));
  expect(state.renders).toBe(1);
  state.nowMs += 60_000;
  await text();
  await expect.poll(text).toBe(html(2));
  state.isAway = true;
  state.nowMs += 3_600_000;
  await text();
  await expect.poll(() => state.faults).toBe(1);
  expect(await text()).toBe(html(2));
  expect(await (await ask('/')).text()).toBe(html(2));
});

it('is not made while nobody may need it', async () => {
  const { state, ask } = await setUp();
  state.isArmed = false;
  await ask('/');
  await ask('/');
  expect(state.renders).toBe(0);
});
