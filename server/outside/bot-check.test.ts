import { createServer } from 'node:http';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { botCheckSandbox, DUMMY_TOKEN, MAGIC_TOKENS, TEST_SECRETS } from '#sandbox/bot-check.ts';
import { turnstile } from './bot-check.ts';

let provider: FastifyInstance;
let url = '';
const asked: unknown[] = [];
beforeAll(async () => {
  provider = fastify();
  provider.addHook('preHandler', async ({ body }) => {
    asked.push(body);
  });
  await provider.register((scope) => botCheckSandbox(scope));
  url = `${await provider.listen({ port: 0, host: '127.0.0.1' })}/turnstile/v0/siteverify`;
});
afterAll(() => {
  provider.server.closeAllConnections();
  return provider.close();
});

const check = (options: Partial<Parameters<typeof turnstile>[0]> = {}) =>
  turnstile({ url, secret: TEST_SECRETS.passes, timeoutMs: 300, ...options });

describe('the Turnstile adapter against the stand-in', () => {
  it('passes a good token once and refuses it the second time', async () => {
    expect(await check().verify('fresh-token', '203.0.113.7')).toEqual({ verdict: 'passed' });
    expect(asked.at(-1)).toMatchObject({ response: 'fresh-token', remoteip: '203.0.113.7' });
    expect(await check().verify('fresh-token', undefined)).toEqual({
      verdict: 'refused',
      reasons: ['timeout-or-duplicate'],
    });
  });

  it('passes the documented test token again and again', async () => {
    for (let i = 0; i < 3; i++) expect((await check().verify(DUMMY_TOKEN, undefined)).verdict).toBe('passed');
  });

  it('honours the documented test secrets', async () => {
    expect((await check({ secret: TEST_SECRETS.fails }).verify(DUMMY_TOKEN, undefined)).verdict).toBe('refused');
    expect(await check({ secret: TEST_SECRETS.spent }).verify(DUMMY_TOKEN, undefined)).toEqual({
      verdict: 'refused',
      reasons: ['timeout-or-duplicate'],
    });
  });

  it('takes a wrong secret for our mistake, not the visitor’s', async () => {
    expect(await check({ secret: 'wrong' }).verify(DUMMY_TOKEN, undefined)).toEqual({
      verdict: 'unavailable',
      reason: 'invalid-input-secret',
    });
  });

  it('refuses a token made on another site or for another form', async () => {
    expect((await check({ hostname: 'localhost' }).verify(MAGIC_TOKENS.otherHost, undefined)).verdict).toBe('refused');
    expect((await check({ hostname: 'localhost' }).verify('here-1', undefined)).verdict).toBe('passed');
    expect((await check({ action: 'live' }).verify('here-2', undefined)).verdict).toBe('refused');
  });

  it('asks once more under the same key after an internal error', async () => {
    asked.length = 0;
    expect((await check().verify(MAGIC_TOKENS.internalErrorOnce, undefined)).verdict).toBe('passed');
    const keys = asked.map((form) => (form as { idempotency_key: string }).idempotency_key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it.each([
    ['fails inside', MAGIC_TOKENS.internalError],
    ['answers no JSON', MAGIC_TOKENS.garbage],
    ['stays silent', MAGIC_TOKENS.silent],
  ])('lets nobody pass when the provider %s', async (_what, token) => {
    expect((await check().verify(token, undefined)).verdict).toBe('unavailable');
  });

  it('lets nobody pass when the provider is away or floods us', async () => {
    expect((await check({ url: 'http://127.0.0.1:1/' }).verify('x', undefined)).verdict).toBe('unavailable');
    const flood = createServer((_request, response) => response.end(`{"success":true,"x":"${'x'.repeat(100_000)}"}`));
    await new Promise<void>((done) => flood.listen(0, '127.0.0.1', done));
    const address = flood.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    expect((await check({ url: `http://127.0.0.1:${port}/` }).verify('x', undefined)).verdict).toBe('unavailable');
    flood.closeAllConnections();
    flood.close();
  });
});
