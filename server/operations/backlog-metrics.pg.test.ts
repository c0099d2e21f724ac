import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queueJob } from '#db/outbox.ts';
import { mails } from '#db/tables/mail.ts';
import { smsCodes } from '#db/tables/phone-verification.ts';
import { orders, paymentFacts } from '#db/tables/payments.ts';
import { recurringProfiles, subscriptionPlans } from '#db/tables/subscriptions.ts';
import { openWork } from '#domain/payments/payments.ts';
import { noteReceipt } from '#domain/receipts/receipts.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { insertOrder, insertRefund, noted } from '#tests/factories/money/receipts.ts';
import { metricsOf } from '#tests/factories/server/metrics.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { readBacklog } from './backlog.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('tells what waits, what fails and what the carrier made of texts, and of whom to nobody', async () => {
  const { db } = database;
  const now = new Date();
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const mail = { template: 'member-reset', recipient: 'chan@mail.example', subject: 'S', textBody: 'T' };
  await db.insert(mails).values([
    { ...mail, dedupeKey: 'a', createdAt: ago(10), attempts: 3, lastError: 'away' },
    { ...mail, dedupeKey: 'b', createdAt: ago(60), attempts: 60, lastError: 'no such mailbox' },
    { ...mail, dedupeKey: 'c', createdAt: ago(90), sentAt: now },
  ]);
  const memberId = await insertMember(db, 'chan@mail.example');
  const text = { memberId, phoneNoCountry: 852, phoneNo: '55123456', codeMac: Buffer.from('m'), expiresAt: now };
  await db.insert(smsCodes).values([
    { ...text, saltHash: Buffer.from('1'), share: 'strangers', delivery: 'blocked', createdAt: ago(5) },
    { ...text, saltHash: Buffer.from('2'), share: 'strangers', delivery: 'blocked', createdAt: ago(6) },
    { ...text, saltHash: Buffer.from('3'), share: 'members', delivery: 'delivered', createdAt: ago(61) },
  ]);
  await db.transaction((tx) => queueJob(tx, 'member-welcome', { registrationId: 1, key: 'chan@mail.example' }));
  await db.execute(sql`update graphile_worker._private_jobs set last_error = 'broken', attempts = 10`);
  await db.transaction((tx) => queueJob(tx, 'send-mail', { id: 1 }));

  const told = await metricsOf({ backlog: () => readBacklog({ db, now }) }).text();
  for (const line of [
    'mails_waiting{state="retried"} 1',
    'mails_waiting{state="given up"} 1',
    'mails_oldest_waiting_seconds 600',
    'jobs_failing{task="member-welcome",state="given up"} 1',
    'jobs_due 1',
    'texts_last_hour{share="strangers",delivery="blocked"} 2',
  ])
    expect(told.split('\n')).toContain(line);
  expect(told).not.toMatch(/delivered|chan@|55123456/);
});

it('tells what of money waits for whom, how long access took to open, and who is behind with paying', async () => {
  const { db } = database;
  const now = new Date('2026-11-21T12:00:00+08:00');
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const memberId = await insertMember(db, 'payer@mail.example');
  const waiting = await insertOrder(db, memberId);
  await db
    .update(orders)
    .set({ paidAt: ago(20) })
    .where(eq(orders.id, waiting));
  const given = await insertOrder(db, memberId);
  await insertRefund(db, given, 100);
  await db.update(paymentFacts).set({ at: ago(50) });
  await db
    .update(orders)
    .set({ fulfilledAt: ago(10) })
    .where(eq(orders.id, given));
  await db.transaction((tx) => noteReceipt(tx, noted(given, ago(50))));
  await db.transaction((tx) => openWork(tx, { kind: 'chargeback', subject: 'fact:1', now: ago(60) }));
  await db.insert(subscriptionPlans).values({ id: 1, name: 'plan', priceCents: 1, days: 30 });
  await db.insert(recurringProfiles).values({
    memberId,
    planId: 1,
    state: 'grace',
    tries: 2,
    cardScheme: 'visa',
    cardLast4: '4242',
    cardEndsOn: '2026-12-31',
    periodMonths: 1,
    renewOn: '2026-11-20',
  });
  const told = await metricsOf({ backlog: () => readBacklog({ db, now }) }).text();
  for (const line of [
    'orders_paid_and_not_given 1',
    'orders_paid_and_not_given_oldest_seconds 1200',
    'orders_given_last_hour 1',
    'paid_to_open_seconds{of="worst"} 2400',
    'refunds_under_way{state="intended"} 1',
    'payment_work_items{kind="chargeback"} 1',
    'payment_work_items_oldest_seconds{kind="chargeback"} 3600',
    'renewing_plans{state="grace",tries="2"} 1',
    'renewals_due 1',
    'renewals_due_oldest_seconds 129600',
    'holidays_missing 0',
    'receipts_waiting 1',
    'receipts_waiting_oldest_seconds 600',
  ])
    expect(told.split('\n')).toContain(line);
  // A year without configured holidays.
  const late = await metricsOf({ backlog: () => readBacklog({ db, now: new Date('2031-01-01T12:00:00Z') }) }).text();
  expect(late.split('\n')).toContain('holidays_missing 1');
});

it('tells nothing of the database where that is unavailable, and the rest all the same', async () => {
  const metrics = metricsOf();
  metrics.countLogIn('password', 'wrong');
  metrics.countLogIn('password', 'wrong');
  const told = await metrics.text();
  expect(told).toContain('log_ins_total{how="password",outcome="wrong"} 2');
  expect(told).not.toMatch(/^(?:mails|jobs|texts)_\w+(?:\{.*\})? \d/m);
});
