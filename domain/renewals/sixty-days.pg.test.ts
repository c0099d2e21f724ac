import { and, asc, desc, eq, gt, ne } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orders } from '#db/tables/payments.ts';
import { subscriptions } from '#db/tables/subscriptions.ts';
import { buyPlan, creditOutage } from '#domain/buying/buying.ts';
import { askDue, refundOrder, retryUnfulfilled, sendDueRefunds } from '#domain/payments/payments.ts';
import { lastDayOf, wholeDays } from '#domain/subscriptions/plan-times.rules.ts';
import { insertMember } from '#tests/factories/member-services.ts';
import { insertPlans, openShop, PLAN, type Behaviour, type Shop } from '#tests/factories/plan-shop.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { renewDue, stopRecurring } from './renewals.ts';

// Sixty days of members who subscribe, buy, stop and get money back, whose cards pay, are refused or are silent. In the end
// each has, source by source, the days that were paid for, no instant twice and none lost between two of them.

const SEED = Number(process.env['SEED'] ?? 881);
const MEMBERS = 24;
const DAYS = 60;
const START = new Date('2026-12-30T10:00:00+08:00').getTime();
const DAY_MS = 86_400_000;

let database: TestDatabase;
let shop: Shop;
beforeAll(async () => {
  database = await createTestDatabase();
  shop = openShop(database.db, new Date(START));
  await insertPlans(database.db, new Date(START - DAY_MS));
});
afterAll(() => database.close());

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const rowsOf = () =>
  database.db.select().from(subscriptions).orderBy(asc(subscriptions.memberId), asc(subscriptions.startsAt));

it(`gives to the day what was paid for, for every member (seed ${SEED})`, async () => {
  const { db } = database;
  const random = randomOf(SEED);
  const chance = (part: number) => random() < part;
  const members: number[] = [];
  for (let i = 0; i < MEMBERS; i++) members.push(await insertMember(db, `day${i}@member.example`));
  const attempt = async (work: () => Promise<unknown>) => {
    // Refused by a rule, such as a second plan that renews: nothing is bought then.
    await work().catch((error: unknown) => {
      if (!(error instanceof Error && error.name === 'DomainError')) throw error;
    });
  };
  const buy = async (memberId: number, planId: number, isAutopay: boolean) => {
    const { orderId } = await buyPlan(shop.services, { memberId }, { planId, isAutopay }, shop.now());
    await shop.pay(memberId, orderId);
  };
  const refunded = new Set<number>();
  for (let day = 0; day < DAYS; day++) {
    for (const [i, memberId] of members.entries()) {
      shop.at(new Date(START + day * DAY_MS + Math.floor(random() * 8 * 3_600_000)));
      if (day % 20 === i % 20) await attempt(() => buy(memberId, PLAN.monthly, chance(0.8)));
      if (chance(0.01)) await attempt(() => buy(memberId, PLAN.once, false));
      if (chance(0.01)) await attempt(() => stopRecurring(db, memberId, shop.now()));
      if (chance(0.01))
        await attempt(async () => {
          const [order] = await db
            .select({ id: orders.id, cents: orders.capturedCents })
            .from(orders)
            .where(and(eq(orders.memberId, memberId), eq(orders.state, 'paid'), gt(orders.capturedCents, 0)))
            .orderBy(desc(orders.id))
            .limit(1);
          if (!order) return;
          await refundOrder(shop.services.payments, {
            orderId: order.id,
            cents: order.cents,
            reason: 'asked',
            who: 'a test',
          });
          refunded.add(order.id);
        });
    }
    const moods = new Map(members.map((id) => [`card-${id}`, random()]));
    shop.behaves((token): Behaviour => {
      const mood = moods.get(token) ?? 1;
      return mood < 0.2 ? 'refuses' : mood < 0.3 ? 'silent-paid' : 'pays';
    });
    if (day === 30)
      await creditOutage(
        db,
        { who: 'a test', why: 'to see' },
        { name: 'blackout', from: new Date(START + 29 * DAY_MS), to: shop.now(), days: 3, said: '停電' },
        shop.now(),
      );
    for (const hour of [9, 10, 11]) {
      shop.at(new Date(START + day * DAY_MS + hour * 3_600_000));
      await renewDue(shop.services, shop.now);
      await askDue(shop.services.payments);
      await retryUnfulfilled(shop.services.payments);
      await sendDueRefunds(shop.services.payments);
    }
  }

  // What is unknown is asked about, and what could not be given has gone back.
  for (const hour of [12, 14, 16, 40]) {
    shop.at(new Date(START + (DAYS - 1) * DAY_MS + hour * 3_600_000));
    await askDue(shop.services.payments);
    await retryUnfulfilled(shop.services.payments);
    await sendDueRefunds(shop.services.payments);
  }

  const rows = await rowsOf();
  expect(new Set(rows.map(({ memberId }) => memberId)).size).toBe(MEMBERS);
  const given = new Set<number>();
  const wrong: string[] = [];
  for (const [i, row] of rows.entries()) {
    const before = rows[i - 1];
    if (before?.memberId === row.memberId && row.startsAt < before.endsAt) wrong.push(`overlap of ${row.memberId}`);
    if (row.source !== 'order' || row.orderId === null) continue;
    given.add(row.orderId);
    if (refunded.has(row.orderId)) continue;
    const days = wholeDays(row);
    const isRight = row.planId === PLAN.once ? days === 250 : days >= 28 && days <= 31;
    if (!isRight) wrong.push(`order ${row.orderId} gave ${wholeDays(row)} days to ${lastDayOf(row.endsAt)}`);
  }
  expect(wrong).toEqual([]);
  for (const { source, ...row } of rows.filter(({ source }) => source === 'credit'))
    expect([source, wholeDays(row)]).toEqual(['credit', 3]);
  // Every order whose money was kept gave its time; none gave any whose money never came.
  const paid = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(eq(orders.state, 'paid'), gt(orders.capturedCents, orders.refundedCents), ne(orders.kind, 'card_check')),
    );
  expect(paid.filter(({ id }) => !given.has(id))).toEqual([]);
  const kept = new Set(paid.map(({ id }) => id));
  expect([...given].filter((id) => !kept.has(id) && !refunded.has(id))).toEqual([]);
  expect(shop.book.size).toBeGreaterThan(MEMBERS);
}, 300_000);
