import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { orders } from '#db/tables/payments.ts';
import * as history from '#app/pages/plans/history/history.server.ts';
import * as subscription from '#app/pages/plans/subscription/subscription.server.ts';
import { action as rentFilm } from '#app/pages/films/purchase-action.server.ts';
import type { MemberActor } from '#shared/actor.ts';
import { openMoneyPages, type Asking, type MoneyPages } from '#tests/factories/money/money-pages.ts';
import { insertPlans, PLAN } from '#tests/factories/money/plan-shop.ts';
import { insertFilms } from '#tests/factories/money/rentals.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import * as outcome from './outcome.server.ts';

// The pressed method must be available, and is checked before anything is opened.

const FILM = '821';
let database: TestDatabase;
let pages: MoneyPages;
let me: MemberActor;
beforeAll(async () => {
  database = await createTestDatabase();
  const { now } = openMoneyPages(database.db);
  await insertPlans(database.db, now());
  await insertFilms(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  pages = openMoneyPages(database.db);
  pages.after(1_000);
  me = await pages.member();
});

const press = (path: string, body: Record<string, string>, over: Partial<Asking> = {}) =>
  pages.asked({ path, body, as: me, ...over });
const countOrders = async () => (await database.db.select({ id: orders.id }).from(orders)).length;

it.each(['bitcoin', 'JETCO', 'x'.repeat(5_000)])('opens no order by a way that there is not: %#', async (method) => {
  // Where orders of events and campaigns are paid.
  const { id } = await pages.order(me, 'livestream');
  const before = await countOrders();
  const body = {
    plan: String(PLAN.once),
    order: String(id),
    method,
    price_cents: '38800',
    key: 'k',
    gift: '',
    code: '',
  };
  const presses = [
    subscription.action(press('/member/userinfo/newSubscription', body)),
    rentFilm(press(`/crgovideo/purchase/${FILM}`, body, { params: { id: FILM } })),
    history.action(press('/member/userinfo/memberHistory', body)),
    outcome.leftAction(press(`/member/userinfo/cancelPayment?order=${id}`, { ...body, intent: 'pay' })),
  ];
  for (const pressed of presses)
    expect(await pressed).toMatchObject({ data: { problem: 'invalidParam' }, init: { status: 400 } });
  expect([await countOrders(), pages.startedCount()]).toEqual([before, 0]);
});

it('asks for a way where money is owed and none was pressed, and says so where there is none at all', async () => {
  const rent = (over: Partial<Asking> = {}) =>
    rentFilm(press(`/crgovideo/purchase/${FILM}`, { code: '' }, { params: { id: FILM }, ...over }));
  expect(await rent()).toMatchObject({ init: { status: 400 } });
  expect(await rent({ methods: [] })).toMatchObject({ init: { status: 503 } });
});
