import { describe, expect, it } from 'vitest';
import * as checkout from '#app/pages/checkout/checkout.server.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { GUEST } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { CHECKOUT } from '#shared/http/page-headers.ts';
import {
  asked,
  ledTo,
  ME,
  MONTHLY,
  NOW,
  NUMBER,
  payment,
  PLAN,
  redirectTarget,
  type Asking,
} from '#tests/factories/money/money-pages.ts';
import type { MoneyDoors, Payment, PlanOnSale } from '#app/pages/plans/money-doors.types.ts';
import * as prices from '#app/pages/info/prices.server.ts';
import * as outcome from './outcome.server.ts';
import * as subscription from '#app/pages/plans/subscription/subscription.server.ts';

// Replies of payment pages for each order state, whatever the browser sends.

describe('a page of a result', () => {
  const at = (place: 'Success' | 'Failure', found: Payment) =>
    asked({ path: `/member/userinfo/newSubscription${place}?order=7`, doors: { findPayment: async () => found } });

  it('leads to the page that is true now, by a new document', async () => {
    const failed = payment({ attempt: { ...payment().attempt!, state: 'failed', reason: 'declined' } });
    const led = await ledTo(outcome.successLoader(at('Success', failed)));
    expect(led.headers.get('location')).toBe('/member/userinfo/newSubscriptionFailure?order=7');
    expect(led.headers.get('X-Remix-Reload-Document')).toBe('true');
    const paid = payment({ state: 'paid', paidAt: NOW, fulfilledAt: NOW });
    expect(await redirectTarget(outcome.failureLoader(at('Failure', paid)))).toBe(
      '/member/userinfo/newSubscriptionSuccess?order=7',
    );
    expect(await redirectTarget(outcome.failureLoader(at('Failure', payment())))).toBe(
      `/member/jetco/resultCallback?transaction_id=${NUMBER}`,
    );
  });

  it('waits for no provider where a person looks at the money', async () => {
    const looked = payment({ state: 'review', attempt: { ...payment().attempt!, state: 'review' } });
    for (const place of ['Success', 'Failure'] as const) {
      const loader = place === 'Success' ? outcome.successLoader : outcome.failureLoader;
      expect(await redirectTarget(loader(at(place, looked)))).toBe('/member/error/transactionProcessing');
    }
  });

  it('begins nothing anew for an order that was paid since the page was read', async () => {
    const begun: unknown[] = [];
    const doors = {
      findPayment: async () => payment({ state: 'paid', paidAt: NOW, fulfilledAt: NOW }),
      startAttempt: async (...started: unknown[]) => void begun.push(started),
    };
    const body = { intent: 'pay', order: '7', method: 'card' };
    const page = asked({ path: '/member/userinfo/newSubscriptionFailure?order=7', doors, body });
    expect(await redirectTarget(outcome.payAgain(page))).toBe('/member/userinfo/newSubscriptionSuccess?order=7');
    expect(begun).toEqual([]);
  });
});

describe('a browser that comes back', () => {
  const back = (asking: Partial<Asking>, callback = 'resultCallback', gateway = 'jetco') =>
    asked({ path: `/member/${gateway}/${callback}`, params: { gateway, callback }, ...asking });
  const doors = (
    status: 'pending' | 'success' | 'failure',
    found: Payment | null = payment(),
  ): Partial<MoneyDoors> => ({
    findPayment: async () => found,
    resultOf: async () => ({ status, redirect: '/member/userinfo/newSubscriptionSuccess?order=7' }),
    queryNow: async () => 'unknown',
  });
  const path = `/member/jetco/resultCallback?transaction_id=${NUMBER}&ticket=t`;

  it('waits for what is not known, and goes on with what is', async () => {
    const waits = await checkout.resultLoader(back({ path, doors: doors('pending') }));
    expect(waits).toMatchObject({
      number: NUMBER,
      ticket: 't',
      waiting: { everyMs: 10_000, forMs: 60_000 },
      logIn: null,
    });
    expect(await redirectTarget(checkout.resultLoader(back({ path, doors: doors('success') })))).toBe(
      '/member/userinfo/newSubscriptionSuccess?order=7',
    );
  });

  it('is told with a ticket and no session on a page for guests, and without either to log in (R-142, R-152)', async () => {
    const led = (status: 'success' | 'failure') =>
      redirectTarget(
        checkout.resultLoader(
          back({ path, as: GUEST, doors: { ...doors(status), queryNow: async () => 'unpaid' as const } }),
        ),
      );
    expect(await led('success')).toBe('/member/user/subscriptionSuccess');
    expect(await led('failure')).toBe('/member/user/newSubscriptionFailure');
    const stranger = await checkout.resultLoader(back({ path, as: GUEST, doors: doors('success', null) }));
    expect(stranger).toMatchObject({ payment: null, logIn: expect.stringContaining('/member/user/login?return=') });
  });

  it.each([
    ['mpgs', 'resultCallback'],
    ['mpgs', 'resultCallbackNothing'],
    ['jetco', 'resultCallbackSubscription'],
    ['nobody', 'resultCallback'],
  ])('finds nothing at /member/%s/%s (R-144, R-146)', async (gateway, callback) => {
    const page = back({ path: `/member/${gateway}/${callback}`, doors: doors('pending') }, callback, gateway);
    await expect(checkout.resultLoader(page)).rejects.toMatchObject({ init: { status: 404 } });
  });
});

describe('a guest’s payment', () => {
  const buyer = { kind: 'guest', guestId: 5, email: 'guest@mail.example' } as const;
  const start = { kind: 'form' as const, url: 'https://bank.test/pay', fields: [] };
  const own = payment({
    kind: 'campaign',
    resultPaths: { success: '/18c_postcard/purchase_success', failure: '/18c_postcard/purchase_fail' },
    attempt: { ...payment().attempt!, start },
  });
  const doors: Partial<MoneyDoors> = {
    findGuest: async (cookie) => (cookie === 'guest=5' ? buyer : null),
    findPayment: async (asker, asked) =>
      'number' in asked || (asker.kind === 'guest' && asker.guestId === 5) ? own : null,
    queryNow: async () => 'unknown',
    ticketFor: () => 'a ticket',
  };
  const at = (cookie: string) =>
    asked({ path: '/member/jetco/checkout?order=7', params: { gateway: 'jetco' }, as: GUEST, doors, cookie });

  it('is gone on with by the browser that proved the address, and by nobody else', async () => {
    const { data } = await checkout.checkoutLoader(at('guest=5'));
    // The result is polled without a session while the wallet's code is shown.
    expect(data).toMatchObject({ leftPath: '/member/user/guestOrders?order=7', ticket: 'a ticket' });
    expect(await redirectTarget(checkout.checkoutLoader(at('')))).toContain('/member/user/login?return=');
  });

  it('is asked about with a ticket while it is waited for, and led to the page of what was bought', async () => {
    const back = (status: 'pending' | 'success' | 'failure') =>
      asked({
        path: `/member/mpgs/resultCallbackCampaign?transaction_id=${NUMBER}`,
        params: { gateway: 'mpgs', callback: 'resultCallbackCampaign' },
        as: GUEST,
        cookie: 'guest=5',
        doors: {
          ...doors,
          queryNow: async () => (status === 'failure' ? 'unpaid' : 'unknown'),
          resultOf: async () => ({ status, redirect: '/' }),
        },
      });
    expect(await checkout.resultLoader(back('pending'))).toMatchObject({ ticket: 'a ticket', isGuest: true });
    expect(await redirectTarget(checkout.resultLoader(back('success')))).toBe('/18c_postcard/purchase_success');
    expect(await redirectTarget(checkout.resultLoader(back('failure')))).toBe('/18c_postcard/purchase_fail');
  });

  it('is found by a browser in which a member logged in meanwhile', async () => {
    const back = asked({
      path: `/member/mpgs/resultCallbackCampaign?transaction_id=${NUMBER}`,
      params: { gateway: 'mpgs', callback: 'resultCallbackCampaign' },
      cookie: 'guest=5',
      doors: {
        ...doors,
        findPayment: async (asker) => (asker.kind === 'guest' && asker.guestId === 5 ? own : null),
        resultOf: async () => ({ status: 'pending', redirect: '/' }),
      },
    });
    expect(await checkout.resultLoader(back)).toMatchObject({ ticket: 'a ticket', isGuest: true });
  });
});

it.each(['success', 'failure'] as const)(
  'tells a film’s %s to who is not logged in on the page for guests (RT-133, RT-134)',
  async (status) => {
    const page = asked({
      path: `/member/mpgs/resultCallbackPremium?transaction_id=${NUMBER}&ticket=t`,
      params: { gateway: 'mpgs', callback: 'resultCallbackPremium' },
      as: GUEST,
      doors: {
        findPayment: async () => payment({ kind: 'premium', resultPaths: { success: '/a', failure: '/b' } }),
        resultOf: async () => ({ status, redirect: '/crgovideo' }),
        queryNow: async () => 'unpaid',
      },
    });
    expect(await redirectTarget(checkout.resultLoader(page))).toBe(
      `/member/user/premiumPurchase${status === 'success' ? 'Success' : 'Failure'}`,
    );
  },
);

it('leads to the pages of a film once it is known what became of its payment', async () => {
  const resultPaths = { success: '/crgovideo/purchaseSuccess?order=7', failure: '/crgovideo/purchaseFailure?order=7' };
  const paid = payment({ kind: 'premium', resultPaths, state: 'paid', paidAt: NOW, fulfilledAt: NOW });
  const doors = { findPayment: async () => paid };
  const led = asked({ path: '/member/userinfo/newSubscriptionFailure?order=7', doors });
  expect(await redirectTarget(outcome.failureLoader(led))).toBe(resultPaths.success);
});

it('names at a checkout its provider and no other, and begins nothing by being opened', async () => {
  const doors = { findPayment: async () => payment() };
  const page = asked({ path: '/member/jetco/checkout?order=7', params: { gateway: 'jetco' }, doors });
  const { init, data } = await checkout.checkoutLoader(page);
  expect(new Headers(init?.headers).get(CHECKOUT)).toBe('form https://bank.test');
  expect(data.start).toMatchObject({ kind: 'form' });
});

it('proves a card by HK$1.00 where nothing is owed, and never by nothing', async () => {
  const begun: unknown[] = [];
  const doors: Partial<MoneyDoors> = {
    findPayment: async () => payment({ kind: 'card_check', totalCents: 0, attempt: null }),
    startAttempt: async (_actor, { gateway }) => void begun.push(gateway),
    startFree: async () => void begun.push('free'),
  };
  const body = { intent: 'pay', order: '7', method: 'card' };
  const page = asked({ path: '/member/userinfo/cancelPayment?order=7', doors, body });
  expect(await redirectTarget(outcome.leftAction(page))).toBe('/member/mpgs/checkout?order=7');
  expect(begun).toEqual(['mpgs']);
});

it('goes to no provider for what a code pays whole', async () => {
  const begun: unknown[] = [];
  const doors: Partial<MoneyDoors> = {
    buyPlan: async () => ({ orderId: 7, totalCents: 0 }),
    startFree: async (_actor, orderId) => void begun.push(orderId),
    findPayment: async () => payment({ state: 'paid', totalCents: 0, paidAt: NOW, fulfilledAt: NOW, attempt: null }),
  };
  const body = { intent: 'buy', plan: '2', price_cents: '38800', code: 'ALL', key: 'k', gift: '' };
  const page = asked({ path: '/member/userinfo/newSubscription', doors, body });
  expect(await redirectTarget(subscription.action(page))).toBe('/member/userinfo/newSubscriptionSuccess?order=7');
  expect(begun).toEqual([7]);
});

it('tells on the price list how soon what was paid was open, and nothing of a few payments', async () => {
  const of = async (orders: number, p95Seconds: number | null) => {
    const openingTimes = async () => ({ days: 30, orders, p95Seconds });
    return (await prices.loader(asked({ path: '/pricing', as: GUEST, doors: { openingTimes } }))).opened;
  };
  expect(await of(20, 61)).toEqual({ days: 30, seconds: 61 });
  expect(await of(19, 61)).toBeNull();
  expect(await of(0, null)).toBeNull();
  expect(plansText.pricing.opened(30, 61)).toContain('2 分鐘');
  expect(plansText.pricing.opened(30, 0)).toContain('1 秒');
});

describe('the archive offer', () => {
  const archiveOffer = async () => ({ token: '2.38800.t', planId: 2, everyMs: 180_000 });
  const doors: Partial<MoneyDoors> = {
    archiveOffer,
    findOpenPayment: async () => null,
    listPlans: async () => [MONTHLY, PLAN],
    quotePlan: async () => Promise.reject(new DomainError('offlinePending')),
  };
  const path = '/member/userinfo/newSubscription';
  const shown = async (query: string, changed: Partial<MoneyDoors> = {}) =>
    (await subscription.loader(asked({ path: path + query, doors: { ...doors, ...changed } }))).data;

  it('shows its plan with a token of its price, which the page asks for anew while it is open (K-025)', async () => {
    const offer = { token: '2.38800.t', planId: 2, everyMs: 180_000 };
    expect(await shown('?offer=1')).toMatchObject({ planId: 2, offer });
    for (const query of ['', '?plan=2', '?offer=1&gift=1']) expect((await shown(query)).offer, query).toBeNull();
  });

  it('shows the plans without it where nothing is offered', async () => {
    const none = async () => Promise.reject(new DomainError('planNotFound'));
    expect(await shown('?offer=1', { archiveOffer: none })).toMatchObject({ planId: 3, offer: null });
  });

  it('is bought with the token of the page, whose price it stands for', async () => {
    const bought: unknown[] = [];
    const buys: Partial<MoneyDoors> = {
      buyPlan: async (_actor, asking) => {
        bought.push(asking);
        return { orderId: 7, totalCents: 38_800 };
      },
      startAttempt: async () => undefined,
    };
    const body = { intent: 'buy', plan: '2', method: 'card', key: 'k', gift: '', code: '', offer_token: '2.38800.t' };
    await ledTo(subscription.action(asked({ path: `${path}?offer=1`, doors: buys, body })));
    expect(bought).toMatchObject([{ planId: 2, offerToken: '2.38800.t' }]);
  });
});

describe('a press on a plan', () => {
  async function press(method: string, plan: PlanOnSale) {
    const bought: unknown[] = [];
    const doors: Partial<MoneyDoors> = {
      buyPlan: async (_actor, asking) => {
        bought.push(asking);
        return { orderId: 7, totalCents: plan.priceCents };
      },
      startAttempt: async () => undefined,
    };
    const body = { intent: 'buy', plan: String(plan.id), method, price_cents: '38800', key: 'k', gift: '', code: '' };
    const led = await ledTo(subscription.action(asked({ path: '/member/userinfo/newSubscription', doors, body })));
    return { bought: bought[0], led };
  }

  it('renews by itself only what renews, by a way that can be charged again', async () => {
    expect((await press('card', MONTHLY)).bought).toMatchObject({ isAutopay: true, priceCents: 38_800 });
    expect((await press('jetco', MONTHLY)).bought).toMatchObject({ isAutopay: false });
    expect((await press('card', PLAN)).bought).toMatchObject({ isAutopay: false });
  });

  it('leads to the checkout of its provider by a new document, and keeps the way by its name alone (R-469)', async () => {
    const { led } = await press('jetco', PLAN);
    expect(led.headers.get('location')).toBe('/member/jetco/checkout?order=7');
    expect(led.headers.get('X-Remix-Reload-Document')).toBe('true');
    expect(led.headers.getSetCookie()[0]).toMatch(/^card=jetco; Path=\/; Max-Age=86400;/);
  });
});

it('sells to nobody whose address is not proved: receipts go there', async () => {
  const page = { path: '/member/userinfo/newSubscription', as: { ...ME, isEmailVerified: false } };
  expect(await redirectTarget(subscription.loader(asked(page)))).toBe('/member/error/emailNotVerified');
  expect(await redirectTarget(subscription.action(asked({ ...page, body: { plan: '2' } })))).toBe(
    '/member/error/emailNotVerified',
  );
});

it('sends a guest to the log-in and back to the plan, which a registration keeps for a week', async () => {
  const led = await ledTo(subscription.loader(asked({ path: '/member/userinfo/newSubscription?plan=2', as: GUEST })));
  expect(led.headers.get('location')).toBe(
    `/member/user/login?return=${encodeURIComponent('/member/userinfo/newSubscription?plan=2')}`,
  );
  expect(led.headers.get('set-cookie')).toMatch(/^chosen_plan=2; Path=\/; Max-Age=604800;/);
});
