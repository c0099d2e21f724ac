import { expect, it } from 'vitest';
import { cheapestADay } from './cheapest.ts';

const plan = (id: number, priceCents: number, days: number) => ({ id, priceCents, days });

it('marks the plan that costs least a day, whatever it costs in all', () => {
  expect(cheapestADay([plan(1, 4_800, 30), plan(2, 38_800, 250), plan(3, 48_000, 365)])).toBe(3);
});

it('marks none where two cost the same a day, and none of one', () => {
  expect(cheapestADay([plan(1, 3_000, 30), plan(2, 36_500, 365)])).toBeNull();
  expect(cheapestADay([plan(1, 3_000, 30)])).toBeNull();
});
