import { eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { memberConsents, members } from '#db/tables/members.ts';
import { promotionBatches, promotionCodes } from '#db/tables/promotions.ts';
import { subscriptionPlans } from '#db/tables/subscriptions.ts';
import { seedSteps } from '#db/tables/timetable.ts';
import { cardExpiring, createSubscriberCheck, listPlans } from '#domain/subscriptions/subscriptions.ts';
import { hashPassword, verifyPassword } from '#domain/passwords/passwords.ts';
import { checkForm } from '#domain/forms/fields.rules.ts';
import { PHONE_FORMS } from '#domain/phones/phone-forms.rules.ts';
import { MAGIC_ENDINGS } from '#sandbox/phones/line.ts';
import { codeFixtures, DEMO_PASSWORD, memberFixtures, planFixtures } from '#fixtures/members.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { readFileSync } from 'node:fs';
import { isDemoDatabase, seedDemoMembers } from './members.ts';

let database: TestDatabase;
const now = new Date('2026-11-21T12:00:00+08:00');
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('seeds each demo account once, as what the README says it is, also when two start together', async () => {
  const { db } = database;
  const options = { now, hashPassword };
  const made = await Promise.all([seedDemoMembers(db, options), seedDemoMembers(db, options)]);
  expect(made.sort()).toEqual([0, memberFixtures.length]);
  expect(await seedDemoMembers(db, options)).toBe(0);
  const rows = await db.select().from(members).orderBy(members.id);
  const told = await Promise.all(
    rows.map(async ({ id, displayName, emailVerifiedAt }) => [
      displayName,
      emailVerifiedAt !== null,
      await createSubscriberCheck(db)(id, now),
      await cardExpiring(db, id, now),
    ]),
  );
  expect(told).toEqual([
    ['小明', true, false, false],
    ['美儀未驗證', false, false, false],
    ['強仔夜貓', true, true, false],
    ['嘉欣', true, true, true],
  ]);
  expect(await db.select().from(memberConsents)).toHaveLength(2 * memberFixtures.length);
  for (const { passwordHash } of rows)
    expect(await verifyPassword(DEMO_PASSWORD, passwordHash)).toMatchObject({ isMatch: true, isOutdated: false });
  const readme = readFileSync('README.md', 'utf8');
  for (const { email } of rows) expect(readme).toContain(email);
  expect(readme).toContain(DEMO_PASSWORD);
});

it('gives a demo that was made before anything was sold the plans and codes of today, and changes no account', async () => {
  const { db } = database;
  await db.delete(promotionCodes);
  await db.delete(promotionBatches);
  await db.delete(seedSteps).where(eq(seedSteps.name, 'demo-plans'));
  // The state after the migration.
  await db.update(subscriptionPlans).set({ name: 'former', sellsFrom: null, kind: 'once', periodMonths: null });
  await db.delete(subscriptionPlans).where(gt(subscriptionPlans.id, 2));
  const accounts = await db.select().from(members);
  expect(await listPlans({ db, now })).toEqual([]);
  expect(await seedDemoMembers(db, { now, hashPassword })).toBe(0);
  expect(new Set((await listPlans({ db, now })).map(({ id }) => id))).toEqual(
    new Set(planFixtures.map(({ id }) => id)),
  );
  expect(await db.select().from(promotionCodes)).toHaveLength(codeFixtures.length);
  expect(await db.select().from(members)).toEqual(accounts);
});

it('gives them numbers that can be proved: mobile ones of Hong Kong that the sandbox delivers to', () => {
  for (const { phoneNo } of memberFixtures) {
    const given = { phone_no_country: '852', phone_no: phoneNo };
    expect(checkForm(PHONE_FORMS.queryDuplicatedPhoneNo, given, now).faults).toEqual([]);
    expect(Object.values(MAGIC_ENDINGS).filter((ending) => phoneNo.endsWith(ending))).toEqual([]);
  }
});

it('marks them, so that a database made as a demo is known for one whatever became of its accounts', async () => {
  const { db } = database;
  const marks = await db.select({ isDemo: members.isDemo }).from(members);
  expect(marks).toEqual(memberFixtures.map(() => ({ isDemo: true })));
  expect(await isDemoDatabase(db)).toBe(true);
  await db.update(members).set({ state: 'erased', email: null, emailKey: null, passwordHash: null });
  expect(await isDemoDatabase(db)).toBe(true);
});

it('makes no account of a known password beside real ones', async () => {
  const other = await createTestDatabase();
  try {
    await other.db.insert(members).values({ email: 'real@member.example', emailKey: 'real@member.example' });
    expect(await seedDemoMembers(other.db, { now, hashPassword })).toBe(0);
    expect(await other.db.select().from(members)).toHaveLength(1);
    expect(await isDemoDatabase(other.db)).toBe(false);
  } finally {
    await other.close();
  }
});
