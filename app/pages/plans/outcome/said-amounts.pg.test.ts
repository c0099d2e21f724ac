import { eq } from 'drizzle-orm';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import * as checkout from '#app/pages/checkout/checkout.server.ts';
import { sellSingle } from '#app/pages/plans/single-sale.server.ts';
import { OrderBox } from '#app/pages/checkout/order-box.tsx';
import { buyersPage, pathOf, paymentView } from '#app/pages/plans/money-page.server.ts';
import * as changeCard from '#app/pages/plans/subscription/change-card.server.ts';
import * as changePlan from '#app/pages/plans/subscription/change-plan.server.ts';
import { COOKIES } from '#app/cookies.ts';
import { refundText } from '#app/text/zh-hk/refunds.ts';
import { paymentsText } from '#app/text/zh-hk/payments.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { paths } from '#app/paths.ts';
import { orders, paymentAttempts } from '#db/tables/payments.ts';
import { recurringProfiles } from '#db/tables/subscriptions.ts';
import { refundedByHand, refundOrder, sendDueRefunds } from '#domain/payments/payments.ts';
import { findPurchase } from '#domain/purchases/purchases.ts';
import { makeBatch } from '#domain/promotions/promotions.ts';
import { moneyHk } from '#shared/money.ts';
import type { MemberActor } from '#shared/actor.ts';
import { openMoneyPages, redirectTarget, type Asking, type MoneyPages } from '#tests/factories/money/money-pages.ts';
import { insertPlans, PLAN, PRICE } from '#tests/factories/money/plan-shop.ts';
import { shown } from '#tests/factories/money/payment-page.tsx';
import { insertFilms } from '#tests/factories/money/rentals.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import PaymentSuccess from './payment-success.tsx';
import * as outcome from './outcome.server.ts';

// What pages say of amounts and of what follows is what happens.

const { truths } = paymentsText;
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
const planLine = { lineNo: 1, productId: PLAN.monthly, name: '月費', quantity: 1, payload: {} };

/** A card that is charged for my monthly plan. */
async function renewing(over: Pick<typeof recurringProfiles.$inferInsert, 'state' | 'renewOn' | 'stopAskedAt'>) {
  const [row] = await database.db
    .insert(recurringProfiles)
    .values({
      memberId: me.memberId,
      planId: PLAN.monthly,
      cardScheme: 'visa',
      cardLast4: '0008',
      cardEndsOn: '2039-01-31',
      periodMonths: 1,
      anchorDay: 31,
      ...over,
    })
    .returning({ id: recurringProfiles.id });
  return row!.id;
}

it('shows lines before their discount, so that they, the discount and the total add up', async () => {
  const lines = [{ ...planLine, kind: 'subscription', productId: PLAN.once, unitCents: 38_800, discountCents: 3_880 }];
  const { id } = await pages.order(me, 'subscription', { lines });
  await pages.start(me, id, 'jetco');
  const { data } = await checkout.checkoutLoader(
    asked(`/member/jetco/checkout?order=${id}`, { params: { gateway: 'jetco' } }),
  );
  const { payment } = data;
  expect(payment).toMatchObject({ lines: [{ cents: 38_800 }], discountCents: 3_880, totalCents: 34_920 });
});

it('names a card check by what it is, with the amount that is held, on every page of its order', async () => {
  const lines = [{ ...planLine, kind: 'card_check', unitCents: 0, discountCents: 0 }];
  const { id } = await pages.order(me, 'card_check', { lines, isAutopay: true });
  const said = { totalCents: 100, lines: [{ name: plansText.card.check, cents: 100 }] };
  expect(await outcome.leftLoader(asked(`/member/userinfo/cancelPayment?order=${id}`))).toMatchObject({
    payment: said,
    dueCents: 100,
  });
});

it('says of a changed plan when it is charged next, as of one that was bought, once the change is paid', async () => {
  const renewOn = '2027-01-31';
  await renewing({ state: 'active', renewOn });
  for (const kind of ['plan_change', 'renewal']) {
    const lines = [{ ...planLine, kind, productId: PLAN.yearly, unitCents: PRICE.yearly, discountCents: 0 }];
    const { id: orderId } = await pages.order(me, kind, { lines });
    const open = (await findPurchase(pages.payments, me, { orderId }))!;
    // The profile is still that of the monthly plan.
    expect(open, kind).toMatchObject({ renewsOn: null, renewsCents: 0 });
    const box = renderToStaticMarkup(createElement(OrderBox, { payment: paymentView(open) }));
    expect(box).not.toContain(plansText.subscription.once);
    expect(box).not.toContain('下次收費');
    await database.db.update(orders).set({ state: 'paid', paidAt: pages.now() }).where(eq(orders.id, orderId));
    expect(await findPurchase(pages.payments, me, { orderId }), kind).toMatchObject({
      renewsOn: renewOn,
      renewsCents: PRICE.monthly,
    });
  }
});

it('tells a stopped plan, whose renewal may be resumed, from one whose time is over and one that is being stopped', async () => {
  const found = () => changePlan.loader(asked('/member/userinfo/changePlan'));
  const id = await renewing({ state: 'stopped', renewOn: null, stopAskedAt: pages.now() });
  expect(await found()).toMatchObject({ current: null, stop: null });
  await pages.pay(await pages.start(me, await pages.plan(me)));
  expect(await found()).toMatchObject({ current: null, stop: 'stopped' });
  await database.db.update(recurringProfiles).set({ state: 'active' }).where(eq(recurringProfiles.id, id));
  expect(await found()).toMatchObject({ current: null, stop: 'stopping' });
});

it('leads to what a code pays whole, which nothing is left to be paid of', async () => {
  const batch = {
    kind: 'discount' as const,
    name: '全免',
    discount: { type: 2 as const, value: 100 },
    product: { kind: 'premium' as const, ids: [FILM] },
    planIds: [],
    startsAt: new Date(pages.now().getTime() - DAY_MS),
    endsAt: new Date(pages.now().getTime() + DAY_MS),
    maxPerMember: 1,
    maxInAll: 1,
    eligible: 'all' as const,
    codes: ['WHOLEFILM'],
    maxUses: 1,
    who: 'a test',
  };
  await database.db.transaction((tx) => makeBatch(tx, batch));
  const body = { intent: 'rent', method: 'jetco', code: 'WHOLEFILM' };
  const page = asked(`/crgovideo/purchase/${FILM}`, { body, params: { id: String(FILM) } });
  expect(await redirectTarget(sellSingle(page, 'Premium', buyersPage))).toMatch(
    /^\/crgovideo\/purchaseSuccess\?order=\d+$/,
  );
});

it('leads a press on an order that ended in another tab to what became of it', async () => {
  const { id } = await pages.order(me, 'subscription');
  const press = (intent: string) =>
    outcome.leftAction(
      asked('/member/userinfo/cancelPayment', { body: { intent, order: String(id), method: 'jetco' } }),
    );
  expect(await redirectTarget(press('cancel'))).toBe(`/member/userinfo/cancelPayment?order=${id}`);
  expect(await redirectTarget(press('pay'))).toBe(`/member/userinfo/newSubscriptionFailure?order=${id}`);
});

it('says what became of tickets that were not paid, with the reason, where they can be paid again', async () => {
  const { id } = await pages.order(me, 'livestream');
  await pages.fail(await pages.start(me, id, 'jetco'));
  const left = `/member/userinfo/cancelPayment?order=${id}`;
  expect(
    await redirectTarget(outcome.successLoader(asked(`/member/userinfo/newSubscriptionSuccess?order=${id}`))),
  ).toBe(left);
  expect(await outcome.leftLoader(asked(left))).toMatchObject({ isOpen: true, payment: { reason: 'declined' } });
});

it.each([
  ['card_check', (_order: number) => '/member/user/changeCardFailure'],
  ['campaign', (_order: number) => '/a-campaign/failure'],
  ['plan_change', (order: number) => `/member/userinfo/cancelPayment?order=${order}`],
  ['premium', (order: number) => `/member/userinfo/cancelPayment?order=${order}`],
  ['subscription', (order: number) => `/member/userinfo/cancelPayment?order=${order}`],
])('never announces as done what ended before its money, which went back: %s', async (kind, path) => {
  const { id: orderId } = await pages.order(me, 'subscription');
  const number = await pages.start(me, orderId, 'mpgs');
  const purchase = (await findPurchase(pages.payments, me, { number }))!;
  const attempt = { ...purchase.attempt!, state: 'refunded' as const };
  const resultPaths =
    kind === 'campaign' || kind === 'premium' ? { success: `/a-${kind}/success`, failure: `/a-${kind}/failure` } : null;
  for (const state of ['cancelled', 'expired'] as const)
    expect(pathOf({ ...purchase, kind, state, attempt, resultPaths }), state).toBe(path(orderId));
});

it('leads from the address of a success to the end of an order whose money went back', async () => {
  const lines = [{ ...planLine, kind: 'card_check', unitCents: 0, discountCents: 0 }];
  const { id } = await pages.order(me, 'card_check', { lines, isAutopay: true });
  await pages.start(me, id, 'mpgs');
  await database.db.update(paymentAttempts).set({ state: 'refunded' }).where(eq(paymentAttempts.orderId, id));
  await database.db.update(orders).set({ state: 'cancelled' }).where(eq(orders.id, id));
  const page = asked(`/member/userinfo/changeCardSuccess?order=${id}`);
  expect(await redirectTarget(changeCard.doneLoader(page))).toBe('/member/user/changeCardFailure');
});

it('says before a card is changed what the new one is charged at once: what the present one was not, after a failure alone', async () => {
  await renewing({ state: 'active', renewOn: '2026-12-31', stopAskedAt: null });
  const loaded = () => changeCard.loader(asked('/member/userinfo/changeCard'));
  expect((await loaded()).dueCents).toBeNull();
  await database.db
    .update(recurringProfiles)
    .set({ state: 'grace' })
    .where(eq(recurringProfiles.memberId, me.memberId));
  expect((await loaded()).dueCents).toBe(PRICE.monthly);
});

it('has one of the methods chosen that a renewing plan can be paid by, whichever was used last', async () => {
  const lines = [{ ...planLine, kind: 'subscription', unitCents: PRICE.monthly, discountCents: 0 }];
  const { id } = await pages.order(me, 'subscription', { lines, isAutopay: true });
  await pages.fail(await pages.start(me, id, 'mpgs'), 'mpgs');
  const cookie = `${COOKIES.payingMethod}=payme`;
  const page = asked(`/member/userinfo/newSubscriptionFailure?order=${id}`, { cookie });
  expect(await outcome.failureLoader(page)).toMatchObject({ methods: [{ method: 'card' }], method: 'card' });
});

it('says of a refund that its provider refused that staff see to it and how to reach them, until it is back', async () => {
  const orderId = await pages.plan(me);
  await pages.pay(await pages.start(me, orderId, 'mpgs'), 'mpgs');
  const { number } = await refundOrder(pages.payments, { orderId, cents: 'all', reason: 'asked', who: 'staff' });
  const path = pathOf((await findPurchase(pages.payments, me, { orderId }))!);
  const page = async () => shown(PaymentSuccess, await outcome.successLoader(asked(path)));
  const returning = await page();
  expect(returning).toContain(truths.returning.words);
  expect(returning).not.toContain(truths.success.title);
  pages.gateways.mpgs.mood = 'refuses';
  await sendDueRefunds(pages.payments);
  const owed = await page();
  expect(owed).toContain(refundText.words(moneyHk(PRICE.once)));
  expect(owed).toContain(refundText.write(orderId));
  expect(owed).toContain(`href="${paths.contactUs()}"`);
  for (const untrue of [truths.success.words, truths.refunded.title, truths.returning.title])
    expect(owed, untrue).not.toContain(untrue);
  await refundedByHand(pages.payments, { number, who: 'staff', why: 'in the portal' });
  const back = await page();
  expect(back).toContain(truths.refunded.title);
  expect(back).not.toContain(refundText.title);
});

it('keeps calling paid what is, where the refund of a second payment was refused', async () => {
  const orderId = await pages.plan(me);
  const [first, second] = [await pages.start(me, orderId, 'mpgs'), await pages.start(me, orderId, 'payme')];
  await pages.pay(first, 'mpgs');
  await pages.pay(second, 'payme');
  pages.gateways.payme.mood = 'refuses';
  await sendDueRefunds(pages.payments);
  const page = `/member/userinfo/newSubscriptionSuccess?order=${orderId}`;
  const html = shown(PaymentSuccess, await outcome.successLoader(asked(page)));
  expect(html).toContain(truths.success.words);
  expect(html).toContain(refundText.words(moneyHk(PRICE.once)));
});
