import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createLog } from '#server/operations/log.ts';
import { installErrors } from '#server/web/errors.ts';
import { rateLimits } from '#server/web/rate-limits.ts';
import { DomainError } from '#shared/domain-error.ts';
import { createSecurityLog, hearRefusals } from './security-log.ts';

function setUp() {
  const lines: Record<string, unknown>[] = [];
  const counts: Record<string, number> = {};
  const time = { ms: 0 };
  const log = createLog('info', { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) });
  const refused = createSecurityLog({
    log,
    count: (door, reason) => {
      counts[`${door}: ${reason}`] = (counts[`${door}: ${reason}`] ?? 0) + 1;
    },
    nowMs: () => time.ms,
  });
  const app = Fastify();
  installErrors(app);
  hearRefusals(app, refused);
  rateLimits(app, { siteUrl: 'https://radio.example', writesPerSecond: 0, readsPerSecond: 0 });
  app.put('/ingest/:channel/:rendition/:file', async () => {
    throw new DomainError('notAuthenticated');
  });
  app.post('/api/p2a/sms', { config: { webhook: 'twilio' } }, async () => {
    throw new DomainError('forbidden');
  });
  app.post('/api/thing', async () => {
    throw new DomainError('invalidParam');
  });
  return { lines, counts, time, refused, app };
}

it('tells of pushes with a wrong token, by channel, and says nothing of the token', async () => {
  const { lines, counts, app } = setUp();
  // ffmpeg first pushes without a token.
  await app.inject({ method: 'PUT', url: '/ingest/2/audio/1.m4s' });
  expect(lines).toEqual([]);
  const headers = { authorization: 'Bearer my-secret-token' };
  await app.inject({ method: 'PUT', url: '/ingest/2/audio/1.m4s', headers });
  await app.inject({ method: 'PUT', url: '/ingest/2/audio/1.m4s?token=my-secret-token' });
  expect(lines).toMatchObject(
    Array.from({ length: 2 }, () => ({
      level: 'warn',
      security: 'push',
      reason: 'wrong token',
      from: '127.0.0.1',
      channel: '2',
      rendition: 'audio',
    })),
  );
  expect(JSON.stringify(lines)).not.toContain('my-secret-token');
  expect(counts).toEqual({ 'push: wrong token': 2 });
});

it('tells of webhooks that nobody signed and of writes from other sites, and not of forms filled in wrong', async () => {
  const { lines, app } = setUp();
  await app.inject({ method: 'POST', url: '/api/p2a/sms' });
  await app.inject({ method: 'POST', url: '/api/thing', headers: { origin: 'https://evil.example' } });
  await app.inject({ method: 'POST', url: '/api/thing' });
  expect(lines).toMatchObject([
    { security: 'hook', reason: 'signature', route: '/api/p2a/sms' },
    { security: 'write', reason: 'another site', route: '/api/thing' },
  ]);
});

it('counts a flood whole and tells it in a few lines, then how many it left out', () => {
  const { lines, counts, time, refused } = setUp();
  const one = { door: 'log-in', reason: 'wrong', remoteIp: '2001:db8:1:2::9' } as const;
  for (let i = 0; i < 1_000; i++) refused(one);
  expect(counts).toEqual({ 'log-in: wrong': 1_000 });
  expect(lines).toHaveLength(20);
  expect(lines[0]).toMatchObject({ from: '2001:db8:1:2' });
  time.ms += 1_000;
  refused(one);
  expect(lines.at(-1)).toMatchObject({ untold: 980 });
});
