import { mkdtempSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mails } from '#db/tables/mail.ts';
import { offlineApplications } from '#db/tables/offline-applications.ts';
import { listWork, orderStory } from '#domain/payments/payments.ts';
import { FormError } from '#domain/forms/forms.ts';
import { buyPlan } from '#domain/buying/buying.ts';
import { findTimeOfOrder } from '#domain/subscriptions/plan-times.ts';
import { lastDayOf, wholeDays } from '#domain/subscriptions/plan-times.rules.ts';
import { createFileStorage } from '#server/outside/disk/file-storage.ts';
import { createPictureDecoder } from '#server/outside/pictures/decoder.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { insertPlans, openShop, PLAN, PRICE, type Shop } from '#tests/factories/money/plan-shop.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { comingAt } from '#tests/factories/visitor.ts';
import {
  addReceipt,
  applyOffline,
  approveOffline,
  cancelOffline,
  forgetReceipts,
  listOfflineApplications,
  sweepOffline,
  type OfflineServices,
} from './offline-applications.ts';
import { refuseOffline } from './deciding.ts';

let database: TestDatabase;
let folder: string;
let shop: Shop;
let services: OfflineServices;
let me = 0;
let made = 0;
const now = new Date('2026-11-21T14:30:00+08:00');
const days = (n: number) => new Date(now.getTime() + n * 86_400_000);
const hand = { who: 'a test', why: 'it is on the statement' };

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(resolve('data/test-files-'));
  await insertPlans(database.db, days(-10));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  shop = openShop(database.db, now);
  const { payments, siteUrl } = shop.services;
  services = {
    db: database.db,
    siteUrl,
    payments,
    files: createFileStorage(folder),
    pictures: createPictureDecoder(),
  };
  me = await insertMember(database.db, `offline${made++}@member.example`);
});

const slip = (shade: number) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: shade, g: 90, b: 90 } } })
    .withExif({ IFD0: { Copyright: 'Flat 8, 81 Broadcast Drive' } })
    .jpeg()
    .toBuffer();
const filled = { plans365: '2', extra30days: '1', payment_method: '1' };
const apply = (given: Record<string, unknown> = filled, memberId = me) =>
  applyOffline(services, memberActor(memberId), given, shop.now());
const found = async (id: number) => {
  const [row] = await database.db.select().from(offlineApplications).where(eq(offlineApplications.id, id));
  return row!;
};
const TOTAL = 2 * PRICE.offline + 4_500;

it('takes an application with a picture that says no place any more, and tells by when it is decided', async () => {
  const { id } = await apply({ ...filled, receipt: await slip(10) });
  const row = await found(id);
  expect(row).toMatchObject({ state: 2, plans365: 2, extra30days: 1, paymentMethod: 1, dueOn: '2026-12-04' });
  const parts: Buffer[] = [];
  for await (const part of (await services.files.stream(row.receipt!))!) parts.push(part as Buffer);
  expect(Buffer.concat(parts).includes('Broadcast Drive')).toBe(false);
  expect(await listOfflineApplications(database.db, me, 10)).toMatchObject([
    { id, totalCents: TOTAL, hasReceipt: true, state: 2 },
  ]);
});

it.each<[string, Record<string, unknown>]>([
  ['a file that is no picture', { ...filled, receipt: Buffer.from('%PDF-1.7 a receipt') }],
  ['three plans (R-333)', { ...filled, plans365: '3' }],
  ['nothing at all', { ...filled, plans365: '0', extra30days: '0' }],
  ['days alone, without a plan', { ...filled, plans365: '0' }],
  ['a method that there is not', { ...filled, payment_method: '3' }],
])('refuses %s, by its field', async (_name, given) => {
  await expect(apply(given)).rejects.toBeInstanceOf(FormError);
});

it('has one application at a time, also of 20 that come at once, and sells nothing else meanwhile (23001)', async () => {
  const sent = await Promise.allSettled(Array.from({ length: 20 }, () => apply()));
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of sent)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ errorName: 'offlinePending' });
  const buy = () => buyPlan(shop.services, { memberId: me }, { planId: PLAN.once, isAutopay: false }, comingAt(now));
  await expect(buy()).rejects.toMatchObject({ errorName: 'offlinePending' });
  const [mine] = await listOfflineApplications(database.db, me, 10);
  const stranger = memberActor(await insertMember(database.db, `offline${made++}@member.example`));
  await expect(cancelOffline(services, stranger, mine!.id)).rejects.toMatchObject({ errorName: 'dataNotFound' });
  await cancelOffline(services, memberActor(me), mine!.id);
  expect(await found(mine!.id)).toMatchObject({ state: 4 });
  await expect(buy()).resolves.toBeTruthy();
});

it('grants by the money that a person saw, once however often it is approved, and names who and why', async () => {
  const { id } = await apply({ ...filled, receipt: await slip(20) });
  const { orderId } = await found(id);
  const asked = { id, cents: TOTAL, receivedAt: days(2) };
  shop.at(days(3));
  await approveOffline(services, hand, asked, days(3));
  await expect(approveOffline(services, hand, asked, days(3))).rejects.toMatchObject({ errorName: 'conflict' });
  expect(await found(id)).toMatchObject({ state: 3, decidedBy: 'a test' });
  const time = (await findTimeOfOrder(database.db, orderId))!;
  expect(wholeDays(time)).toBe(2 * 365 + 30);
  expect([time.startsAt, lastDayOf(time.endsAt)]).toEqual([days(3), '2028-12-23']);
  const { order, steps } = await orderStory(database.db, orderId);
  expect(order).toMatchObject({ state: 'paid', capturedCents: TOTAL });
  expect(steps.filter(({ what }) => what.startsWith('by hand')).map(({ detail }) => detail['who'])).toEqual(['a test']);
});

it('gives nothing for another amount than was asked for', async () => {
  const { id } = await apply();
  await approveOffline(services, hand, { id, cents: TOTAL - 8_000, receivedAt: now }, now);
  expect(await findTimeOfOrder(database.db, (await found(id)).orderId)).toBeNull();
});

it('refuses with words that its member reads, and lets them apply again', async () => {
  const { id } = await apply();
  await refuseOffline(services, hand, { id, said: '金額不符' }, now);
  expect(await found(id)).toMatchObject({ state: 5, decidedWhy: '金額不符' });
  const told = await database.db.select().from(mails).where(eq(mails.template, 'offline-refused'));
  expect(told.some(({ textBody }) => textBody.includes('金額不符'))).toBe(true);
  await expect(apply()).resolves.toBeTruthy();
});

it('reminds once of a picture that is missing, gives up after 14 days, and tells staff what is due or the same', async () => {
  const { id } = await apply();
  for (const day of [3, 4]) await sweepOffline(services, days(day));
  const reminded = await database.db
    .select()
    .from(mails)
    .where(eq(mails.dedupeKey, `offline-receipt-missing:${id}`));
  expect(reminded).toHaveLength(1);
  const picture = await slip(30);
  await addReceipt(services, memberActor(me), { id, receipt: picture }, days(5));
  await sweepOffline(services, days(15));
  expect(await found(id)).toMatchObject({ state: 2 });
  const other = await insertMember(database.db, `offline${made++}@member.example`);
  const same = await apply({ ...filled, receipt: picture }, other);
  const never = await insertMember(database.db, `offline${made++}@member.example`);
  const without = await apply(filled, never);
  shop.at(days(15));
  await sweepOffline(services, days(15));
  expect(await found(without.id)).toMatchObject({ state: 4 });
  const work = (await listWork(database.db, 100)).map(({ kind, subject }) => `${kind} ${subject}`);
  expect(work).toContain(`offline_overdue application ${id}`);
  expect(work).toContain(`same_receipt application ${same.id}`);
});

it('removes a picture within a day of its application, and none that another has', async () => {
  const { db } = database;
  const [mine, shared] = [await slip(40), await slip(50)];
  const other = await insertMember(db, `offline${made++}@member.example`);
  const third = await insertMember(db, `offline${made++}@member.example`);
  const ids = [
    (await apply({ ...filled, receipt: mine })).id,
    (await apply({ ...filled, receipt: shared }, other)).id,
    (await apply({ ...filled, receipt: shared }, third)).id,
  ];
  const [own, both] = await Promise.all(ids.slice(0, 2).map(async (id) => (await found(id)).receipt!));
  // As an erasure does.
  for (const id of ids.slice(0, 2)) await db.delete(offlineApplications).where(eq(offlineApplications.id, id));
  const inDays = (n: number) => new Date(Date.now() + n * 86_400_000);
  await forgetReceipts(services, inDays(0));
  expect(await services.files.has(own!)).toBe(true);
  await forgetReceipts(services, inDays(2));
  expect([await services.files.has(own!), await services.files.has(both!)]).toEqual([false, true]);
});
