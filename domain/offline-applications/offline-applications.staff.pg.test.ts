import { mkdtempSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { auditEvents } from '#db/tables/audit.ts';
import { mails } from '#db/tables/mail.ts';
import { offlineApplications } from '#db/tables/offline-applications.ts';
import { orderStory } from '#domain/payments/payments.ts';
import { createFileStorage } from '#server/outside/disk/file-storage.ts';
import { createPictureDecoder } from '#server/outside/pictures/decoder.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { emptyAudit } from '#tests/factories/audit.ts';
import { createTestDesk, type TestDesk, type Person } from '#tests/factories/desk.ts';
import { insertPlans, openShop, PRICE } from '#tests/factories/money/plan-shop.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { offlineActions } from './offline-applications.actions.ts';
import { applyOffline, type OfflineServices } from './offline-applications.ts';

// Decisions on applications by cheque or deposit, at the desk.

let database: TestDatabase;
let folder: string;
let services: OfflineServices;
let desk: TestDesk;
let finance: Person;
let made = 0;
let id = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(resolve('data/test-files-'));
  const start = new Date('2026-11-26T06:00:00Z');
  const { payments, siteUrl } = openShop(database.db, start).services;
  const files = createFileStorage(folder);
  services = { db: database.db, siteUrl, payments, files, pictures: createPictureDecoder() };
  await insertPlans(database.db, new Date('2026-11-01T00:00:00+08:00'));
  desk = await createTestDesk(database, {
    actions: offlineActions(services),
    runtime: { payments, plans: { offline: services } },
  });
  finance = await desk.enter('finance');
});
afterAll(async () => {
  await desk.app.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  const me = await insertMember(database.db, `desk-offline${made++}@member.example`);
  const receipt = await sharp({ create: { width: 40, height: 30, channels: 3, background: { r: made, g: 9, b: 9 } } })
    .jpeg()
    .toBuffer();
  const given = { plans365: '1', extra30days: '0', payment_method: '2', receipt };
  ({ id } = await applyOffline(services, memberActor(me), given, desk.clock.now));
  await emptyAudit(database.db);
});

const decide = (verb: 'approve' | 'refuse', input: object, { who = finance, isPreview = false } = {}) =>
  desk.call(`/api/staff/actions/offline-applications.${verb}${isPreview ? '/preview' : ''}`, {
    cookie: who.cookie,
    ...(isPreview ? {} : { key: `${verb}-${id}-key` }),
    body: isPreview ? { input } : { input, reason: 'it is on the statement' },
  });
const rowNow = async () =>
  (await database.db.select().from(offlineApplications).where(eq(offlineApplications.id, id)))[0]!;

it('starts the plan of what was received, once, and nothing by its preview', async () => {
  const input = { application: id, cents: PRICE.offline, received_on: '2026-11-25' };
  expect((await decide('approve', input, { isPreview: true })).status).toBe(200);
  expect(await rowNow()).toMatchObject({ state: 2, decidedBy: null });
  const replies = await Promise.all([decide('approve', input), decide('approve', input)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  const row = await rowNow();
  expect(row).toMatchObject({ state: 3, decidedBy: finance.name });
  expect((await orderStory(database.db, row.orderId)).order).toMatchObject({
    state: 'paid',
    capturedCents: PRICE.offline,
  });
  expect(await database.db.select().from(auditEvents)).toMatchObject([
    { action: 'offline-applications.approve', accountId: finance.id, subjectId: String(row.orderId) },
  ]);
  expect((await decide('refuse', { application: id, said: 'too late' })).status).toBe(409);
});

it('refuses with words to the member, and a day that is still to come not at all', async () => {
  const later = { application: id, cents: PRICE.offline, received_on: '2026-11-27' };
  expect((await decide('approve', later)).status).toBe(400);
  expect((await decide('refuse', { application: id, said: '入數紙看不清楚' })).status).toBe(200);
  expect(await rowNow()).toMatchObject({ state: 5, decidedWhy: '入數紙看不清楚' });
  expect(JSON.stringify(await database.db.select().from(mails))).toContain('入數紙看不清楚');
});

it('shows the slip to those alone who decide, and records each look at it', async () => {
  const path = `/api/staff/money/offline/${id}/receipt`;
  const auditor = await desk.enter('auditor');
  expect((await desk.call(path, { cookie: auditor.cookie })).status).toBe(403);
  expect((await decide('approve', {}, { who: auditor })).status).toBe(403);
  const slip = await desk.app.inject({ url: path, headers: { cookie: finance.cookie } });
  expect([slip.statusCode, slip.headers['content-type'], slip.headers['cache-control']]).toEqual([
    200,
    'image/jpeg',
    'no-store',
  ]);
  expect(slip.rawPayload.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  expect(await database.db.select().from(auditEvents)).toMatchObject([
    { action: 'offline-applications.see-receipt', who: finance.name, after: { application: id } },
  ]);
  const listed = await desk.call('/api/staff/money/offline', { cookie: auditor.cookie });
  const { items } = listed.response as unknown as { items: { application_id: number }[] };
  expect(items.find((item) => item.application_id === id)).toMatchObject({
    total_cents: PRICE.offline,
    method: 'deposit',
    has_receipt: true,
  });
});
