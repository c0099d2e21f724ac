import { expect, it } from 'vitest';
import { paymentsText } from '#app/text/zh-hk/payments.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { PAYMENT, shown } from '#tests/factories/money/payment-page.tsx';
import type { PaymentView } from './money-page.server.ts';
import CancelPayment from './outcome/cancel-payment.tsx';
import PaymentFailure from './outcome/payment-failure.tsx';
import ChangeCardSuccess from './subscription/change-card-success.tsx';
import ChangeCard from './subscription/change-card.tsx';
import ChangePlan from './subscription/change-plan.tsx';

// What pages say, given what their loaders found.

it('says that a change of plan failed, unless its closed order may still be paid', () => {
  const failure = (truth: PaymentView['truth']) =>
    shown(PaymentFailure, {
      payment: { ...PAYMENT, truth },
      isOpen: false,
      dueCents: 4_800,
      methods: [],
      method: null,
    });
  expect(failure('expired')).toContain(plansText.change.failure);
  const closed = failure('closed');
  expect(closed).toContain(paymentsText.truths.closed.title);
  expect(closed).toContain(paymentsText.truths.closed.words);
  expect(closed).not.toContain(plansText.change.failure);
  expect(closed).not.toContain(plansText.change.failureTitle);
});

it('leads who could not pay for tickets in time to the event, where they are sold', () => {
  const left = (over: Partial<PaymentView>, isOpen: boolean) =>
    shown(CancelPayment, {
      payment: { ...PAYMENT, lines: [{ productId: 7, name: '演唱會', quantity: 2, cents: 96_000 }], ...over },
      isOpen,
      isNew: false,
      mayCancel: isOpen,
      dueCents: 96_000,
      methods: [],
      method: null,
    });
  const toEvent = 'href="/live-event/7"';
  expect(left({ kind: 'livestream', truth: 'expired' }, false)).toContain(toEvent);
  expect(left({ kind: 'livestream', truth: 'failed' }, true)).not.toContain(toEvent);
  expect(left({ kind: 'premium', truth: 'expired' }, false)).not.toContain(toEvent);
});

it('offers to cancel an open order in its words only where its page does', () => {
  const left = (mayCancel: boolean) =>
    shown(CancelPayment, {
      payment: { ...PAYMENT, kind: mayCancel ? 'subscription' : 'renewal' },
      isOpen: true,
      isNew: false,
      mayCancel,
      dueCents: 4_800,
      methods: [],
      method: null,
    });
  expect(left(true)).toMatch(/或者取消.*取消訂單/s);
  expect(left(false)).not.toContain('取消');
});

it('says of a change from a family plan to another when the family stops hearing, and of others nothing', () => {
  const change = (when: 'now' | 'renewal', endsFamily: boolean) => {
    const to = { id: 1, name: '每月', renews: true };
    const common = { fromName: '家庭', fullCents: 4_800, unusedDays: 3, creditCents: 0, totalCents: 0 };
    const quote = { ...common, to, when, endsFamily, creditLeftCents: 0, effectiveOn: '2027-01-01', endsAtMs: 0 };
    const page = { proof: 'nothing', current: '家庭', stop: null, next: null, plans: [], planId: 1, refusal: null };
    return shown(ChangePlan, { ...page, quote, key: 'k' });
  };
  expect(change('now', true)).toContain('轉計劃後，家庭成員即時不能再用你的計劃收聽節目重溫');
  expect(change('renewal', true)).toContain('由2027年1月1日起，家庭成員不能再用你的計劃收聽節目重溫');
  expect(change('now', false) + change('renewal', false)).not.toContain('家庭成員');
});

it('leads who stopped a plan and would change it to its resumption, and sells no other while the stop is awaited', () => {
  const change = (stop: 'stopped' | 'stopping' | null) =>
    shown(ChangePlan, { proof: 'nothing', current: null, stop, next: null, plans: [], quote: null, refusal: null });
  const resume = 'href="/member/userinfo/stopRecurring"';
  const buy = 'href="/member/userinfo/newSubscription"';
  const stopped = change('stopped');
  expect(stopped).toContain(plansText.change.stoppedToChange);
  expect(stopped).not.toContain('沒有自動續訂');
  expect(stopped).toContain(resume);
  const stopping = change('stopping');
  expect(stopping).toContain(plansText.stop.stopping);
  expect(stopping).not.toContain(buy);
  const none = change(null);
  expect(none).toContain(plansText.change.noneToChange);
  expect(none).toContain(buy);
  expect(none).not.toContain(resume);
});

it('says what a new card is charged besides, and nothing where nothing is due or an earlier server tells of none', () => {
  const card = { scheme: 'VISA', last4: '1111', endsOn: '2027-01-31' };
  for (const [due, isSaid] of [
    [{ dueCents: 4_800 }, true],
    [{ dueCents: null }, false],
    [{}, false],
  ] as const)
    for (const page of [
      shown(ChangeCard, { siteUrl: '', proof: null, card, ...due }),
      shown(ChangeCardSuccess, { siteUrl: '', last4: '1111', ...due }),
    ]) {
      expect(page.includes(plansText.card.due('HK$48'))).toBe(isSaid);
      expect(page).not.toContain('NaN');
    }
});
