import { afterAll, beforeAll, expect, it } from 'vitest';
import { CREDIT_OUTAGE } from '#domain/buying/by-hand.ts';
import { buyingTasks } from '#domain/buying/buying.jobs.ts';
import { buyPlan } from '#domain/buying/buying.ts';
import { checkCode } from '#domain/promotions/promotions.ts';
import { wholeDays } from '#domain/subscriptions/plan-times.rules.ts';
import { findLiveTimes } from '#domain/subscriptions/plan-times.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { runMoney, splitLine } from '#tests/factories/money/money-verb.ts';
import { insertPlans, openShop, PLAN, type Shop } from '#tests/factories/money/plan-shop.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { comingAt } from '#tests/factories/visitor.ts';
import { PLAN_CHANGES } from './money-plans.ts';

const NOW = new Date('2026-11-21T14:30:00+08:00');
const hand = { who: 'a test', why: 'to see' };

let database: TestDatabase;
let shop: Shop;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertPlans(database.db, new Date(NOW.getTime() - 86_400_000));
  shop = openShop(database.db, NOW);
});
afterAll(() => database.close());

const run = (verb: string, line: string) =>
  runMoney(database.db, shop.services.payments, PLAN_CHANGES[verb], { words: splitLine(line), hand });

it('makes codes for who never had a plan, which are refused to who has one (70005)', async () => {
  const { db } = database;
  await run('codes', `discount 新會員 percent 50 WELCOME 10 2026-11-01 2026-12-31 new ${PLAN.once}`);
  const check = (standing: 'new' | 'current') =>
    checkCode(db, { code: 'welcome', use: 'discount', member: { id: 1, standing }, planId: PLAN.once, now: NOW });
  await expect(check('new')).resolves.toMatchObject({ eligible: 'new', planIds: [PLAN.once], maxUses: 10 });
  await expect(check('current')).rejects.toMatchObject({ errorName: 'codeNotEligible' });
  await run('codes', 'discount 所有人 cents 1000 EVERYBODY 10 2026-11-01 2026-12-31');
  await expect(
    checkCode(db, { code: 'EVERYBODY', use: 'discount', member: null, planId: PLAN.monthly, now: NOW }),
  ).resolves.toMatchObject({ eligible: 'all', discountValue: 1_000 });
});

it('credits an outage to all whose plan ran by one command, once however often it is given', async () => {
  const { db } = database;
  const memberId = await insertMember(db, 'outage@member.example');
  const without = await insertMember(db, 'without@member.example');
  const { orderId } = await buyPlan(
    shop.services,
    { memberId },
    { planId: PLAN.once, isAutopay: false },
    comingAt(NOW),
  );
  await shop.pay(memberId, orderId);
  const line = 'fire-1 2026-11-21 2026-11-21 3 機房停電';
  expect((await run('credit', line))[0]).toContain('3 days to 1 members');
  await expect(run('credit', line)).rejects.toMatchObject({ errorName: 'conflict' });
  // The job may run twice.
  const { rows } = await database.pool.query<{ payload: unknown }>(
    `select payload from graphile_worker._private_jobs where key = 'credit-outage:fire-1'`,
  );
  const { [CREDIT_OUTAGE]: credit } = buyingTasks({ db, clock: () => NOW });
  for (const _ of [1, 2]) await credit!(rows[0]!.payload, {} as never);
  expect((await findLiveTimes(db, memberId, NOW)).map(wholeDays)).toEqual([250, 3]);
  expect(await findLiveTimes(db, without, NOW)).toEqual([]);
});
