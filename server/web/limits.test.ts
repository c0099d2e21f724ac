import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { installErrors } from './errors.ts';
import { addressKey, limits } from './limits.ts';

function setUp() {
  const time = { ms: 0 };
  const app = Fastify({ trustProxy: true });
  installErrors(app);
  limits(app, { siteUrl: 'https://radio.example', burst: 3, aSecond: 1, nowMs: () => time.ms });
  app.post('/api/thing', async () => ({ done: true }));
  app.get('/api/thing', async () => ({ done: true }));
  app.post('/ingest/881', async () => ({ done: true }));
  const send = (ip = '203.0.113.9', headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'POST') =>
    app.inject({ method, url: '/api/thing', headers: { 'x-forwarded-for': ip, ...headers } });
  return { app, time, send };
}

it('stops an address that writes faster than people do, says when to come back, and lets it go on then', async () => {
  const { time, send } = setUp();
  for (let i = 0; i < 3; i++) expect((await send()).statusCode).toBe(200);
  const refused = await send();
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('1');
  expect(refused.json()).toMatchObject({ response: {} });
  time.ms += 1_000;
  expect((await send()).statusCode).toBe(200);
  expect((await send()).statusCode).toBe(429);
});

it('does not make others pay for it, nor reads, nor encoders', async () => {
  const { app, send } = setUp();
  for (let i = 0; i < 4; i++) await send();
  expect((await send('198.51.100.7')).statusCode).toBe(200);
  expect((await send(undefined, {}, 'GET')).statusCode).toBe(200);
  expect((await app.inject({ method: 'POST', url: '/ingest/881' })).statusCode).toBe(200);
});

it('counts a customer of IPv6 once, whichever of their addresses they use', () => {
  expect(addressKey('2001:db8:1:2::1')).toBe(addressKey('2001:db8:1:2:ffff::9'));
  expect(addressKey('2001:0db8:1:2:0:0:0:1')).toBe(addressKey('2001:db8:1:2::1'));
  expect(addressKey('2001:db8:1:3::1')).not.toBe(addressKey('2001:db8:1:2::1'));
  expect(addressKey('::ffff:203.0.113.9')).toBe(addressKey('203.0.113.9'));
});

it('refuses a write that a page of another site sends', async () => {
  const { send } = setUp();
  expect((await send(undefined, { origin: 'https://evil.example' })).statusCode).toBe(403);
  expect((await send(undefined, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  expect((await send(undefined, { origin: 'https://radio.example' })).statusCode).toBe(200);
});
