import { fastify, type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { automationReports } from '#db/tables/archive.ts';
import { webhooks } from '#db/tables/webhooks.ts';
import { handleWebhook } from '#domain/webhooks/webhooks.ts';
import { lateMs, startAutomation } from '#sandbox/stations/automation.ts';
import { installErrors } from '#server/web/errors.ts';
import { webhookRoutes, webhookHandlers } from '#server/web/webhook-routes.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { automationWebhooks } from './webhooks.ts';
import { automationSignature } from './signature.ts';

const SECRET = 'a secret of automation for tests';
const provider = automationWebhooks({ secret: SECRET, airDelayMs: { 881: 0, 903: 0, 864: 0 } });
const HOUR_MS = 3_600_000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  app = fastify();
  installErrors(app);
  const inbox = { db: database.db, siteUrl: 'https://radio.example', clock: () => new Date() };
  await app.register((scope) => webhookRoutes(scope, provider, inbox));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

it('the demo stations report what they have on air as a station would: signed, by number and revision, again after a restart', async () => {
  const { db } = database;
  const { port } = app.server.address() as AddressInfo;
  // Four hours, of which two and a half are over: six parts have begun.
  const startsAtMs = Date.now() - 2.5 * HOUR_MS - 60_000;
  const item = { programId: 1, title: '特備', startsAtMs, endsAtMs: startsAtMs + 4 * HOUR_MS };
  const faults: string[] = [];
  const start = () =>
    startAutomation({
      url: `http://127.0.0.1:${port}`,
      stations: [881],
      sign: (path, body) => automationSignature(SECRET, path, body),
      onAir: async () => item,
      log: (line) => faults.push(line),
    });
  for (let starts = 0; starts < 2; starts++) {
    const automation = start();
    await vi.waitFor(async () => expect(await db.select().from(webhooks)).toHaveLength(7), { timeout: 10_000 });
    await automation.stop();
  }
  for (const { id } of await db.select().from(webhooks))
    await handleWebhook({ db, now: new Date(), handlers: webhookHandlers([provider]) }, id);
  const reports = await db.select().from(automationReports).orderBy(automationReports.startsAt, automationReports.kind);
  expect(reports.map(({ kind }) => kind)).toEqual(['programme', ...Array.from({ length: 6 }, () => 'section')]);
  expect(reports[0]).toMatchObject({ programId: 1, title: '特備', endsAt: null, revision: 1 });
  expect(reports[0]?.startsAt.getTime()).toBe(Math.round(startsAtMs + lateMs(881, startsAtMs)));
  expect(faults).toEqual([]);
});
