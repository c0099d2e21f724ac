import { mkdtempSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { assert, asyncProperty, constantFrom, dictionary, oneof, string } from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attempts } from '#db/tables/attempts.ts';
import { openSession } from '#domain/auth/sessions.ts';
import { applyOffline, listOfflineApplications } from '#domain/offline-applications/offline-applications.ts';
import { orderStory } from '#domain/payments/payments.ts';
import { makeBatch } from '#domain/promotions/promotions.ts';
import { findLiveTimes } from '#domain/subscriptions/plan-times.ts';
import { findProfile } from '#domain/subscriptions/profiles.ts';
import { createFileStorage } from '#server/outside/disk/file-storage.ts';
import { createPictureDecoder } from '#server/outside/pictures/decoder.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { createMemberServices, insertMember } from '#tests/factories/accounts/member-services.ts';
import { insertPlans, openShop, PLAN, PRICE, type Shop } from '#tests/factories/money/plan-shop.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { comingAt } from '#tests/factories/visitor.ts';
import { fuzzValue } from '#tests/factories/server/fuzz-values.ts';
import { buyPlan } from './buying.ts';

// Fuzzing the calls of plans, codes and applications: no server error, nothing granted for free, and no one else's
// order, card, application or code affected.

const NOW = new Date('2026-11-21T14:30:00+08:00');

let database: TestDatabase;
let folder: string;
let app: FastifyInstance;
let shop: Shop;
let me = 0;
let stranger = 0;
let strangersCookie = '';
let ownCode = '';
let profileId = 0;
let orderId = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  folder = mkdtempSync(resolve('data/test-files-'));
  await insertPlans(db, new Date(NOW.getTime() - 86_400_000));
  shop = openShop(db, NOW);
  const offline = {
    db,
    siteUrl: shop.services.siteUrl,
    payments: shop.services.payments,
    files: createFileStorage(folder),
    pictures: createPictureDecoder(),
  };
  app = await createApiApp({
    db,
    clock: shop.now,
    members: createMemberServices(db),
    payments: shop.services.payments,
    plans: { subscriptions: shop.services, offline },
  });
  me = await insertMember(db, 'me@member.example');
  stranger = await insertMember(db, 'stranger@member.example');
  const by = { rememberMe: true, userAgent: '', remoteIp: '', now: NOW };
  strangersCookie = `__Host-session=${(await openSession({ db }, { ...by, memberId: stranger })).token}`;
  const renewing = await buyPlan(
    shop.services,
    { memberId: me },
    { planId: PLAN.monthly, isAutopay: true },
    comingAt(NOW),
  );
  await shop.pay(me, renewing.orderId);
  profileId = (await findProfile({ db, now: NOW }, me))!.id;
  ({ orderId } = await buyPlan(
    shop.services,
    { memberId: me },
    { planId: PLAN.once, isAutopay: false },
    comingAt(NOW),
  ));
  const other = await insertMember(db, 'applies@member.example');
  await applyOffline(offline, memberActor(other), { plans365: 1, extra30days: 0, payment_method: 1 }, NOW);
  const { codes } = await db.transaction((tx) =>
    makeBatch(tx, {
      kind: 'redeem',
      name: '送你',
      days: 30,
      planIds: [PLAN.once],
      startsAt: NOW,
      endsAt: new Date(NOW.getTime() + 86_400_000),
      maxPerMember: 1,
      maxInAll: 1,
      eligible: 'all',
      codes: ['ONLYFORME'],
      maxUses: 1,
      ownerId: me,
      who: 'a test',
    }),
  );
  ownCode = codes[0]!;
});
afterAll(async () => {
  await app.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const value = fuzzValue('ONLYFORME', PLAN.once, PLAN.offline);
const CALLS = {
  '/api/payment/onlineSubscription': [
    'subscription_plan_id',
    'is_autopay',
    'extra_data',
    'price_cents',
    'offer_token',
    'return_path',
  ],
  '/api/payment/promotionOnlineSubscription': ['subscription_plan_id', 'is_autopay', 'promotion_code', 'price_cents'],
  '/api/payment/changeCreditCard': ['recurring_profile_id', 'password'],
  '/api/payment/changePlan': ['subscription_plan_id', 'when', 'total_cents', 'password'],
  '/api/payment/offlineSubscription': ['plans365', 'extra30days', 'payment_method', 'receipt'],
  '/api/userinfo/redeem': ['redeem_code'],
  '/api/userinfo/stopRecurring': ['recurring_profile_id'],
} as const;

const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { cookie: strangersCookie, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(payload) ?? '',
  });

it.each(Object.entries(CALLS))('answers whatever is sent to %s, and gives nothing for it', async (url, names) => {
  const body = oneof(dictionary(constantFrom(...names), value, { maxKeys: names.length }), value);
  await assert(
    asyncProperty(body, string({ maxLength: 200 }), async (payload, key) => {
      const reply = await post(url, payload, { 'idempotency-key': encodeURIComponent(key) });
      expect(reply.statusCode).toBeLessThan(500);
      expect(reply.headers['content-type']).toMatch(/^application\/json/);
    }),
    // A number beyond the column range is always tried under each name.
    { numRuns: 80, examples: names.map((name): [unknown, string] => [{ [name]: 2_147_483_648 }, '']) },
  );
  expect(await findLiveTimes(database.db, stranger, NOW)).toEqual([]);
});

it('lets nobody use, see or change what is another’s', async () => {
  const { db } = database;
  // Random codes tried above must not use up the limit.
  await db.delete(attempts);
  const responseCode = async (reply: ReturnType<typeof post>) =>
    (await reply).json<{ response_code: number }>().response_code;
  expect(await responseCode(post('/api/payment/changeCreditCard', { recurring_profile_id: profileId }))).toBe(30_006);
  expect(await responseCode(post('/api/payment/changePlan', { subscription_plan_id: PLAN.yearly }))).toBe(30_006);
  expect(await responseCode(post('/api/userinfo/stopRecurring', { recurring_profile_id: profileId }))).toBe(30_006);
  expect(await responseCode(post('/api/userinfo/redeem', { redeem_code: ownCode }))).toBe(70_005);
  expect(await responseCode(post('/api/payment/cancel', { order_id: orderId }))).toBe(6);
  const history = await app.inject({ url: '/api/userinfo/memberHistory', headers: { cookie: strangersCookie } });
  expect(history.json()).toMatchObject({ response: { subscriptions: [], recurring_profiles: [], redemptions: [] } });
  expect(await listOfflineApplications(db, me, 10)).toEqual([]);
  expect(await findProfile({ db, now: NOW }, me)).toMatchObject({ id: profileId, state: 'active' });
  expect((await orderStory(db, orderId)).order.state).toBe('open');
  for (const [url] of Object.entries(CALLS))
    expect((await app.inject({ method: 'POST', url, payload: {} })).statusCode, url).toBe(401);
});

it('sells the archive offer at the price that was shown for five minutes, and to no token of another make', async () => {
  const { response } = (await app.inject({ url: '/api/payment/archiveOffer' })).json<{
    response: { offer_token: string; subscription_plan_id: number; price_cents: number; every_ms: number };
  }>();
  expect(response).toMatchObject({ subscription_plan_id: PLAN.once, price_cents: PRICE.once, every_ms: 180_000 });
  const buyer = await insertMember(database.db, 'offer@member.example');
  const asked = { planId: PLAN.once, isAutopay: false, offerToken: response.offer_token };
  const buy = (over: object, later: number) =>
    buyPlan(shop.services, { memberId: buyer }, { ...asked, ...over }, comingAt(new Date(NOW.getTime() + later)));
  const refused = { errorName: 'planNotFound' };
  await expect(buy({}, 300_000)).rejects.toMatchObject(refused);
  await expect(buy({ planId: PLAN.yearly }, 0)).rejects.toMatchObject(refused);
  const dearer = response.offer_token.replace(`.${PRICE.once}.`, '.1.');
  for (const offerToken of [dearer, '', 'x', `${response.offer_token}x`])
    await expect(buy({ offerToken }, 0)).rejects.toMatchObject(refused);
  const { orderId: bought } = await buy({}, 299_999);
  const { order } = await orderStory(database.db, bought);
  expect(order).toMatchObject({ totalCents: PRICE.once, lines: [{ payload: { isOffer: true } }] });
});
