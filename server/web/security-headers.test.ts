import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { keepPage } from './kept-page.ts';
import { fixedHeaders, pagePolicy, securityHeaders } from './security-headers.ts';

/** What a browser is told with every reply (ASVS 3.4). */
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

it.each(['text/html; charset=utf-8', 'application/xml', 'text/x-script'])(
  'gives what the site itself renders a policy, a page its own: %s',
  async (type) => {
    const headers = new Headers({ 'content-type': type });
    const kept = await keepPage({ status: 200, headers, body: Buffer.from('<p>text</p>') }, 0);
    const policies = kept.headers.filter(([name]) => name === 'content-security-policy').map(([, value]) => value);
    expect(policies).toHaveLength(1);
    for (const rule of [`object-src 'none'`, `base-uri 'none'`, `frame-ancestors 'none'`])
      expect(policies[0]).toContain(rule);
    expect(policies[0]?.startsWith(`default-src 'self'`)).toBe(type.startsWith('text/html'));
  },
);

it('allows the scripts of the page by hash and no other', () => {
  const policy = pagePolicy(
    '<script>let a = 1</script><script type="module" src="/a.js"></script><script type="application/ld+json">{}</script>',
  );
  expect(policy.match(/'sha256-/g)).toHaveLength(1);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});
