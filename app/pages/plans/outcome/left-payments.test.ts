import { describe, expect, it } from 'vitest';
import * as checkout from '#app/pages/checkout/checkout.server.ts';
import { DomainError } from '#shared/domain-error.ts';
import { asked, NOW, NUMBER, payment, redirectTarget } from '#tests/factories/money/money-pages.ts';
import type { MoneyDoors } from '#app/pages/plans/money-doors.types.ts';
import * as outcome from './outcome.server.ts';
import * as subscription from '#app/pages/plans/subscription/subscription.server.ts';

// A payment abandoned at its provider has one message and one action, whichever page is opened.

describe('an order whose payer left the provider', () => {
  const left = payment({
    attempt: {
      ...payment().attempt!,
      gateway: 'mpgs',
      method: 'card',
      isAskable: true,
      createdAt: new Date(NOW.getTime() - 90_000),
    },
  });
  const said = (standing: 'unknown' | 'unpaid', waits = left): Partial<MoneyDoors> => ({
    findPayment: async () => waits,
    findOpenPayment: async () => waits,
    findPaymentNow: async () => ({
      ...waits,
      asked: {
        standing,
        waitsFor: standing === 'unknown' ? { number: NUMBER, gateway: waits.attempt!.gateway } : null,
      },
    }),
    queryNow: async () => standing,
    resultOf: async () => ({ status: 'pending', redirect: '/member/error/transactionProcessing' }),
    quotePlan: async () => Promise.reject(new DomainError('offlinePending')),
  });
  const waits = `/member/mpgs/resultCallbackSubscription?transaction_id=${NUMBER}`;
  const gatewayOf = (gateway: string) => ({ gateway, callback: 'resultCallbackSubscription' });
  const pages = (doors: Partial<MoneyDoors>): [string, () => Promise<unknown>][] => [
    [
      'checkout',
      () => checkout.checkoutLoader(asked({ path: '/member/mpgs/checkout?order=7', params: gatewayOf('mpgs'), doors })),
    ],
    ['left', () => outcome.leftLoader(asked({ path: '/member/userinfo/cancelPayment?order=7', doors }))],
    ['failure', () => outcome.failureLoader(asked({ path: '/member/userinfo/newSubscriptionFailure?order=7', doors }))],
    ['plans', () => subscription.loader(asked({ path: '/member/userinfo/newSubscription', doors }))],
  ];

  it('is waited for on one page, whichever is opened, while its provider does not say', async () => {
    for (const [name, open] of pages(said('unknown'))) expect(await redirectTarget(open()), name).toBe(waits);
    const result = checkout.resultLoader(asked({ path: waits, params: gatewayOf('mpgs'), doors: said('unknown') }));
    expect(await result).toMatchObject({ number: NUMBER, logIn: null, ownPage: null });
  });

  it('is paid, and not waited for, once its provider says that nothing was', async () => {
    const [[, atCheckout], [, atLeft], , [, atPlans]] = pages(said('unpaid')) as [
      [string, () => Promise<unknown>],
      [string, () => Promise<unknown>],
      [string, () => Promise<unknown>],
      [string, () => Promise<unknown>],
    ];
    expect(await atCheckout()).toMatchObject({ data: { isFirst: false, start: { kind: 'form' } } });
    expect(await atLeft()).toMatchObject({ isOpen: true, payment: { truth: 'unpaid' } });
    expect(await atPlans()).toMatchObject({ data: { open: { path: '/member/userinfo/cancelPayment?order=7' } } });
    const result = checkout.resultLoader(asked({ path: waits, params: gatewayOf('mpgs'), doors: said('unpaid') }));
    expect(await redirectTarget(result)).toBe('/member/userinfo/cancelPayment?order=7');
    // A buyer sent back by the provider may have paid a moment ago.
    const sent = `/member/mpgs/resultCallbackSubscription?Ref=${NUMBER}&resultIndicator=i`;
    const back = checkout.resultLoader(asked({ path: sent, params: gatewayOf('mpgs'), doors: said('unpaid') }));
    expect(await back).toMatchObject({ number: NUMBER, isSaidPaid: true });
  });

  it('leads to the one page that says how a payment by JETCO ended, and nobody there a second time by itself', async () => {
    const at = { attempt: { ...left.attempt!, gateway: 'jetco' as const, method: 'jetco' as const, isAskable: false } };
    const doors = said('unknown', payment(at));
    const path = `/member/jetco/resultCallback?transaction_id=${NUMBER}`;
    const params = { gateway: 'jetco', callback: 'resultCallback' };
    const own = '/member/jetco/checkout?order=7&again=1';
    expect(await checkout.resultLoader(asked({ path, params, doors }))).toMatchObject({ ownPage: own });
    const page = await checkout.checkoutLoader(asked({ path: own, params, doors }));
    expect(page.data).toMatchObject({ goesBack: true, isFirst: false });
  });

  it('leads a press that would begin another payment to where it is waited for', async () => {
    const doors: Partial<MoneyDoors> = {
      ...said('unknown'),
      startAttempt: async () => Promise.reject(new DomainError('transactionProcessing')),
      buyPlan: async () => Promise.reject(new DomainError('transactionProcessing')),
    };
    const body = { intent: 'pay', order: '7', method: 'card' };
    const again = asked({ path: '/member/userinfo/newSubscriptionFailure?order=7', doors, body });
    expect(await redirectTarget(outcome.payAgain(again))).toBe(waits);
    const bought = { intent: 'buy', plan: '2', method: 'card', price_cents: '38800', key: 'k', gift: '', code: '' };
    const other = asked({ path: '/member/userinfo/newSubscription', doors, body: bought });
    expect(await redirectTarget(subscription.action(other))).toBe(waits);
    // Reported as unpaid, and yet not cancelled by its provider.
    const refused = asked({
      path: '/member/userinfo/newSubscriptionFailure?order=7',
      doors: { ...doors, ...said('unpaid') },
      body,
    });
    expect(await redirectTarget(outcome.payAgain(refused))).toBe('/member/error/transactionProcessing');
  });
});
