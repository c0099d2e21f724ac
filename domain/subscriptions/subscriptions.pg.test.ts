import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { members } from '#db/tables/members.ts';
import { billingAccounts } from '#db/tables/payments.ts';
import { recurringProfiles, subscriptionPlans, subscriptions } from '#db/tables/subscriptions.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { cardExpiring, createSubscriberCheck, listPlanTimes } from './subscriptions.ts';

let database: TestDatabase;
let memberId = 0;
let otherId = 0;
const now = new Date('2026-11-21T12:00:00+08:00');
const hours = (n: number) => new Date(now.getTime() + n * 3_600_000);

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.insert(subscriptionPlans).values({ id: 100, name: '250日', priceCents: 38_800, days: 250 });
});
afterAll(() => database.close());

beforeEach(async () => {
  await database.db.delete(recurringProfiles);
  await database.db.delete(subscriptions);
  await database.db.delete(billingAccounts);
  await database.db.delete(members);
  const made = await database.db
    .insert(members)
    .values(['a@member.example', 'b@member.example'].map((email) => ({ email, emailKey: email })))
    .returning({ id: members.id });
  [memberId, otherId] = made.map(({ id }) => id) as [number, number];
});

const give = (of: number, startsAt: Date, endsAt: Date) =>
  database.db.insert(subscriptions).values({ memberId: of, planId: 100, source: 'hand', startsAt, endsAt });
const card = (cardEndsOn: string) =>
  database.db.insert(recurringProfiles).values({
    memberId,
    planId: 100,
    state: 'active',
    cardScheme: 'visa',
    cardLast4: '1234',
    cardEndsOn,
    periodMonths: 1,
  });

it('entitles from the first instant of a plan up to, and without, its last, and nobody else', async () => {
  const { db } = database;
  await give(memberId, hours(0), hours(5));
  expect(await createSubscriberCheck(db)(memberId, hours(-0.001))).toBe(false);
  expect(await createSubscriberCheck(db)(memberId, hours(0))).toBe(true);
  expect(await createSubscriberCheck(db)(memberId, hours(4.999))).toBe(true);
  expect(await createSubscriberCheck(db)(memberId, hours(5))).toBe(false);
  expect(await createSubscriberCheck(db)(otherId, hours(1))).toBe(false);
});

it('answers each of many who ask at the same time by their own plan and instant', async () => {
  await give(memberId, hours(0), hours(5));
  await give(otherId, hours(4), hours(6));
  const check = createSubscriberCheck(database.db);
  const asked: [number, number][] = [
    [memberId, 0],
    [otherId, 0],
    [memberId, 4.5],
    [otherId, 4.5],
    [memberId, 5],
    [otherId, 5],
    [otherId, 6],
  ];
  const answers = await Promise.all(asked.map(([member, at]) => check(member, hours(at))));
  expect(answers).toEqual([true, false, true, true, false, true, false]);
});

it('keeps a member entitled whose later plan waits while the first runs', async () => {
  await give(memberId, hours(-1), hours(1));
  await give(memberId, hours(1), hours(3));
  for (const at of [0, 0.99, 1, 2.99]) expect(await createSubscriberCheck(database.db)(memberId, hours(at))).toBe(true);
  const states = await listPlanTimes(database.db, memberId, now);
  expect(states.map(({ state, planName }) => [planName, state])).toEqual([
    ['250日', 'pending'],
    ['250日', 'running'],
  ]);
});

it('entitles by the statements that operators are told to give a plan with', async () => {
  const [, told = ''] = /```sql\n([\s\S]*?)```/.exec(readFileSync('docs/operations/members.md', 'utf8')) ?? [];
  await database.pool.query(told.replaceAll('member@mail.example', 'a@member.example'));
  const later = new Date(Date.now() + 249 * 86_400_000);
  expect(await createSubscriberCheck(database.db)(memberId, later)).toBe(true);
  expect(await createSubscriberCheck(database.db)(memberId, new Date(later.getTime() + 2 * 86_400_000))).toBe(false);
  expect(await createSubscriberCheck(database.db)(otherId, later)).toBe(false);
});

it('reminds of a card within 30 days of its last good day and after it, by Hong Kong days (R-267)', async () => {
  await card('2026-12-22');
  expect(await cardExpiring(database.db, memberId, now)).toBe(false);
  expect(await cardExpiring(database.db, memberId, new Date('2026-11-21T23:59:59+08:00'))).toBe(false);
  expect(await cardExpiring(database.db, memberId, new Date('2026-11-22T00:00:00+08:00'))).toBe(true);
  expect(await cardExpiring(database.db, memberId, new Date('2027-03-01T00:00:00+08:00'))).toBe(true);
  expect(await cardExpiring(database.db, otherId, new Date('2026-11-22T00:00:00+08:00'))).toBe(false);
});
