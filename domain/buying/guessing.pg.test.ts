import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { attempts } from '#db/tables/attempts.ts';
import { makeBatch, type NewBatch } from '#domain/promotions/promotions.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { insertPlans, openShop, PLAN, type Shop } from '#tests/factories/money/plan-shop.ts';
import { comingAt, TEST_IP } from '#tests/factories/visitor.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { buyPlan, findOffer, quotePlan, redeem, redeemable } from './buying.ts';

const NOW = new Date('2026-11-21T14:30:00+08:00');
const DAY_MS = 86_400_000;
let database: TestDatabase;
let shop: Shop;
let me = 0;
let made = 0;

const batch: NewBatch = {
  kind: 'discount',
  name: '優惠',
  discount: { type: 2, value: 10 },
  planIds: [],
  startsAt: new Date(NOW.getTime() - DAY_MS),
  endsAt: new Date(NOW.getTime() + DAY_MS),
  maxPerMember: 9,
  maxInAll: 100,
  eligible: 'all',
  codes: ['RADIO10'],
  maxUses: 100,
  who: 'a test',
};

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPlans(database.db, batch.startsAt);
  const { discount: _discount, ...rest } = batch;
  await database.db.transaction(async (tx) => {
    await makeBatch(tx, batch);
    await makeBatch(tx, { ...batch, kind: 'link', codes: ['OFFER10'] });
    await makeBatch(tx, { ...rest, kind: 'redeem', days: 30, planIds: [PLAN.once], codes: ['DEMO30'] });
  });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(attempts);
  shop = openShop(database.db, NOW);
  me = await insertMember(database.db, `guesser${++made}@member.example`);
});

const typing = () => ({ memberId: me, remoteIp: TEST_IP });
const shown = () => ({ db: database.db, products: shop.services.products, now: NOW });

/** Every door of plans and gifts that accepts a code, with a right one. */
const DOORS: [name: string, right: string, door: (code: string) => Promise<unknown>][] = [
  [
    'the order of a plan',
    'RADIO10',
    (code) => buyPlan(shop.services, { memberId: me }, { planId: PLAN.once, isAutopay: false, code }, comingAt(NOW)),
  ],
  [
    'the price of a plan',
    'RADIO10',
    async (code) => {
      const asked = { planId: PLAN.once, code, remoteIp: TEST_IP };
      const { codeFault, codeRetryAfterSeconds } = await quotePlan({ db: database.db, now: NOW }, me, asked);
      if (codeFault !== null)
        throw Object.assign(new Error(codeFault), {
          errorName: codeFault,
          retryAfterSeconds: codeRetryAfterSeconds,
        });
    },
  ],
  ['what a code would give', 'DEMO30', (code) => redeemable(shown(), code, typing())],
  ['the use of a code', 'DEMO30', (code) => redeem(shop.services, { memberId: me }, code, comingAt(NOW))],
  ['the offer of a link', 'OFFER10', (code) => findOffer(shown(), code, typing())],
];

it.each(DOORS)('refuses the eleventh code at %s, wrong or right, and says when again', async (_name, right, door) => {
  for (let i = 0; i < 10; i++)
    await expect(door(`GUESS${i}`)).rejects.toMatchObject({ errorName: expect.stringMatching(/NotFound$/) as string });
  for (const code of ['GUESS11', right])
    await expect(door(code)).rejects.toMatchObject({ errorName: 'tooManyRequests', retryAfterSeconds: 3_600 });
  await database.db.delete(attempts);
  await expect(door(right)).resolves.not.toThrow();
});

it('sells a plan without a code to whoever tried too many', async () => {
  const asked = { planId: PLAN.once, isAutopay: false };
  for (let i = 0; i < 11; i++)
    await buyPlan(shop.services, { memberId: me }, { ...asked, code: `GUESS${i}` }, comingAt(NOW)).catch(() => null);
  expect(await buyPlan(shop.services, { memberId: me }, asked, comingAt(NOW))).toMatchObject({ totalCents: 38_800 });
});
