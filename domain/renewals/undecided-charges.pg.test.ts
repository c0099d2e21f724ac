import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { recurringProfiles, subscriptions } from '#db/tables/subscriptions.ts';
import { buyPlan } from '#domain/buying/buying.ts';
import {
  GatewayTimeoutError,
  listWork,
  queryDueAttempts,
  reconcile,
  type PaymentServices,
} from '#domain/payments/payments.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { insertPlans, openShop, PLAN, PRICE, type Shop } from '#tests/factories/money/plan-shop.ts';
import { comingAt } from '#tests/factories/visitor.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { renewDue } from './renewals.ts';

// The gateway has a charge of a renewal and never says what became of it.

const at = (text: string) => new Date(`${text}+08:00`);
const START = at('2026-12-31T20:15:00');
const DUE = '2027-01-31';

let database: TestDatabase;
let shop: Shop;
let payments: PaymentServices;
let me = 0;
let made = 0;
/** Whether the gateway leaves what it is asked about open. */
let isOpen = true;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPlans(database.db, at('2026-01-01T00:00:00'));
});
afterAll(() => database.close());
beforeEach(async () => {
  const { db } = database;
  await db.update(recurringProfiles).set({ state: 'stopped', renewOn: null });
  await db.execute(sql`delete from work_items`);
  await db.execute(sql`delete from settlement_lines`);
  shop = openShop(db, START);
  const { mpgs } = shop.services.payments.gateways;
  const chargeStored = mpgs!.chargeStored!;
  isOpen = true;
  payments = {
    ...shop.services.payments,
    gateways: {
      mpgs: {
        ...mpgs!,
        query: async (attempt) => {
          if (isOpen) throw new GatewayTimeoutError('still undecided');
          return mpgs!.query!(attempt);
        },
        chargeStored: async (card, attempt) => {
          if (isOpen) throw new GatewayTimeoutError('still undecided');
          return chargeStored(card, attempt);
        },
        parseSettlement: (file) => JSON.parse(file) as ReturnType<NonNullable<typeof mpgs>['parseSettlement']>,
      },
    },
  };
  me = await insertMember(db, `undecided${made++}@member.example`);
  const asked = { planId: PLAN.monthly, isAutopay: true };
  const { orderId } = await buyPlan(shop.services, { memberId: me }, asked, comingAt(START));
  await shop.pay(me, orderId);
});

/** The hourly jobs, twice a day until then. */
async function until(from: string, last: string): Promise<void> {
  for (let when = at(from); when <= at(last); when = new Date(when.getTime() + 12 * 3_600_000)) {
    shop.at(when);
    await renewDue({ ...shop.services, payments }, shop.now);
    await queryDueAttempts(payments);
  }
}
async function charges(): Promise<{ number: string; state: string }[]> {
  const { rows } = await database.db.execute<{ number: string; state: string }>(sql`
    select a.number, a.state from payment_attempts a join orders o on o.id = a.order_id
     where o.member_id = ${me} and o.kind = 'renewal' order by a.id`);
  return rows;
}
const states = async () => (await charges()).map(({ state }) => state);
const work = async () => (await listWork(database.db, 10)).map(({ kind }) => kind);
const paidTimes = async () =>
  (
    await database.db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.memberId, me))
      .orderBy(asc(subscriptions.startsAt))
  ).filter(({ source }) => source === 'order');
/** A file of the gateway with a payment of somebody else, and these. */
function read(day: string, numbers: readonly string[] = []) {
  const line = { kind: 'paid', feeCents: 0, day };
  const others = { ...line, gatewayTxn: `other-${day}`, factTxn: `other-${day}`, attempt: null, cents: 100 };
  const own = numbers.map((attempt) => ({
    ...line,
    gatewayTxn: attempt,
    factTxn: attempt,
    attempt,
    cents: PRICE.monthly,
  }));
  const file = { gateway: 'mpgs', dayHk: day, file: `${day}.json`, text: JSON.stringify([others, ...own]) } as const;
  return reconcile(payments, file);
}

it('does not charge the card again for five days, and renews without a gap when it then does', async () => {
  await until(`${DUE}T09:00:00`, '2027-02-04T21:00:00');
  expect(await states()).toEqual(['redirected']);
  expect(await work()).toEqual(['unknown_attempt']);
  isOpen = false;
  await until('2027-02-05T09:30:00', '2027-02-06T09:30:00');
  expect(await states()).toEqual(['redirected', 'paid']);
  const [first, second] = await paidTimes();
  expect(second?.startsAt).toEqual(first?.endsAt);
});

it('takes a settlement file at its word that lists it, and never charges the card again', async () => {
  await until(`${DUE}T09:00:00`, '2027-02-01T21:00:00');
  const [charge] = await charges();
  await read(DUE, [charge!.number]);
  expect(await states()).toEqual(['paid']);
  expect(await work()).toEqual(['settlement_unclear']);
  await until('2027-02-02T09:00:00', '2027-02-06T21:00:00');
  expect(await states()).toEqual(['paid']);
  const [first, second] = await paidTimes();
  expect(second?.startsAt).toEqual(first?.endsAt);
});

it('charges the card again as soon as the files of both days lack it', async () => {
  await until(`${DUE}T09:00:00`, '2027-02-01T21:00:00');
  await read('2027-02-01');
  expect(await states()).toEqual(['redirected']);
  await read(DUE);
  expect(await states()).toEqual(['redirected']);
  await read('2027-02-01');
  expect(await states()).toEqual(['expired']);
  isOpen = false;
  await until('2027-02-02T09:00:00', '2027-02-03T09:00:00');
  expect(await states()).toEqual(['expired', 'paid']);
  expect((await work()).filter((kind) => kind !== 'settlement_unclear')).toEqual([]);
});
