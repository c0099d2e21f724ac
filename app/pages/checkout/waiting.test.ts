import { expect, it } from 'vitest';
import { isTold, percentOf, waitingFor } from './waiting.ts';

it('asks for a card every 10 s for 60 s, for a wallet through its 5 minutes, and longer for the offer (R-455, R-457)', () => {
  expect(waitingFor('card', false)).toEqual({ everyMs: 10_000, forMs: 60_000 });
  expect(waitingFor('card', true).forMs).toBe(180_000);
  for (const wallet of ['payme', 'alipay', 'wechat'] as const)
    for (const isOffer of [true, false]) expect(waitingFor(wallet, isOffer).forMs).toBe(300_000);
});

it('speaks to who hears the page at most every 30 s', () => {
  const told = Array.from({ length: 121 }, (_, second) => second).filter((second) => isTold(second, 120_000));
  expect(told).toEqual([30, 60, 90, 120]);
});

it('draws what has gone by of a window, from nothing to all', () => {
  expect([300, 150, 0, -5, 400].map((left) => percentOf(left, 300_000))).toEqual([0, 50, 100, 100, 0]);
});
