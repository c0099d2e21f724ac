import { describe, expect, it } from 'vitest';
import type { AttemptState, OrderState } from '#shared/payment-enums.ts';
import { mayPay, resultPageFor, truthOf } from './payment-truth.ts';

const ORDERS: OrderState[] = ['open', 'paid', 'cancelled', 'expired', 'review', 'part_refunded', 'refunded'];
const ATTEMPTS: AttemptState[] = [
  'created',
  'redirected',
  'authorised',
  'paid',
  'failed',
  'cancelled',
  'expired',
  'part_refunded',
  'refunded',
  'review',
];
const truth = (state: OrderState, attempt: AttemptState | null, isOpen = true) =>
  truthOf({ state, attempt: attempt && { state: attempt }, fulfilledAt: isOpen ? new Date(0) : null });

describe('what a page says of an order', () => {
  it('lets an open order be paid once the time of one payment is over', () => {
    expect(mayPay(truth('open', 'expired'))).toBe(true);
  });

  it('asks nobody to pay for what is paid, nor while money may be on its way', () => {
    for (const order of ORDERS)
      for (const attempt of ATTEMPTS) {
        const isTaken = ['paid', 'part_refunded', 'refunded', 'review'].includes(order);
        const isUnderWay = ['redirected', 'authorised', 'paid', 'review', 'part_refunded'].includes(attempt);
        if (isTaken || isUnderWay) expect(mayPay(truth(order, attempt)), `${order}, ${attempt}`).toBe(false);
      }
  });

  it('asks to pay for what was left at a provider only once that says that it was not paid', () => {
    const open = { state: 'open', fulfilledAt: null, attempt: { state: 'redirected' } } as const;
    expect(mayPay(truthOf(open))).toBe(false);
    expect(mayPay(truthOf({ ...open, asked: { outcome: 'unknown' } }))).toBe(false);
    expect(mayPay(truthOf({ ...open, asked: { outcome: 'unpaid' } }))).toBe(true);
    // Another of its payments may have succeeded.
    for (const state of ATTEMPTS)
      expect(mayPay(truthOf({ ...open, attempt: { state }, asked: { outcome: 'unknown' } })), state).toBe(false);
  });

  it('says of a paid order that access is opening until it is open', () => {
    expect(truth('paid', 'paid', false)).toBe('opening');
    expect(truth('paid', 'paid')).toBe('success');
  });

  it('says how all of it is to go back, whatever the order was, but asks to pay for one that is open', () => {
    for (const goesBack of ['returning', 'owed'] as const)
      for (const state of ORDERS) {
        const known = { state, goesBack, fulfilledAt: new Date(0), attempt: { state: 'paid' } } as const;
        expect(truthOf(known), state).toBe(state === 'open' ? 'processing' : goesBack);
        if (state !== 'open') expect(resultPageFor(truthOf(known)), state).toBe('success');
      }
  });

  it.each([
    ['open', null, 'unpaid', 'checkout'],
    ['open', 'created', 'unpaid', 'checkout'],
    ['open', 'redirected', 'processing', 'processing'],
    ['open', 'failed', 'failed', 'failure'],
    ['cancelled', 'cancelled', 'cancelled', 'failure'],
    ['expired', 'created', 'expired', 'failure'],
    ['expired', 'redirected', 'closed', 'failure'],
    // The time of one payment is over, not that of its order.
    ['open', 'expired', 'lapsed', 'failure'],
    // Money that came too late was taken, and went back.
    ['cancelled', 'refunded', 'refunded', 'success'],
    ['expired', 'refunded', 'refunded', 'success'],
    ['cancelled', 'authorised', 'processing', 'processing'],
    ['review', 'paid', 'processing', 'processing'],
    ['paid', 'failed', 'success', 'success'],
    ['refunded', 'refunded', 'refunded', 'success'],
  ] as const)('of an order %s with an attempt %s: %s, told on the page of %s', (order, attempt, said, place) => {
    expect(truth(order, attempt)).toBe(said);
    expect(resultPageFor(truth(order, attempt))).toBe(place);
  });
});
