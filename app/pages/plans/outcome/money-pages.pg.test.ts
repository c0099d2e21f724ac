import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as checkout from '#app/pages/checkout/checkout.server.ts';
import * as subscription from '#app/pages/plans/subscription/subscription.server.ts';
import { orders } from '#db/tables/payments.ts';
import { subscriptionPlans } from '#db/tables/subscriptions.ts';
import { makeBatch } from '#domain/promotions/promotions.ts';
import { sell } from '#domain/sales/sales.ts';
import { setPrice } from '#domain/subscriptions/subscriptions.ts';
import { GUEST, type MemberActor } from '#shared/actor.ts';
import { CHECKOUT } from '#shared/http/page-headers.ts';
import { openNew, pledge } from '#tests/factories/money/campaign-shop.ts';
import {
  ledTo,
  openMoneyPages,
  redirectTarget,
  type Asking,
  type MoneyPages,
} from '#tests/factories/money/money-pages.ts';
import { insertPlans, PLAN, PRICE } from '#tests/factories/money/plan-shop.ts';
import { insertFilms } from '#tests/factories/money/rentals.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { TEST_IP } from '#tests/factories/visitor.ts';
import * as outcome from './outcome.server.ts';

// Replies of payment pages for each order state, whatever the browser sends.

const DAY_MS = 86_400_000;
const FILM = 821;
let database: TestDatabase;
let pages: MoneyPages;
let me: MemberActor;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertPlans(database.db, openMoneyPages(database.db).now());
  await insertFilms(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  pages = openMoneyPages(database.db);
  pages.after(1_000);
  me = await pages.member();
});

const asked = (path: string, over: Partial<Asking> = {}) => pages.asked({ path, as: me, ...over });
const visitor = () => ({ now: pages.now(), remoteIp: TEST_IP });
const orderRow = async (id: number) => (await database.db.select().from(orders).where(eq(orders.id, id)))[0];

describe('a page of a result', () => {
  const at = (place: 'Success' | 'Failure', order: number) =>
    asked(`/member/userinfo/newSubscription${place}?order=${order}`);

  it('leads to the page that is true now, by a new document', async () => {
    const order = await pages.plan(me);
    const number = await pages.start(me, order);
    const waits = `/member/jetco/resultCallback?transaction_id=${number}`;
    expect(await redirectTarget(outcome.failureLoader(at('Failure', order)))).toBe(waits);
    await pages.fail(number);
    const led = await ledTo(outcome.successLoader(at('Success', order)));
    expect(led.headers.get('location')).toBe(`/member/userinfo/newSubscriptionFailure?order=${order}`);
    expect(led.headers.get('X-Remix-Reload-Document')).toBe('true');
    expect(await outcome.failureLoader(at('Failure', order))).toMatchObject({ payment: { reason: 'declined' } });
    await pages.pay(number);
    expect(await redirectTarget(outcome.failureLoader(at('Failure', order)))).toBe(
      `/member/userinfo/newSubscriptionSuccess?order=${order}`,
    );
  });

  it('waits for no provider where a person looks at the money', async () => {
    const order = await pages.plan(me);
    await pages.pay(await pages.start(me, order), 'jetco', { cents: PRICE.once - 1 });
    expect(await orderRow(order)).toMatchObject({ state: 'review' });
    for (const [place, load] of [
      ['Success', outcome.successLoader],
      ['Failure', outcome.failureLoader],
    ] as const)
      expect(await redirectTarget(load(at(place, order)))).toBe('/member/error/transactionProcessing');
  });

  it('begins nothing anew for an order that was paid since the page was read', async () => {
    const order = await pages.plan(me);
    await pages.pay(await pages.start(me, order));
    const body = { intent: 'pay', order: String(order), method: 'card' };
    const page = asked(`/member/userinfo/newSubscriptionFailure?order=${order}`, { body });
    expect(await redirectTarget(outcome.payAgain(page))).toBe(`/member/userinfo/newSubscriptionSuccess?order=${order}`);
    expect(pages.startedCount()).toBe(1);
  });
});

describe('a browser that comes back', () => {
  const back = (path: string, over: Partial<Asking> = {}) => {
    const [, , gateway = '', callback = ''] = path.split(/[/?]/);
    return checkout.resultLoader(asked(path, { params: { gateway, callback }, ...over }));
  };
  const returns = (number: string, ticket = pages.tickets.ticketFor(number)) =>
    `/member/jetco/resultCallback?transaction_id=${number}&ticket=${ticket}`;

  it('waits for what is not known, and goes on with what is', async () => {
    const order = await pages.plan(me);
    const number = await pages.start(me, order);
    expect(await back(returns(number))).toMatchObject({
      number,
      ticket: pages.tickets.ticketFor(number),
      waiting: { everyMs: 10_000, forMs: 60_000 },
      logIn: null,
    });
    await pages.pay(number);
    expect(await redirectTarget(back(returns(number)))).toBe(`/member/userinfo/newSubscriptionSuccess?order=${order}`);
  });

  it('is told with a ticket and no session on a page for guests, and without either to log in (R-142, R-152)', async () => {
    const number = await pages.start(me, await pages.plan(me));
    await pages.fail(number);
    const led = () => redirectTarget(back(returns(number), { as: GUEST }));
    expect(await led()).toBe('/member/user/newSubscriptionFailure');
    await pages.pay(number);
    expect(await led()).toBe('/member/user/subscriptionSuccess');
    const stranger = await back(returns(number, 'a guess'), { as: GUEST });
    expect(stranger).toMatchObject({ payment: null, logIn: expect.stringContaining('/member/user/login?return=') });
  });

  it.each([
    ['mpgs', 'resultCallback'],
    ['mpgs', 'resultCallbackNothing'],
    ['jetco', 'resultCallbackSubscription'],
    ['nobody', 'resultCallback'],
  ])('finds nothing at /member/%s/%s (R-144, R-146)', async (gateway, callback) => {
    await expect(back(`/member/${gateway}/${callback}`)).rejects.toMatchObject({ init: { status: 404 } });
  });

  it.each(['success', 'failure'] as const)(
    'tells a film’s %s to who is not logged in on the page for guests (RT-133, RT-134)',
    async (status) => {
      const { number } = await rent('mpgs');
      await (status === 'success' ? pages.pay(number, 'mpgs') : pages.fail(number, 'mpgs'));
      const path = `/member/mpgs/resultCallbackPremium?transaction_id=${number}&ticket=${pages.tickets.ticketFor(number)}`;
      expect(await redirectTarget(back(path, { as: GUEST }))).toBe(
        `/member/user/premiumPurchase${status === 'success' ? 'Success' : 'Failure'}`,
      );
    },
  );
});

const NOTHING_ELSE = { termsVersion: null, utmMedium: null, utmSource: null, idempotencyKey: null, returnPath: null };

/** A film's order, whose payer was sent to a provider. */
async function rent(gateway: 'mpgs' | 'jetco') {
  const lines = [{ kind: 'premium', id: FILM, unit: null, quantity: 1, promotionCode: null }];
  const { order } = await sell(pages.sales, me, { ...NOTHING_ELSE, productType: 'Premium', lines }, visitor());
  return { order: order!.id, number: await pages.start(me, order!.id, gateway) };
}

describe('a guest’s payment', () => {
  async function supported(gateway: 'mpgs' | 'jetco') {
    const campaign = pledge(pages.now());
    const ids = await openNew(database.db, campaign);
    const { buyer, cookie } = await pages.guest();
    const lines = [{ kind: 'campaign', id: ids['open']!, unit: null, quantity: 1, promotionCode: null }];
    const asking = { ...NOTHING_ELSE, productType: 'Campaign' as const, lines, termsVersion: '1' };
    const { order } = await sell(pages.sales, buyer, asking, visitor());
    const number = await pages.start(buyer, order!.id, gateway);
    const pathOf = (result: 'success' | 'failure') => pages.payments.fulfilments['campaign']!.pathOf(result, order!);
    return { order: order!.id, number, cookie, pathOf, ticket: pages.tickets.ticketFor(number) };
  }
  const back = (number: string, over: Partial<Asking>) =>
    checkout.resultLoader(
      asked(`/member/mpgs/resultCallbackCampaign?transaction_id=${number}`, {
        params: { gateway: 'mpgs', callback: 'resultCallbackCampaign' },
        ...over,
      }),
    );

  it('is gone on with by the browser that proved the address, and by nobody else', async () => {
    const { order, ticket, cookie } = await supported('jetco');
    const path = `/member/jetco/checkout?order=${order}`;
    const at = (from: string) => asked(path, { params: { gateway: 'jetco' }, as: GUEST, cookie: from });
    const { data } = await checkout.checkoutLoader(at(cookie));
    // The result is polled without a session while the wallet's code is shown.
    expect(data).toMatchObject({ leftPath: `/member/user/guestOrders?order=${order}`, ticket });
    expect(await redirectTarget(checkout.checkoutLoader(at('')))).toContain('/member/user/login?return=');
    const { cookie: another } = await pages.guest();
    expect(await redirectTarget(checkout.checkoutLoader(at(another)))).toContain('/member/user/login?return=');
  });

  it('is asked about with a ticket while it is waited for, and led to the page of what was bought', async () => {
    const { number, ticket, cookie, pathOf } = await supported('mpgs');
    const as = { as: GUEST, cookie };
    pages.gateways.mpgs.mood = 'away';
    expect(await back(number, as)).toMatchObject({ ticket, isGuest: true });
    pages.gateways.mpgs.mood = 'well';
    pages.after(3_000);
    await pages.fail(number, 'mpgs');
    expect(await redirectTarget(back(number, as))).toBe(pathOf('failure'));
    await pages.pay(number, 'mpgs');
    expect(await redirectTarget(back(number, as))).toBe(pathOf('success'));
  });

  it('is found by a browser in which a member logged in meanwhile', async () => {
    const { number, ticket, cookie } = await supported('mpgs');
    pages.gateways.mpgs.mood = 'away';
    expect(await back(number, { cookie })).toMatchObject({ ticket, isGuest: true });
  });
});

it('leads to the pages of a film once it is known what became of its payment', async () => {
  const { order, number } = await rent('jetco');
  await pages.pay(number);
  const led = asked(`/member/userinfo/newSubscriptionFailure?order=${order}`);
  expect(await redirectTarget(outcome.failureLoader(led))).toBe(`/crgovideo/purchaseSuccess?order=${order}`);
});

it('names at a checkout its provider and no other, and begins nothing by being opened', async () => {
  pages.gateways.jetco.start = async () => ({
    start: { kind: 'form', url: 'https://bank.test/pay', fields: [['hv', 'x']] },
    gatewayRef: null,
    secret: {},
  });
  const order = await pages.plan(me);
  await pages.start(me, order);
  const page = asked(`/member/jetco/checkout?order=${order}`, { params: { gateway: 'jetco' } });
  const { init, data } = await checkout.checkoutLoader(page);
  expect(new Headers(init?.headers).get(CHECKOUT)).toBe('form https://bank.test');
  expect(data.start).toMatchObject({ kind: 'form' });
  expect(pages.startedCount()).toBe(0);
});

it('proves a card by HK$1.00 where nothing is owed, and never by nothing', async () => {
  const line = { lineNo: 1, kind: 'card_check', productId: PLAN.monthly, name: '月費', quantity: 1, payload: {} };
  const lines = [{ ...line, unitCents: 0, discountCents: 0 }];
  const { id } = await pages.order(me, 'card_check', { lines, isAutopay: true });
  const body = { intent: 'pay', order: String(id), method: 'card' };
  const page = asked(`/member/userinfo/cancelPayment?order=${id}`, { body });
  expect(await redirectTarget(outcome.leftAction(page))).toBe(`/member/mpgs/checkout?order=${id}`);
  expect([...pages.gateways.mpgs.begun.values()]).toEqual([100]);
});

it('goes to no provider for what a code pays whole', async () => {
  const batch = {
    kind: 'discount' as const,
    name: '全免',
    discount: { type: 2 as const, value: 100 },
    planIds: [],
    startsAt: new Date(pages.now().getTime() - DAY_MS),
    endsAt: new Date(pages.now().getTime() + DAY_MS),
    maxPerMember: 1,
    maxInAll: 1,
    eligible: 'all' as const,
    codes: ['WHOLE'],
    maxUses: 1,
    who: 'a test',
  };
  await database.db.transaction((tx) => makeBatch(tx, batch));
  const body = { intent: 'buy', plan: String(PLAN.once), price_cents: '38800', code: 'WHOLE', key: 'k', gift: '' };
  const target = await redirectTarget(subscription.action(asked('/member/userinfo/newSubscription', { body })));
  expect(target).toMatch(/^\/member\/userinfo\/newSubscriptionSuccess\?order=\d+$/);
  expect(await orderRow(Number(target!.split('=')[1]))).toMatchObject({ state: 'paid', totalCents: 0 });
  expect(pages.startedCount()).toBe(0);
});

describe('the archive offer', () => {
  const path = '/member/userinfo/newSubscription';
  const shown = async (query: string) => (await subscription.loader(asked(path + query))).data;

  it('shows its plan with a token of its price, which the page asks for anew while it is open (K-025)', async () => {
    const offer = {
      token: expect.stringMatching(`^${PLAN.once}\\.${PRICE.once}\\.`),
      planId: PLAN.once,
      everyMs: 180_000,
    };
    expect(await shown('?offer=1')).toMatchObject({ planId: PLAN.once, offer });
    for (const query of ['', `?plan=${PLAN.once}`, '?offer=1&gift=1'])
      expect((await shown(query)).offer, query).toBeNull();
  });

  it('is bought with the token of the page, whose price it stands for', async () => {
    const { offer } = await shown('?offer=1');
    await database.db.transaction((tx) => setPrice(tx, PLAN.once, 45_000, pages.now()));
    const body = { intent: 'buy', plan: String(PLAN.once), method: 'card', key: 'k', gift: '', code: '' };
    const buy = (over: Record<string, string>) =>
      subscription.action(asked(`${path}?offer=1`, { body: { ...body, ...over } }));
    const led = await redirectTarget(buy({ offer_token: offer!.token }));
    expect(await orderRow(Number(led!.split('=')[1]))).toMatchObject({ totalCents: PRICE.once });
    me = await pages.member();
    expect(await buy({ offer_token: `${offer!.token}x` })).toMatchObject({ data: { problem: 'planNotFound' } });
    await database.db.transaction((tx) => setPrice(tx, PLAN.once, PRICE.once, pages.now()));
  });

  it('shows the plans without it where nothing is offered', async () => {
    const sells = (until: Date | null) =>
      database.db.update(subscriptionPlans).set({ sellsUntil: until }).where(eq(subscriptionPlans.id, PLAN.once));
    await sells(pages.now());
    expect(await shown('?offer=1')).toMatchObject({ planId: PLAN.monthly, offer: null });
    await sells(null);
  });
});

describe('a press on a plan', () => {
  async function press(method: string, plan: 'once' | 'monthly') {
    me = await pages.member();
    const body = { plan: String(PLAN[plan]), method, price_cents: String(PRICE[plan]), key: 'k', gift: '', code: '' };
    const page = asked('/member/userinfo/newSubscription', { body: { intent: 'buy', ...body } });
    const led = await ledTo(subscription.action(page));
    const order = Number(led.headers.get('location')!.split('=')[1]);
    return { bought: await orderRow(order), order, led };
  }

  it('renews by itself only what renews, by a way that can be charged again', async () => {
    expect((await press('card', 'monthly')).bought).toMatchObject({ isAutopay: true, totalCents: PRICE.monthly });
    expect((await press('jetco', 'monthly')).bought).toMatchObject({ isAutopay: false });
    expect((await press('card', 'once')).bought).toMatchObject({ isAutopay: false });
  });

  it('leads to the checkout of its provider by a new document, and keeps the way by its name alone (R-469)', async () => {
    const { led, order } = await press('jetco', 'once');
    expect(led.headers.get('location')).toBe(`/member/jetco/checkout?order=${order}`);
    expect(led.headers.get('X-Remix-Reload-Document')).toBe('true');
    expect(led.headers.getSetCookie()[0]).toMatch(/^card=jetco; Path=\/; Max-Age=86400;/);
  });
});

it('sells to nobody whose address is not proved: receipts go there', async () => {
  const page = { as: { ...me, isEmailVerified: false } };
  const path = '/member/userinfo/newSubscription';
  expect(await redirectTarget(subscription.loader(asked(path, page)))).toBe('/member/error/emailNotVerified');
  const body = { plan: String(PLAN.once) };
  expect(await redirectTarget(subscription.action(asked(path, { ...page, body })))).toBe(
    '/member/error/emailNotVerified',
  );
});

it('sends a guest to the log-in and back to the plan, which a registration keeps for a week', async () => {
  const led = await ledTo(subscription.loader(asked('/member/userinfo/newSubscription?plan=2', { as: GUEST })));
  expect(led.headers.get('location')).toBe(
    `/member/user/login?return=${encodeURIComponent('/member/userinfo/newSubscription?plan=2')}`,
  );
  expect(led.headers.get('set-cookie')).toMatch(/^chosen_plan=2; Path=\/; Max-Age=604800;/);
});
