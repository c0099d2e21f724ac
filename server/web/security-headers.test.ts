import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { ADS_ORIGIN, CHECKOUT, SCRIPT_NONCE, SCRIPT_ORIGIN } from '#shared/http/page-headers.ts';
import { toCachedPage, type CachedPage } from './cache/cached-page.ts';
import { asFile, fixedHeaders, pagePolicy, securityHeaders } from './security-headers.ts';

/** Headers of every reply (ASVS 3.4). */
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

it('lets no reply be framed, sniffed or sent over an open line, whatever it is', async () => {
  const app = Fastify();
  securityHeaders(app, fixedHeaders({ isProduction: true }));
  app.get('/api/thing', async () => ({ done: true }));
  app.get('/broken', async () => {
    throw new Error('broken');
  });
  for (const url of ['/api/thing', '/broken', '/not-there']) {
    const { headers } = await app.inject(url);
    expect(headers).toMatchObject(ALWAYS);
    for (const rule of [`object-src 'none'`, `base-uri 'none'`, `frame-ancestors 'none'`])
      expect(headers['content-security-policy']).toContain(rule);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  }
});

it.each([
  ['text/javascript; charset=utf-8', /^frame-ancestors 'none'$/],
  ['image/webp', /^frame-ancestors 'none'$/],
  ['image/svg+xml', /^object-src 'none'; .*frame-ancestors 'none'$/],
])('sends a file with what protects it, and no headers of documents: %s', async (type, policy) => {
  const app = Fastify();
  securityHeaders(app, fixedHeaders({ isProduction: true }));
  app.get('/file', (_, reply) => asFile(reply, type).type(type).send('a file'));
  const { headers } = await app.inject('/file');
  expect(headers['content-security-policy']).toMatch(policy);
  expect(Object.keys(headers).sort()).toEqual([
    'connection',
    'content-length',
    'content-security-policy',
    'content-type',
    'date',
    'strict-transport-security',
    'x-content-type-options',
  ]);
});

it.each(['text/html; charset=utf-8', 'application/xml', 'text/x-script'])(
  'gives what the site itself renders a policy, a page its own: %s',
  async (type) => {
    const headers = new Headers({ 'content-type': type });
    const kept = toCachedPage({ status: 200, headers, body: Buffer.from('<p>text</p>') }, 0);
    const policies = kept.headers.filter(([name]) => name === 'content-security-policy').map(([, value]) => value);
    expect(policies).toHaveLength(1);
    for (const rule of [`object-src 'none'`, `base-uri 'none'`, `frame-ancestors 'none'`])
      expect(policies[0]).toContain(rule);
    expect(policies[0]?.startsWith(`default-src 'self'`)).toBe(type.startsWith('text/html'));
  },
);

it('allows inline scripts by the nonce of the render and no other', () => {
  expect(pagePolicy('of-this-render')).toMatch(/script-src 'self' 'nonce-of-this-render'(;|$)/);
  // A page rendered without a nonce runs no inline script.
  for (const policy of [pagePolicy(''), pagePolicy('n')])
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|sha256)|''/);
});

const rendered = (nonce: string, inline = '') => ({
  status: 200,
  headers: new Headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=0',
    'x-page-cache': 'fresh=10;stale=60',
    [SCRIPT_NONCE]: nonce,
  }),
  body: Buffer.from(`<script nonce="${nonce}">start()</script>${inline}`),
});
const policyOf = (page: CachedPage) => page.headers.find(([name]) => name === 'content-security-policy')?.[1];

it('trusts no script for standing in the page: what was smuggled in does not run', async () => {
  const page = toCachedPage(rendered('nonce-a', '<script>steal()</script>'), 0);
  expect(policyOf(page)).toContain("'nonce-nonce-a'");
  expect(policyOf(page)).not.toContain('sha256-');
  expect(page.headers.map(([name]) => name)).not.toContain(SCRIPT_NONCE);
});

it('keeps page, nonce and policy together when a page is made anew and says the same', async () => {
  const former = toCachedPage(rendered('nonce-a'), 0);
  const same = toCachedPage(rendered('nonce-b'), 1, former);
  expect(same.etag).toBe(former.etag);
  expect(same.bodies.identity.toString()).toContain('nonce="nonce-a"');
  expect(policyOf(same)).toContain("'nonce-nonce-a'");
  const changed = toCachedPage(rendered('nonce-b', '<p>news</p>'), 1, former);
  expect(changed.etag).not.toBe(former.etag);
  expect(changed.bodies.identity.toString()).toContain('nonce="nonce-b"');
  expect(policyOf(changed)).toContain("'nonce-nonce-b'");
});

it('lets frames of the advertising origin into ordinary pages, and nothing else of it', () => {
  const page = rendered('n');
  page.headers.set(ADS_ORIGIN, 'https://ads.test');
  const kept = toCachedPage(page, 0);
  const rules = (policyOf(kept) ?? '').split('; ').filter((rule) => rule.includes('ads.test'));
  expect(rules).toEqual([expect.stringMatching(/^frame-src /)]);
  expect(kept.headers.map(([name]) => name)).not.toContain(ADS_ORIGIN);
});

const checkout = (told: string) => {
  const headers = new Headers({
    'content-type': 'text/html',
    [SCRIPT_NONCE]: 'n',
    [SCRIPT_ORIGIN]: 'https://bots.test',
    [ADS_ORIGIN]: 'https://ads.test',
  });
  headers.set(CHECKOUT, told);
  return new Map(toCachedPage({ status: 200, headers, body: Buffer.from('<p>pay</p>') }, 0).headers);
};

it.each([
  ['form https://pay.test', /form-action 'self' https:\/\/pay\.test(;|$)/, /frame-src 'none'(;|$)/],
  ['script https://pay.test', /form-action 'self'(;|$)/, /frame-src https:\/\/pay\.test(;|$)/],
  ['none', /form-action 'self'(;|$)/, /frame-src 'none'(;|$)/],
])('gives a checkout a policy that names its own provider and nobody else: %s', (told, posts, frames) => {
  const headers = checkout(told);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(posts);
  expect(policy).toMatch(frames);
  expect(policy).toMatch(
    told.startsWith('script')
      ? /script-src 'self' 'nonce-n' https:\/\/pay\.test(;|$)/
      : /script-src 'self' 'nonce-n'(;|$)/,
  );
  expect(policy).not.toMatch(/youtube|facebook|bots\.test|ads\.test|script-src[^;]*unsafe/);
  expect(headers.has(CHECKOUT)).toBe(false);
});

it('lets the browser’s own payment sheet be asked for at the checkout of a provider that runs there alone', () => {
  expect(checkout('script https://pay.test').get('permissions-policy')).toContain('payment=(self "https://pay.test")');
  expect(checkout('form https://pay.test').has('permissions-policy')).toBe(false);
  expect(fixedHeaders({ isProduction: true })['permissions-policy']).toContain('payment=()');
});
