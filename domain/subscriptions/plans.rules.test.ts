import { expect, it } from 'vitest';
import { isOnSale, priceFor } from './plans.rules.ts';

const now = new Date('2026-11-21T12:00:00+08:00');
const minutes = (n: number) => new Date(now.getTime() + n * 60_000);
const plan = {
  priceCents: 42_000,
  formerPriceCents: 38_800,
  repricedAt: minutes(-30),
  sellsFrom: minutes(-60),
  sellsUntil: null,
  eligible: 'all' as const,
};

it('charges the price on the button for an hour after it changed, and refuses it then (20008)', () => {
  expect(priceFor(plan, undefined, now)).toBe(42_000);
  expect(priceFor(plan, 42_000, now)).toBe(42_000);
  expect(priceFor(plan, 38_800, now)).toBe(38_800);
  expect(priceFor(plan, 38_800, minutes(29.9))).toBe(38_800);
  expect(priceFor(plan, 38_800, minutes(30))).toBeNull();
  expect(priceFor(plan, 1, now)).toBeNull();
  expect(priceFor({ ...plan, formerPriceCents: null, repricedAt: null }, 38_800, now)).toBeNull();
});

it('sells a plan between its times alone, and never one that has none', () => {
  expect(isOnSale(plan, now)).toBe(true);
  expect(isOnSale(plan, minutes(-61))).toBe(false);
  expect(isOnSale({ sellsFrom: minutes(-1), sellsUntil: now }, now)).toBe(false);
  expect(isOnSale({ sellsFrom: null, sellsUntil: null }, now)).toBe(false);
});
