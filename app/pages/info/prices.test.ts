import { expect, it } from 'vitest';
import { plansText } from '#app/text/zh-hk/plans.ts';
import { openedView } from './prices.server.ts';

it('tells on the price list how soon what was paid was open, and nothing of a few payments', () => {
  expect(openedView({ orders: 20, p95Seconds: 61 })).toEqual({ days: 30, seconds: 61 });
  expect(openedView({ orders: 19, p95Seconds: 61 })).toBeNull();
  expect(openedView({ orders: 0, p95Seconds: null })).toBeNull();
  expect(plansText.pricing.opened(30, 61)).toContain('2 分鐘');
  expect(plansText.pricing.opened(30, 0)).toContain('1 秒');
});
