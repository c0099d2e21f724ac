import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { errorReplySchema } from '#shared/http/reply.ts';
import { installErrors } from './errors.ts';
import { trustProxy } from './proxies.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { rateLimits, type RateLimits } from './rate-limits.ts';

function setUp(options: Partial<RateLimits> = {}) {
  const time = { ms: 0 };
  const app = Fastify({ trustProxy: trustProxy(1) });
  installErrors(app);
  rateLimits(app, {
    siteUrl: 'https://radio.example',
    writesPerSecond: 0.3,
    readsPerSecond: 0,
    nowMs: () => time.ms,
    ...options,
  });
  app.post('/api/thing', async () => ({ done: true }));
  app.post('/api/playback/lease', async () => ({ done: true }));
  app.get('/api/thing', async () => ({ done: true }));
  app.post('/ingest/881', async () => ({ done: true }));
  app.post('/api/p2a/sms', { config: { webhook: 'twilio' } }, async () => ({ done: true }));
  app.post('/api/payment/return/:gateway', async () => ({ done: true }));
  app.get('*', async () => 'a page');
  const send = (ip = '203.0.113.9', headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'POST') =>
    app.inject({ method, url: '/api/thing', headers: { 'x-forwarded-for': ip, ...headers } });
  return { app, time, send };
}

it('stops an address that writes faster than people do, says when to come back, and lets it go on then', async () => {
  const { time, send } = setUp();
  for (let i = 0; i < 3; i++) expect((await send()).statusCode).toBe(200);
  const refused = await send();
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('4');
  expect(errorReplySchema.parse(refused.json()).response_message).toBe('too many requests');
  // Refusals cost nothing: further requests do not extend the wait.
  for (let i = 0; i < 10; i++) expect((await send()).statusCode).toBe(429);
  time.ms += 3_400;
  expect((await send()).statusCode).toBe(200);
  expect((await send()).statusCode).toBe(429);
});

it('does not make others pay for it, nor reads, nor encoders', async () => {
  const { app, send } = setUp();
  for (let i = 0; i < 4; i++) await send();
  expect((await send('198.51.100.7')).statusCode).toBe(200);
  expect((await send(undefined, {}, 'GET')).statusCode).toBe(200);
  expect((await app.inject({ method: 'POST', url: '/ingest/881' })).statusCode).toBe(200);
  expect((await app.inject({ method: 'POST', url: '/api/p2a/sms' })).statusCode).toBe(200);
});

it('lets a provider send a browser back by a write from its own site', async () => {
  const { app, send } = setUp();
  for (let i = 0; i < 4; i++) await send();
  const headers = { origin: 'https://pay.example', 'sec-fetch-site': 'cross-site' };
  expect((await app.inject({ method: 'POST', url: '/api/payment/return/jetco', headers })).statusCode).toBe(200);
  expect((await send(undefined, headers)).statusCode).toBe(403);
});

it('counts a customer of IPv6 once, whichever of their addresses they use', () => {
  expect(addressKey('2001:db8:1:2::1')).toBe(addressKey('2001:db8:1:2:ffff::9'));
  expect(addressKey('2001:0db8:1:2:0:0:0:1')).toBe(addressKey('2001:db8:1:2::1'));
  expect(addressKey('2001:db8:1:3::1')).not.toBe(addressKey('2001:db8:1:2::1'));
  expect(addressKey('::ffff:203.0.113.9')).toBe(addressKey('203.0.113.9'));
});

it('has a key for a client that closed its connection before it was counted', async () => {
  const app = Fastify();
  const { promise, resolve } = Promise.withResolvers<string>();
  app.get('/', async (request) => {
    const { socket } = request.raw;
    const closed = new Promise((done) => socket.once('close', done));
    socket.destroy();
    await closed;
    resolve((async () => addressKey(request.ip))());
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  await fetch(address).catch(() => null);
  expect(await promise).toBe('unknown');
  await app.close();
});

it('counts an address once however a proxy writes it, and what is none as one together', () => {
  for (const text of [
    '203.0.113.9:1',
    '203.0.113.9:65535',
    ' 203.0.113.9',
    '::FFFF:203.0.113.9',
    '[::ffff:203.0.113.9]:443',
  ])
    expect([text, addressKey(text)]).toEqual([text, '203.0.113.9']);
  for (const text of ['[2001:db8:1:2::1]:8443', '[2001:db8:1:2::1]', '2001:DB8:1:2::1%eth0', '2001:db8:1:2:0:0:0:1'])
    expect([text, addressKey(text)]).toEqual([text, '2001:db8:1:2']);
  for (const text of [
    '',
    'unknown',
    'x1',
    'x2',
    '1.2.3.4.5',
    '999.1.1.1',
    '1:2:3',
    '::1::2',
    'g::1',
    '-'.repeat(90_000),
  ])
    expect([text.slice(0, 20), addressKey(text)]).toEqual([text.slice(0, 20), 'unknown']);
});

it('counts no calls that players make by themselves, and takes them from our own pages alone', async () => {
  const { app } = setUp();
  const renew = (headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: '/api/playback/lease', headers });
  for (let i = 0; i < 30; i++) expect((await renew()).statusCode).toBe(200);
  expect((await renew({ origin: 'https://evil.example' })).statusCode).toBe(403);
});

it('refuses a write that a page of another site sends', async () => {
  const { send } = setUp();
  expect((await send(undefined, { origin: 'https://evil.example' })).statusCode).toBe(403);
  expect((await send(undefined, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  expect((await send(undefined, { origin: 'https://radio.example' })).statusCode).toBe(200);
});

it('takes the address of the site from its configuration, never from what a request says of itself', async () => {
  const { send } = setUp();
  const evil = { origin: 'https://evil.example' };
  for (const forged of [
    { ...evil, host: 'evil.example' },
    { ...evil, host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    { ...evil, host: 'radio.example' },
    // Another host name that resolves to our machine, and our own without TLS.
    { origin: 'http://radio.example', host: 'radio.example' },
    { origin: 'https://radio.example.evil.example' },
    { origin: 'null' },
  ])
    expect([forged, (await send('203.0.113.20', forged)).statusCode]).toEqual([forged, 403]);
  const own = { origin: 'https://radio.example', host: 'evil.example' };
  expect((await send('203.0.113.20', own)).statusCode).toBe(200);
});

it('believes a proxy what the proxy saw, not what the visitor wrote before it', async () => {
  const { send } = setUp();
  for (let i = 0; i < 3; i++) await send(`10.9.9.${i}, 203.0.113.9`);
  expect((await send('10.9.9.99, 203.0.113.9')).statusCode).toBe(429);
  expect((await send('10.9.9.99, 203.0.113.10')).statusCode).toBe(200);
});

it('limits calls that read only where it is asked to, and pages never', async () => {
  const open = setUp();
  for (let i = 0; i < 50; i++) expect((await open.send(undefined, {}, 'GET')).statusCode).toBe(200);
  const { app, send } = setUp({ readsPerSecond: 0.3 });
  for (let i = 0; i < 3; i++) expect((await send(undefined, {}, 'GET')).statusCode).toBe(200);
  expect((await send(undefined, {}, 'GET')).statusCode).toBe(429);
  expect((await send()).statusCode).toBe(200);
  expect((await app.inject({ url: '/program', headers: { 'x-forwarded-for': '203.0.113.9' } })).statusCode).toBe(200);
});

it('lets everybody write who is not limited', async () => {
  const { send } = setUp({ writesPerSecond: 0 });
  for (let i = 0; i < 50; i++) expect((await send()).statusCode).toBe(200);
});
