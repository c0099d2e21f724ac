import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { liveApi } from '#domain/live/live.api.ts';
import { saveOverride } from '#domain/timetable/timetable-writing.ts';
import { fixedHeaders, securityHeaders } from '#server/web/security-headers.ts';
import { insertSmallStation, SATURDAY_1426 } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { toolbarFastPath } from './toolbar-fast-path.ts';

const TODAY = '2026-11-21';
const PATH = '/api/live/toolbar';
const always = fixedHeaders({ isProduction: true });
let now = SATURDAY_1426;
let database: TestDatabase;
let app: FastifyInstance;
let server: Server;
const answers = { ready: 0, made: 0 };

beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  securityHeaders(app, always);
  const botCheck = { verify: async () => ({ verdict: 'passed' as const }) };
  await app.register((scope) => liveApi(scope, { db: database.db, clock: () => now, botCheck }));
  await app.ready();
  const answer = toolbarFastPath({ db: database.db, clock: () => now, always, count: () => answers.ready++ });
  server = createServer((request, response) => {
    if (answer(request, response)) return;
    answers.made++;
    app.routing(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await app.close();
  await database.close().catch(() => {});
});

async function ask() {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`);
  const names = [...response.headers.keys()].filter((name) => !['date', 'connection', 'keep-alive'].includes(name));
  const headers = Object.fromEntries(names.map((name) => [name, response.headers.get(name)]));
  return { status: response.status, headers: { ...headers, 'x-request-id': '' }, body: await response.text() };
}

it('answers from memory what its route answers, until something on it changes', async () => {
  const made = await ask();
  expect(answers).toEqual({ ready: 0, made: 1 });
  const ready = await ask();
  expect(answers).toEqual({ ready: 1, made: 1 });
  expect(ready).toEqual(made);
  await saveOverride({ db: database.db }, 881, {
    programId: 2,
    kind: 'special',
    title: '特備',
    dayFrom: TODAY,
    dayTo: TODAY,
    startMinute: 860,
    endMinute: 900,
  });
  expect((await ask()).body).toContain('特備');
  expect(answers).toEqual({ ready: 1, made: 2 });
});

it('goes on with what it has for an hour when the database is gone, with the clock of the request', async () => {
  await ask();
  await database.pool.end();
  // Past the end of the programme on air.
  now = new Date(SATURDAY_1426.getTime() + 50 * 60_000);
  const kept = await ask();
  expect(kept.status).toBe(200);
  expect(kept.body).toContain('特備');
  expect(kept.body).toContain(`"currentTimestamp":${now.getTime() / 1000}`);
  now = new Date(SATURDAY_1426.getTime() + 3 * 3_600_000);
  expect((await ask()).status).toBeGreaterThanOrEqual(500);
});
