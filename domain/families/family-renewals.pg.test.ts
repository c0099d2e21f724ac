import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { familySeats } from '#db/tables/families.ts';
import { recurringProfiles, subscriptionPlans, subscriptions } from '#db/tables/subscriptions.ts';
import { buyPlan } from '#domain/buying/buying.ts';
import { quotePlanChange, renewDue, stopRecurring } from '#domain/renewals/renewals.ts';
import { createSubscriberCheck } from '#domain/subscriptions/subscriptions.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { openShop, type Shop } from '#tests/factories/money/plan-shop.ts';
import { comingAt } from '#tests/factories/visitor.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

// The card of the payer decides for the whole family: charged, refused within grace, refused for good, and stopped.

const at = (text: string) => new Date(`${text}+08:00`);
const START = at('2026-12-31T20:15:00');
const [FAMILY, SINGLE, YEARLY] = [1, 2, 3];

let database: TestDatabase;
let shop: Shop;
let payer: number;
let friend: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const monthly = { kind: 'monthly', days: 30, periodMonths: 1, sellsFrom: at('2026-01-01T00:00:00') } as const;
  await database.db.insert(subscriptionPlans).values([
    { ...monthly, id: FAMILY, name: '家庭計劃', priceCents: 8_800, isFamily: true },
    { ...monthly, id: SINGLE, name: '每月', priceCents: 4_800 },
    {
      ...monthly,
      id: YEARLY,
      name: '家庭每年',
      kind: 'yearly',
      priceCents: 88_000,
      days: 365,
      periodMonths: 12,
      isFamily: true,
    },
  ]);
});
afterAll(() => database.close());

let families = 0;
beforeEach(async () => {
  const { db } = database;
  for (const table of [familySeats, subscriptions, recurringProfiles]) await db.delete(table);
  shop = openShop(db, START);
  families += 1;
  payer = await insertMember(db, `payer${families}@member.example`);
  friend = await insertMember(db, `friend${families}@member.example`);
  const asked = { planId: FAMILY, isAutopay: true };
  const { orderId } = await buyPlan(shop.services, { memberId: payer }, asked, comingAt(START));
  await shop.pay(payer, orderId);
  await db.insert(familySeats).values([
    { ownerId: payer, memberId: payer, seat: 1, joinedAt: START },
    { ownerId: payer, memberId: friend, seat: 2, joinedAt: START },
  ]);
});

const renewAt = (when: string) => {
  shop.at(at(when));
  return renewDue(shop.services, shop.now);
};
/** Whether payer and friend play at an instant. */
const play = async (when: string) => {
  const check = createSubscriberCheck(database.db);
  return [await check(payer, at(when)), await check(friend, at(when))];
};

it('plays on without a gap over a charged renewal, which charges the payer alone', async () => {
  await renewAt('2027-01-31T09:00:00');
  expect(await play('2027-01-31T23:59:59')).toEqual([true, true]);
  expect(await play('2027-02-01T00:00:00')).toEqual([true, true]);
  // The purchase and one renewal.
  expect(shop.book.size).toBe(2);
  expect(await play('2027-03-01T00:00:00')).toEqual([false, false]);
});

it('plays through the grace of a refused card, ends with it, and returns when the card is charged', async () => {
  shop.behaves(() => 'refuses');
  await renewAt('2027-01-31T09:00:00');
  expect(await play('2027-02-07T23:59:59')).toEqual([true, true]);
  expect(await play('2027-02-08T00:00:00')).toEqual([false, false]);
  shop.behaves(() => 'pays');
  await renewAt('2027-02-05T09:00:00');
  expect(await play('2027-02-28T23:59:59')).toEqual([true, true]);
});

it('ends for everybody at the end of grace where every try is refused', async () => {
  shop.behaves(() => 'refuses');
  for (let day = 1; day <= 9; day++) await renewAt(`2027-02-0${day}T09:00:00`);
  expect(await play('2027-02-08T00:00:00')).toEqual([false, false]);
  expect(shop.book.size).toBe(1);
});

it('plays to the end of what was paid after the payer stopped it', async () => {
  await stopRecurring(database.db, payer, START);
  await renewAt('2027-01-31T09:00:00');
  expect(await play('2027-01-31T23:59:59')).toEqual([true, true]);
  expect(await play('2027-02-01T00:00:00')).toEqual([false, false]);
});

it('is told to end by a change to a plan for one person only', async () => {
  const quoted = (planId: number) => quotePlanChange({ db: database.db, now: START }, payer, { planId });
  expect(await quoted(SINGLE)).toMatchObject({ when: 'renewal', endsFamily: true });
  expect(await quoted(YEARLY)).toMatchObject({ when: 'now', endsFamily: false });
});
