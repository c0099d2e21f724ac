import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as checkout from '#app/pages/checkout/checkout.server.ts';
import * as subscription from '#app/pages/plans/subscription/subscription.server.ts';
import type { MemberActor } from '#shared/actor.ts';
import { openMoneyPages, redirectTarget, type Asking, type MoneyPages } from '#tests/factories/money/money-pages.ts';
import { insertPlans, PLAN } from '#tests/factories/money/plan-shop.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import * as outcome from './outcome.server.ts';

// A payment abandoned at its provider has one message and one action, whichever page is opened.

let database: TestDatabase;
let pages: MoneyPages;
let me: MemberActor;
let order = 0;
let number = '';
beforeAll(async () => {
  database = await createTestDatabase();
  await insertPlans(database.db, openMoneyPages(database.db).now());
});
afterAll(() => database.close());
beforeEach(async () => {
  pages = openMoneyPages(database.db);
  pages.after(1_000);
  me = await pages.member();
});

/** An order whose payer went to a provider and came back after a while. */
async function leave(gateway: 'mpgs' | 'jetco' | 'payme') {
  order = await pages.plan(me);
  number = await pages.start(me, order, gateway);
  pages.after(90_000);
}
const asked = (path: string, over: Partial<Asking> = {}) => pages.asked({ path, as: me, ...over });
const at = (gateway: string, callback = 'resultCallbackSubscription') => ({ params: { gateway, callback } });

describe('an order whose payer left the provider', () => {
  const waits = () => `/member/mpgs/resultCallbackSubscription?transaction_id=${number}`;
  const open = {
    checkout: () => checkout.checkoutLoader(asked(`/member/mpgs/checkout?order=${order}`, at('mpgs'))),
    left: () => outcome.leftLoader(asked(`/member/userinfo/cancelPayment?order=${order}`)),
    failure: () => outcome.failureLoader(asked(`/member/userinfo/newSubscriptionFailure?order=${order}`)),
    plans: () => subscription.loader(asked('/member/userinfo/newSubscription')),
  };

  it('is waited for on one page, whichever is opened, while its provider does not say', async () => {
    await leave('mpgs');
    pages.gateways.mpgs.mood = 'away';
    for (const [name, load] of Object.entries(open)) expect(await redirectTarget(load()), name).toBe(waits());
    expect(await checkout.resultLoader(asked(waits(), at('mpgs')))).toMatchObject({
      number,
      logIn: null,
      ownPage: null,
    });
  });

  it('is paid, and not waited for, once its provider says that nothing was', async () => {
    await leave('mpgs');
    expect(await open.checkout()).toMatchObject({ data: { isFirst: false, start: { kind: 'redirect' } } });
    expect(await open.left()).toMatchObject({ isOpen: true, payment: { truth: 'unpaid' } });
    const left = `/member/userinfo/cancelPayment?order=${order}`;
    expect(await open.plans()).toMatchObject({ data: { open: { path: left } } });
    expect(await redirectTarget(checkout.resultLoader(asked(waits(), at('mpgs'))))).toBe(left);
    // A buyer sent back by the provider may have paid a moment ago.
    const sent = `/member/mpgs/resultCallbackSubscription?Ref=${number}&resultIndicator=i`;
    expect(await checkout.resultLoader(asked(sent, at('mpgs')))).toMatchObject({ number, isSaidPaid: true });
  });

  it('leads to the one page that says how a payment by JETCO ended, and nobody there a second time by itself', async () => {
    await leave('jetco');
    const path = `/member/jetco/resultCallback?transaction_id=${number}`;
    const own = `/member/jetco/checkout?order=${order}&again=1`;
    expect(await checkout.resultLoader(asked(path, at('jetco', 'resultCallback')))).toMatchObject({ ownPage: own });
    const page = await checkout.checkoutLoader(asked(own, at('jetco')));
    expect(page.data).toMatchObject({ goesBack: true, isFirst: false });
  });

  it('shows who comes back from JETCO within seconds what is waited for, and not the way there', async () => {
    order = await pages.plan(me);
    number = await pages.start(me, order, 'jetco');
    pages.after(3_000);
    const path = `/member/jetco/checkout?order=${order}`;
    const open = (cookie?: string, to = path) =>
      checkout.checkoutLoader(asked(to, { ...at('jetco'), ...(cookie !== undefined && { cookie }) }));
    // On a slow line, or with another payment, nobody has been there yet.
    for (const cookie of [undefined, 'sent=UR26112100000999'])
      expect((await open(cookie)).data).toMatchObject({ number, isFirst: true });
    const waits = `/member/jetco/resultCallback?transaction_id=${number}`;
    expect(await redirectTarget(open(`sent=${number}`))).toBe(waits);
    // Who presses to end it there is led there.
    expect((await open(`sent=${number}`, `${path}&again=1`)).data).toMatchObject({ goesBack: true });
    // Nothing is waited for once they ended the order.
    const cancel = asked('/member/userinfo/cancelPayment', { body: { intent: 'cancel', order: String(order) } });
    await redirectTarget(outcome.leftAction(cancel));
    expect(await redirectTarget(open(`sent=${number}`))).not.toBe(waits);
  });

  it('leads a press that would begin another payment to where it is waited for', async () => {
    const payAgain = (method: string) => {
      const body = { intent: 'pay', order: String(order), method };
      return redirectTarget(outcome.payAgain(asked('/member/userinfo/newSubscriptionFailure', { body })));
    };
    await leave('mpgs');
    pages.gateways.mpgs.mood = 'away';
    expect(await payAgain('jetco')).toBe(waits());
    const bought = { intent: 'buy', plan: String(PLAN.monthly), method: 'card', price_cents: '4800', key: 'k' };
    const other = asked('/member/userinfo/newSubscription', { body: { ...bought, gift: '', code: '' } });
    expect(await redirectTarget(subscription.action(other))).toBe(waits());
    expect(pages.startedCount()).toBe(1);
    // Reported as unpaid, and yet not cancelled by its provider.
    me = await pages.member();
    await leave('payme');
    pages.gateways.payme.cancel = async () => 'unknown';
    expect(await payAgain('card')).toBe('/member/error/transactionProcessing');
  });
});
