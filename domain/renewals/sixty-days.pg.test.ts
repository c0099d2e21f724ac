import { and, asc, desc, eq, gt, inArray, isNotNull, ne } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderLines, orders } from '#db/tables/payments.ts';
import { subscriptions } from '#db/tables/subscriptions.ts';
import { creditOutage } from '#domain/buying/by-hand.ts';
import { buyPlan, openRenewal, redeem } from '#domain/buying/buying.ts';
import { queryDueAttempts, refundOrder, retryUnfulfilled, sendDueRefunds } from '#domain/payments/payments.ts';
import { makeBatch } from '#domain/promotions/promotions.ts';
import {
  anchoredMonth,
  daysOfCents,
  endOfPeriod,
  lastDayOf,
  midnightFrom,
  wholeDays,
} from '#domain/subscriptions/plan-times.rules.ts';
import { findTimeOfOrder } from '#domain/subscriptions/plan-times.ts';
import { findProfile } from '#domain/subscriptions/profiles.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { insertPlans, openShop, PLAN, PRICE, type Behaviour, type Shop } from '#tests/factories/money/plan-shop.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { dice } from '#tests/simulation/dice.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { comingAt } from '#tests/factories/visitor.ts';
import { graceEndsAt } from './renewals.rules.ts';
import { changePlan, renewDue, stopRecurring } from './renewals.ts';

// Sixty days of members who subscribe, buy, redeem, change, stop and get refunds, with cards that pay, are refused or
// do not answer. At the end, each has exactly the paid days of each source, without overlaps or gaps.

const SEED = Number(process.env['SEED'] ?? 881);
const MEMBERS = 24;
const CODE_DAYS = 30;
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

/**
 * Possible whole days of a period: for months, up to the series' day, which a shorter month before may have shortened.
 */
function lengthsOf({ planId, startsAt }: { planId: number; startsAt: Date }, isMoved: boolean): number[] {
  if (planId === PLAN.once) return [250];
  if (isMoved) return planId === PLAN.yearly ? [365, 366] : [28, 29, 30, 31];
  const from = lastDayOf(midnightFrom(startsAt));
  const own = Number(from.slice(8));
  const isLast = anchoredMonth(from, 0, 31) === from;
  const anchors = isLast ? [own, 29, 30, 31] : [own];
  return anchors.map((anchor) =>
    wholeDays({ startsAt, endsAt: endOfPeriod(startsAt, planId === PLAN.yearly ? 12 : 1, anchor) }),
  );
}

const rowsOf = () =>
  database.db.select().from(subscriptions).orderBy(asc(subscriptions.memberId), asc(subscriptions.startsAt));

it(`gives to the day what was paid for, for every member (seed ${SEED})`, async () => {
  const { db } = database;
  const random = dice(SEED);
  const chance = (part: number) => random() < part;
  const members: number[] = [];
  for (let i = 0; i < MEMBERS; i++) members.push(await insertMember(db, `day${i}@member.example`));
  const attempt = async (work: () => Promise<unknown>) => {
    // Refused by a rule, such as a second renewing plan: nothing is bought.
    await work().catch((error: unknown) => {
      if (!(error instanceof Error && error.name === 'DomainError')) throw error;
    });
  };
  const buy = async (memberId: number, planId: number, isAutopay: boolean) => {
    const { orderId } = await buyPlan(shop.services, { memberId }, { planId, isAutopay }, comingAt(shop.now()));
    await shop.pay(memberId, orderId);
  };
  /** Time of a full refund by order; cents of a partial one below. */
  const refunded = new Map<number, Date>();
  const parts = new Map<number, number>();
  /** Members whose periods moved up, keeping their days. */
  const moved = new Set<number>();
  let redeemed = 0;
  const { codes } = await db.transaction((tx) =>
    makeBatch(tx, {
      kind: 'redeem',
      name: '送你',
      days: CODE_DAYS,
      planIds: [PLAN.once],
      startsAt: new Date(START - DAY_MS),
      endsAt: new Date(START + 90 * DAY_MS),
      maxPerMember: 100,
      maxInAll: 100,
      eligible: 'all',
      codes: 100,
      maxUses: 1,
      who: 'a test',
    }),
  );
  const paidOrder = async (memberId: number) => {
    const [order] = await db
      .select({ id: orders.id, cents: orders.capturedCents })
      .from(orders)
      .where(and(eq(orders.memberId, memberId), eq(orders.state, 'paid'), gt(orders.capturedCents, 0)))
      .orderBy(desc(orders.id))
      .limit(1);
    return order && !parts.has(order.id) ? order : null;
  };
  const giveBack = (orderId: number, cents: number) =>
    refundOrder(shop.services.payments, { orderId, cents, reason: 'asked', who: 'a test' });
  for (let day = 0; day < DAYS; day++) {
    for (const [i, memberId] of members.entries()) {
      shop.at(new Date(START + day * DAY_MS + Math.floor(random() * 8 * 3_600_000)));
      if (day % 20 === i % 20) await attempt(() => buy(memberId, PLAN.monthly, chance(0.8)));
      if (chance(0.01)) await attempt(() => buy(memberId, PLAN.once, false));
      if (chance(0.01)) await attempt(() => stopRecurring(db, memberId, shop.now()));
      if (chance(0.01))
        await attempt(async () => {
          const order = await paidOrder(memberId);
          if (!order) return;
          await giveBack(order.id, order.cents);
          refunded.set(order.id, shop.now());
          moved.add(memberId);
        });
      if (chance(0.05))
        await attempt(async () => {
          const order = await paidOrder(memberId);
          const time = order && (await findTimeOfOrder(db, order.id));
          // Of a waiting period: elapsed days of a running one cannot be reversed.
          if (!order || !time || time.startsAt <= shop.now()) return;
          await giveBack(order.id, 1_000);
          parts.set(order.id, 1_000);
          moved.add(memberId);
        });
      if (chance(0.02))
        await attempt(async () => {
          await redeem(shop.services, { memberId }, codes[redeemed]!, comingAt(shop.now()));
          redeemed += 1;
        });
      if (chance(0.05))
        await attempt(async () => {
          const asked = { planId: PLAN.yearly, when: 'now' as const };
          await changePlan(shop.services, memberActor(memberId), asked, shop.now());
        });
      if (chance(0.03))
        await attempt(async () => {
          if ((await findProfile({ db, now: shop.now() }, memberId))?.state !== 'grace') return;
          const { orderId } = await openRenewal(shop.services, { memberId }, shop.now());
          await shop.pay(memberId, orderId);
        });
    }
    // Every fourth card is refused for good: its grace ends by itself.
    const moods = new Map(members.map((id, i) => [`card-${id}`, i % 4 === 0 ? 0 : random()]));
    shop.behaves((token): Behaviour => {
      const mood = moods.get(token) ?? 1;
      return mood < 0.2 ? 'refuses' : mood < 0.3 ? 'silent-paid' : 'pays';
    });
    if (day === 30)
      await creditOutage(
        db,
        { name: 'blackout', from: new Date(START + 29 * DAY_MS), to: shop.now(), days: 3, said: '停電' },
        shop.now(),
      );
    for (const hour of [9, 10, 11]) {
      shop.at(new Date(START + day * DAY_MS + hour * 3_600_000));
      await renewDue(shop.services, shop.now);
      await queryDueAttempts(shop.services.payments);
      await retryUnfulfilled(shop.services.payments);
      await sendDueRefunds(shop.services.payments);
    }
  }

  // Unknown outcomes are polled, and unfulfillable orders refunded.
  for (const hour of [12, 14, 16, 40]) {
    shop.at(new Date(START + (DAYS - 1) * DAY_MS + hour * 3_600_000));
    await queryDueAttempts(shop.services.payments);
    await retryUnfulfilled(shop.services.payments);
    await sendDueRefunds(shop.services.payments);
  }

  const rows = await rowsOf();
  // Periods credited to another plan end where that begins.
  const changes = await db
    .select({ orderId: orders.id, payload: orderLines.payload })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(eq(orders.kind, 'plan_change'), isNotNull(orders.fulfilledAt)));
  const credited = new Map(changes.map(({ orderId, payload }) => [payload['timeId'], orderId]));
  expect(new Set(rows.map(({ memberId }) => memberId)).size).toBe(MEMBERS);
  const given = new Set<number>();
  const wrong: string[] = [];
  for (const [i, row] of rows.entries()) {
    const before = rows[i - 1];
    if (before?.memberId === row.memberId && row.startsAt < before.endsAt) wrong.push(`overlap of ${row.memberId}`);
    if (row.source === 'grace') {
      // Follows paid time, lasts no longer than to the last try, and is cut by a purchase.
      const last = before?.memberId === row.memberId ? before : null;
      const isRight =
        last?.endsAt.getTime() === row.startsAt.getTime() && row.endsAt <= graceEndsAt(lastDayOf(row.startsAt));
      if (!isRight) wrong.push(`grace of ${row.memberId} from ${row.startsAt.toISOString()}`);
    }
    if (row.source !== 'order' || row.orderId === null) continue;
    given.add(row.orderId);
    const days = wholeDays(row);
    const told = `order ${row.orderId} gave ${days} days to ${lastDayOf(row.endsAt)}`;
    const backAt = refunded.get(row.orderId);
    if (backAt !== undefined) {
      if (row.endsAt > backAt) wrong.push(`${told}, whose money went back`);
      continue;
    }
    const next = credited.get(row.id);
    if (next !== undefined) {
      const changed = rows.find(({ orderId }) => orderId === next);
      if (row.endsAt > (changed?.startsAt ?? row.endsAt)) wrong.push(`${told}, which were credited`);
      continue;
    }
    const part = parts.get(row.orderId) ?? 0;
    const price = row.planId === PLAN.once ? PRICE.once : row.planId === PLAN.yearly ? PRICE.yearly : PRICE.monthly;
    const isRight = lengthsOf(row, moved.has(row.memberId)).some(
      (full) => days === full - (part > 0 ? daysOfCents(full, price, part) : 0),
    );
    if (!isRight) wrong.push(told);
  }
  expect(wrong).toEqual([]);
  const ofSource = (source: string) => rows.filter((row) => row.source === source).map((row) => wholeDays(row));
  expect(new Set(ofSource('credit'))).toEqual(new Set([3]));
  expect(ofSource('code')).toEqual(Array.from({ length: redeemed }, () => CODE_DAYS));
  // Every kind of event occurred.
  const happened = { redeemed, refunded: refunded.size, parts: parts.size, changed: credited.size };
  expect(Object.entries({ ...happened, grace: ofSource('grace').length }).filter(([, times]) => times === 0)).toEqual(
    [],
  );
  // Every order that kept its money granted its time, and no unpaid order granted any.
  const paid = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        inArray(orders.state, ['paid', 'part_refunded']),
        gt(orders.capturedCents, orders.refundedCents),
        ne(orders.kind, 'card_check'),
      ),
    );
  expect(paid.filter(({ id }) => !given.has(id))).toEqual([]);
  const kept = new Set(paid.map(({ id }) => id));
  expect([...given].filter((id) => !kept.has(id) && !refunded.has(id))).toEqual([]);
  expect(shop.book.size).toBeGreaterThan(MEMBERS);
}, 300_000);
