import { sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { paymentAttempts, paymentFacts } from '#db/tables/payments.ts';
import * as outcome from '#app/pages/plans/outcome/outcome.server.ts';
import * as subscription from '#app/pages/plans/subscription/subscription.server.ts';
import { listPlanTimes } from '#domain/subscriptions/subscriptions.ts';
import type { GatewayName } from '#shared/payment-enums.ts';
import { createFakeGateway } from '#tests/factories/money/payments.ts';
import { openMoneyPages, redirectTarget, type Asking } from '#tests/factories/money/money-pages.ts';
import { insertPlans, PLAN } from '#tests/factories/money/plan-shop.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import * as checkout from './checkout.server.ts';

// A payment method that the station does not have, by a line of the table and an adapter of its provider.

// Other files share this worker's modules: they are reloaded with the table of this one, and again after it.
vi.hoisted(() => vi.resetModules());
vi.mock(import('#shared/payment-methods.ts'), async (original) => {
  const { PAYMENT_METHODS } = await original();
  const octopus = { gateways: ['octopus'], type: null, isWallet: true };
  return { PAYMENT_METHODS: { ...PAYMENT_METHODS, octopus } };
});

/** A name that no type knows, as the line exists in this test alone. */
const OCTOPUS = 'octopus' as GatewayName;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { now } = openMoneyPages(database.db);
  await insertPlans(database.db, now());
  // As the migration does that drizzle generates from the tables after a line is added.
  for (const table of [paymentAttempts, paymentFacts]) {
    const { name, checks } = getTableConfig(table);
    for (const { name: check, value } of checks.filter((one) => /_(gateway|method)$/.test(one.name))) {
      const named = sql`alter table ${sql.identifier(name)} drop constraint ${sql.identifier(check)},`;
      await database.db.execute(sql`${named} add constraint ${sql.identifier(check)} check (${value})`);
    }
  }
});
afterAll(async () => {
  await database.close();
  vi.resetModules();
});

it('takes a new method by an adapter and a line of the table, from the choice to the plan', async () => {
  const pages = openMoneyPages(database.db);
  const { clock } = pages.payments;
  const adapter = createFakeGateway(OCTOPUS, { clock, methods: [OCTOPUS as never] });
  Object.assign(pages.payments.gateways, { octopus: adapter });
  pages.after(1_000);
  const me = await pages.member();
  const asked = (path: string, over: Partial<Asking> = {}) => pages.asked({ path, as: me, ...over });

  const { data: shown } = await subscription.loader(asked('/member/userinfo/newSubscription'));
  expect(shown.methods).toContainEqual({ method: 'octopus', gateway: 'octopus', renews: false, off: null });

  const body = { intent: 'buy', plan: String(PLAN.once), method: 'octopus', price_cents: '38800', key: 'k' };
  const bought = asked('/member/userinfo/newSubscription', { body: { ...body, gift: '', code: '' } });
  const path = (await redirectTarget(subscription.action(bought))) ?? '';
  expect(path).toMatch(/^\/member\/octopus\/checkout\?order=\d+$/);

  const { data: page } = await checkout.checkoutLoader(asked(path, { params: { gateway: 'octopus' } }));
  expect(page).toMatchObject({ method: 'octopus', start: { kind: 'redirect' }, secondsLeft: 300 });

  adapter.pay(page.number);
  const params = { gateway: 'octopus', callback: 'resultCallback' };
  const back = `/member/octopus/resultCallback?transaction_id=${page.number}`;
  const result = (await redirectTarget(checkout.resultLoader(asked(back, { params })))) ?? '';
  expect(result).toMatch(/^\/member\/userinfo\/newSubscriptionSuccess\?order=\d+$/);
  expect(await outcome.successLoader(asked(result))).toMatchObject({
    payment: { truth: 'success', method: 'octopus' },
  });
  expect(await listPlanTimes(database.db, me.memberId, pages.now())).toMatchObject([{ state: 'running' }]);
});
