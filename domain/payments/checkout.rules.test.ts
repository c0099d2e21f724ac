import { expect, it } from 'vitest';
import { formatNumber } from './payments.rules.ts';
import { resultPathOf } from './checkout.rules.ts';

const now = new Date('2026-11-21T12:00:00+08:00');

it.each([
  ['subscription', 'Subscription'],
  ['renewal', 'Subscription'],
  ['card_check', 'ChangeCard'],
  ['gift', 'Gift'],
  ['premium', 'Premium'],
  ['livestream', 'Livestream'],
  ['campaign', 'Campaign'],
])('names %s in the address of cards, and not in those of wallets (R-144)', (kind, type) => {
  const number = formatNumber(kind, now, 123);
  for (const gateway of ['mpgs', 'paydollar'])
    expect(resultPathOf(gateway, number)).toBe(`/member/${gateway}/resultCallback${type}`);
  for (const gateway of ['jetco', 'payme', 'eft'])
    expect(resultPathOf(gateway, number)).toBe(`/member/${gateway}/resultCallback`);
});
