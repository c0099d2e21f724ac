import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { botCheckSandbox, DUMMY_TOKEN, MAGIC_TOKENS, TEST_SECRETS } from '#sandbox/bot-check.ts';
import { startHttpServer } from '#tests/factories/server/http-server.ts';
import { turnstile } from './client.ts';

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
  turnstile({ url, secret: TEST_SECRETS.passes, hostname: 'localhost', timeoutMs: 300, ...options });

/** A token as the widget issues it for a form. */
const forForm = (name: string, action = 'contact') => `${name}.action-${action}`;

describe('the Turnstile adapter against the stand-in', () => {
  it('passes a good token once and refuses it the second time', async () => {
    expect(await check().verify(forForm('fresh-token'), '203.0.113.7', 'contact')).toEqual({ verdict: 'passed' });
    expect(asked.at(-1)).toMatchObject({ response: forForm('fresh-token'), remoteip: '203.0.113.7' });
    expect(await check().verify(forForm('fresh-token'), undefined, 'contact')).toEqual({
      verdict: 'refused',
      reasons: ['timeout-or-duplicate'],
    });
  });

  it('passes the documented test token again and again', async () => {
    for (let i = 0; i < 3; i++)
      expect((await check().verify(forForm(DUMMY_TOKEN), undefined, 'contact')).verdict).toBe('passed');
  });

  it('honours the documented test secrets', async () => {
    expect(
      (await check({ secret: TEST_SECRETS.fails }).verify(forForm(DUMMY_TOKEN), undefined, 'contact')).verdict,
    ).toBe('refused');
    expect(await check({ secret: TEST_SECRETS.spent }).verify(forForm(DUMMY_TOKEN), undefined, 'contact')).toEqual({
      verdict: 'refused',
      reasons: ['timeout-or-duplicate'],
    });
  });

  it('takes a wrong secret for our mistake, not the visitor’s', async () => {
    expect(await check({ secret: 'wrong' }).verify(forForm(DUMMY_TOKEN), undefined, 'contact')).toEqual({
      verdict: 'unavailable',
      reason: 'invalid-input-secret',
    });
  });

  it('refuses a token made on another site or for another form', async () => {
    const refused = (reason: string) => ({ verdict: 'refused', reasons: [reason] });
    expect(await check().verify(forForm(MAGIC_TOKENS.otherHost), undefined, 'contact')).toEqual(refused('hostname'));
    expect(await check().verify(forForm('here-1'), undefined, 'contact')).toEqual({ verdict: 'passed' });
    expect(await check().verify(forForm('here-2', 'contact'), undefined, 'register')).toEqual(refused('action'));
    // Issued by a widget without an action: not ours.
    expect(await check().verify('here-3', undefined, 'register')).toEqual(refused('action'));
  });

  it('asks once more under the same key after an internal error', async () => {
    asked.length = 0;
    expect((await check().verify(forForm(MAGIC_TOKENS.internalErrorOnce), undefined, 'contact')).verdict).toBe(
      'passed',
    );
    const keys = asked.map((form) => (form as { idempotency_key: string }).idempotency_key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it.each([
    ['fails inside', MAGIC_TOKENS.internalError],
    ['answers no JSON', MAGIC_TOKENS.garbage],
    ['stays silent', MAGIC_TOKENS.silent],
  ])('lets nobody pass when the provider %s', async (_what, token) => {
    expect((await check().verify(token, undefined, 'contact')).verdict).toBe('unavailable');
  });

  it('lets nobody pass when the provider is unavailable or floods us', async () => {
    expect((await check({ url: 'http://127.0.0.1:1/' }).verify('x', undefined, 'contact')).verdict).toBe('unavailable');
    const flood = await startHttpServer((_request, response) =>
      response.end(`{"success":true,"x":"${'x'.repeat(100_000)}"}`),
    );
    expect((await check({ url: `${flood.url}/` }).verify('x', undefined, 'contact')).verdict).toBe('unavailable');
    await flood.close();
  });
});
