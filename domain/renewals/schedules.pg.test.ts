import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Tx } from '#db/database.ts';
import { recurringProfiles, subscriptions } from '#db/tables/subscriptions.ts';
import { buyPlan } from '#domain/buying/buying.ts';
import { listWork, type Fact, type Gateway } from '#domain/payments/payments.ts';
import { lastDayOf } from '#domain/subscriptions/plan-times.rules.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { insertPlans, openShop, PLAN, PRICE, type Shop } from '#tests/factories/money/plan-shop.ts';
import { comingAt } from '#tests/factories/visitor.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { watchSchedules } from './charging.ts';
import { openScheduledRenewal } from './periods.ts';
import { confirmStopByHand, stopRecurring } from './renewals.ts';
import { confirmStops } from './stopping.ts';

// PayDollar charges by a calendar of its own, whose id no webhook may have named. It is known by the payment that set
// it up.

const START = new Date('2026-12-31T20:15:00+08:00');
const DAY_MS = 86_400_000;

let database: TestDatabase;
let shop: Shop;
let me = 0;
let made = 0;
/** Our number of the payment that set the schedule up. */
let setUpBy = '';

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPlans(database.db, new Date('2026-01-01T00:00:00+08:00'));
});
afterAll(() => database.close());
beforeEach(async () => {
  const { db } = database;
  await db.update(recurringProfiles).set({ state: 'stopped', renewOn: null });
  await db.execute(sql`delete from work_items`);
  shop = openShop(db, START);
  me = await insertMember(db, `calendar${made++}@member.example`);
  const asked = { planId: PLAN.monthly, isAutopay: true };
  const { orderId } = await buyPlan(shop.services, { memberId: me }, asked, comingAt(START));
  await shop.pay(me, orderId);
  const calendar = { gateway: 'paydollar', gatewayAgreement: null, renewOn: null } as const;
  await db.update(recurringProfiles).set(calendar).where(eq(recurringProfiles.memberId, me));
  const { rows } = await db.execute<{ number: string }>(
    sql`update payment_attempts set gateway = 'paydollar' where order_id = ${orderId} returning number`,
  );
  setUpBy = rows[0]!.number;
});

const servicesWith = (paydollar: Partial<Gateway>) => ({
  ...shop.services,
  payments: {
    ...shop.services.payments,
    gateways: { paydollar: { ...shop.services.payments.gateways.mpgs!, name: 'paydollar' as const, ...paydollar } },
  },
});
const stateOf = async () => {
  const [row] = await database.db.select().from(recurringProfiles).where(eq(recurringProfiles.memberId, me));
  return row?.state;
};
const work = async () => (await listWork(database.db, 10)).map(({ kind }) => kind);

it('ends every schedule that a payment set up, by the number of that payment, if its own was never reported', async () => {
  await stopRecurring(database.db, me, START);
  const ended: string[] = [];
  const services = servicesWith({
    schedulesOf: async (number) => (number === setUpBy ? ['5501', '5502'] : []),
    stopSchedule: async (schedule) => {
      ended.push(schedule);
      return 'stopped';
    },
  });
  await confirmStops(services, START);
  expect(ended).toEqual(['5501', '5502']);
  expect(await stateOf()).toBe('stopped');
  expect(await work()).toEqual([]);
});

it('asks staff about a schedule that PayDollar does not name either, and about one of several that goes on', async () => {
  await stopRecurring(database.db, me, START);
  const later = new Date(START.getTime() + 2 * DAY_MS);
  const stopSchedule = async (schedule: string) => (schedule === '5501' ? ('stopped' as const) : ('unknown' as const));
  for (const named of [[], ['5501', '5502']]) {
    await database.db.execute(sql`delete from work_items`);
    await confirmStops(servicesWith({ schedulesOf: async () => named, stopSchedule }), later);
    expect(await stateOf()).toBe('stopping');
    expect(await work()).toEqual(['unconfirmed_stop']);
  }
});

it('lets staff say that they ended one in the portal, and asks them no more', async () => {
  const hand = { who: 'a test', why: 'ended in the portal' };
  const confirm = () => database.db.transaction((tx) => confirmStopByHand(tx, hand, me, START));
  await expect(confirm()).rejects.toMatchObject({ errorName: 'noRecurringProfile' });
  await stopRecurring(database.db, me, START);
  const later = new Date(START.getTime() + 2 * DAY_MS);
  await confirmStops(servicesWith({ schedulesOf: async () => [] }), later);
  expect(await work()).toEqual(['unconfirmed_stop']);
  await confirm();
  expect(await stateOf()).toBe('stopped');
  await confirmStops(servicesWith({ schedulesOf: async () => [] }), later);
  expect(await work()).toEqual([]);
  const { rows } = await database.db.execute(
    sql`select who, subject_id from audit_events where action = 'subscriptions.confirm-stop' order by position desc limit 1`,
  );
  expect(rows).toEqual([{ who: hand.who, subject_id: String(me) }]);
});

it('asks staff no more who confirmed the end while PayDollar was asked, or if PayDollar confirms it later', async () => {
  const hand = { who: 'a test', why: 'ended in the portal' };
  await stopRecurring(database.db, me, START);
  const later = new Date(START.getTime() + 2 * DAY_MS);
  const schedulesOf = async () => ['5501'];
  await confirmStops(
    servicesWith({
      schedulesOf,
      stopSchedule: async () => {
        await database.db.transaction((tx) => confirmStopByHand(tx, hand, me, later));
        return 'unknown';
      },
    }),
    later,
  );
  expect(await stateOf()).toBe('stopped');
  expect(await work()).toEqual([]);

  await database.db.update(recurringProfiles).set({ state: 'stopping' }).where(eq(recurringProfiles.memberId, me));
  await confirmStops(servicesWith({ schedulesOf, stopSchedule: async () => 'unknown' }), later);
  expect(await work()).toEqual(['unconfirmed_stop']);
  await confirmStops(servicesWith({ schedulesOf, stopSchedule: async () => 'stopped' }), later);
  expect(await stateOf()).toBe('stopped');
  expect(await work()).toEqual([]);
});

it('renews by a missed charge of a schedule whose id was never reported', async () => {
  const now = new Date('2027-01-31T23:30:00+08:00');
  const charge: Fact = {
    gateway: 'paydollar',
    attempt: null,
    gatewayTxn: '9000077',
    kind: 'paid',
    cents: PRICE.monthly,
    currency: 'HKD',
    at: new Date('2027-01-31T04:00:00+08:00'),
    detail: { schedule: '5501', charge: '77', setUpBy },
  };
  const asked = servicesWith({
    schedulesOf: async (number) => (number === setUpBy ? ['5501'] : []),
    chargesOfSchedule: async (schedule) => (schedule === '5501' ? [charge] : []),
  });
  const { payments } = asked;
  const orderOfSchedule = (tx: Tx, told: { agreement: string; gatewayTxn: string; now: Date }) =>
    openScheduledRenewal(tx, payments, told);
  shop.at(now);
  for (let times = 0; times < 2; times++)
    await watchSchedules({ ...asked, payments: { ...payments, orderOfSchedule } }, now);
  const times = await database.db
    .select({ source: subscriptions.source, endsAt: subscriptions.endsAt })
    .from(subscriptions)
    .where(eq(subscriptions.memberId, me))
    .orderBy(asc(subscriptions.startsAt));
  expect(times.map(({ source, endsAt }) => `${source} ${lastDayOf(endsAt)}`)).toEqual([
    'order 2027-01-31',
    'order 2027-02-28',
  ]);
});
