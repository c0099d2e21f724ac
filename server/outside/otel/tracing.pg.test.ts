import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { traceable } from '#db/traced-query.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/operations/log.ts';
import { turnstile } from '#server/outside/turnstile/client.ts';
import { createRuntime, type Runtime } from '#server/runtime.ts';
import { createApp } from '#server/web/app.ts';
import { setTracing, tracing } from '#shared/outside/tracing.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { createOtlpTracing } from './otlp-tracing.ts';

const POISON = ['wong@example.com', 'secret-token', '203.0.113.77', 'Mozilla-of-Wong', 'a1b2c3-cookie'] as const;
const [MAIL, TOKEN, ADDRESS, AGENT, COOKIE] = POISON;
const FOREIGN = 'c0ffee00c0ffee00c0ffee00c0ffee00';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

/** Takes traces, or never answers. */
const collected: string[] = [];
let isHanging = false;
const provided: string[] = [];
let collector: Server;
let provider: Server;
let database: TestDatabase;
let runtime: Runtime;
let stop: () => Promise<void>;
let base: string;
const lines: string[] = [];

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const listen = (server: Server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const spans = (): SentSpan[] =>
  collected.flatMap((body) =>
    (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }).resourceSpans.flatMap(
      ({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans),
    ),
  );

beforeEach(async () => {
  collected.length = provided.length = lines.length = 0;
  isHanging = false;
  collector = createServer((request, response) => {
    if (isHanging) return;
    void text(request).then((body) => {
      collected.push(body);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  provider = createServer((request, response) => {
    provided.push(JSON.stringify(request.headers));
    response.end(JSON.stringify({ success: false, 'error-codes': ['timeout-or-duplicate'] }));
  });
  await Promise.all([listen(collector), listen(provider)]);
  database = await createTestDatabase();
  setTracing(
    createOtlpTracing({ endpoint: urlOf(collector), ratio: 1, service: 'tracking', delayMs: 20, timeoutMs: 200 }),
  );
  const heard = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString());
      done();
    },
  });
  const config = readConfig({ SITE_URL: 'https://radio.example', TRUST_PROXY: '127.0.0.1' });
  runtime = createRuntime(config, new Set(['tracking']), { databaseUrl: database.url, log: createLog('info', heard) });
  const app = await createApp(runtime);
  const botCheck = turnstile({ url: urlOf(provider), secret: 's', hostname: 'radio.example' });
  app.get<{ Params: { token: string } }>('/probe/:token', async ({ params: { token }, log }) => {
    await runtime.database.db.execute(
      sql`select count(*) from articles where title = ${MAIL} or title = 'wong@example.com'`,
    );
    await botCheck.verify(token, ADDRESS, 'contact');
    log.info('probed');
    // PostgreSQL quotes the value in its message.
    await runtime.database.db.execute(sql`select ${MAIL}::text::integer`).catch(() => {});
    return 'ok';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  base = urlOf(app.server);
  stop = async () => {
    await app.close();
    await runtime.tracking?.stop();
    await runtime.database.close();
  };
});
afterEach(async () => {
  await stop();
  await tracing()?.stop();
  setTracing(null);
  collector.closeAllConnections();
  await database.close();
  await Promise.all([collector, provider].map((server) => new Promise((done) => server.close(done))));
});

const probe = () =>
  fetch(`${base}/probe/${TOKEN}?mail=${encodeURIComponent(MAIL)}`, {
    headers: {
      'user-agent': AGENT,
      cookie: `session=${COOKIE}`,
      authorization: `Bearer ${TOKEN}`,
      'x-forwarded-for': ADDRESS,
      traceparent: `00-${FOREIGN}-00f067aa0ba902b7-01`,
    },
  });

it('sends a request with its route, its query and its provider call, and nothing of the person', async () => {
  expect((await probe()).status).toBe(200);
  await vi.waitFor(() => expect(spans().map(({ name }) => name)).toContain('GET /probe/:token'));
  const sent = spans();
  const one = (name: string) => sent.find((span) => span.name === name)!;
  const request = one('GET /probe/:token');
  const door = one('/probe/:token');
  expect(request.parentSpanId ?? '').toBe('');
  expect(door.parentSpanId).toBe(request.spanId);
  expect(one('select articles').parentSpanId).toBe(door.spanId);
  expect(one('Turnstile').parentSpanId).toBe(door.spanId);
  const failed = sent.find(({ attributes }) => attributes.some(({ key }) => key === 'error.type'))!;
  expect(failed.attributes).toContainEqual({ key: 'error.type', value: { stringValue: '22P02' } });
  expect(new Set(sent.map(({ traceId }) => traceId))).toEqual(new Set([request.traceId]));

  const all = collected.join('');
  for (const poison of [...POISON, encodeURIComponent(MAIL), '127.0.0.1', FOREIGN]) expect(all).not.toContain(poison);
  // Providers get no trace headers.
  expect(provided).toHaveLength(1);
  expect(provided[0]).not.toContain('traceparent');
  const line = JSON.parse(lines.find((text) => text.includes('probed'))!) as { trace_id: string };
  expect(line.trace_id).toBe(request.traceId);
});

it('answers as before while the collector hangs, and counts the spans it loses', async () => {
  isHanging = true;
  expect((await probe()).status).toBe(200);
  await vi.waitFor(() => expect(tracing()!.dropped()).toBeGreaterThan(0), 10_000);
  expect((await probe()).status).toBe(200);
  expect(await runtime.metrics.text()).toMatch(/^airwave_spans_dropped_total [1-9]/m);
});

it('puts nothing around a query where no collector is set', () => {
  setTracing(null);
  const query = () => null;
  expect(traceable(query)).toBe(query);
});
