import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/operations/log.ts';
import { createRuntime, type Runtime } from '#server/runtime.ts';
import { createApp } from '#server/web/app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

let database: TestDatabase;
let runtime: Runtime;
let app: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  const config = readConfig({ SITE_URL: 'https://radio.example', WRITES_PER_SECOND: '1' });
  runtime = createRuntime(config, new Set(['tracking']), { databaseUrl: database.url, log: createLog('silent') });
  app = await createApp(runtime);
});
afterAll(async () => {
  await app.close();
  await runtime.tracking?.stop();
  await runtime.database.close();
  await database.close();
});

const send = (headers: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: '/v2/tracking/live',
    payload: JSON.stringify({ tracking: { tracking_type: 101, channel: 881 } }),
    headers: { 'content-type': 'text/plain', ...headers },
  });

it('takes reports of the site from another origin, many from one address, and is nothing but that', async () => {
  const replies = await Promise.all(
    Array.from({ length: 60 }, () => send({ origin: 'https://radio.example', 'sec-fetch-site': 'cross-site' })),
  );
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(replies[0]?.headers['access-control-allow-origin']).toBe('https://radio.example');
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  expect((await app.inject('/api/user/state')).statusCode).toBe(404);
  const text = await runtime.metrics.text();
  expect(text).toMatch(/^reports_kept_total 60$/m);
  expect(text).toMatch(/^reports_unplaced 0$/m);
});
