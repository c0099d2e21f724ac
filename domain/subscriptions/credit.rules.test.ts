import { array, assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { splitCents, unusedShares } from './credit.rules.ts';
import { endOfDays } from './plan-times.rules.ts';

it('splits cents by weights to the cent, and gives no part more than its weight where all of it is split', () => {
  assert(
    property(
      array(integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 6 }),
      integer({ min: 0, max: 100 }),
      (weights, share) => {
        const all = weights.reduce((sum, weight) => sum + weight, 0);
        const cents = Math.floor((all * share) / 100);
        const parts = splitCents(cents, weights);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents);
        for (const [n, part] of parts.entries()) expect(part).toBeLessThanOrEqual(weights[n]!);
      },
    ),
  );
});

const at = (text: string) => new Date(`${text}+08:00`);
const span = { startsAt: at('2026-11-01T10:00:00'), endsAt: endOfDays(at('2026-11-01T10:00:00'), 30) };

it('credits the whole days that were not used, and never more than was paid', () => {
  const unused = (now: string) => unusedShares({ paid: [4_800], left: [4_800], valueCents: 4_800 }, span, at(now));
  expect(unused('2026-11-01T10:00:00')).toEqual([4_800]);
  expect(unused('2026-11-07T12:00:00')).toEqual([3_840]);
  expect(unused('2026-12-01T23:59:59')).toEqual([0]);
  expect(unused('2026-10-01T00:00:00')).toEqual([4_800]);
});

it('leaves the time that is left to the others, once all of a part that was not used was taken back', () => {
  const now = at('2026-11-16T12:00:00');
  expect(unusedShares({ paid: [2_400, 2_400], left: [2_400, 2_400], valueCents: 4_800 }, span, now)).toEqual([
    1_200, 1_200,
  ]);
  const shorter = { ...span, endsAt: endOfDays(span.startsAt, 22) };
  const [first, second] = unusedShares({ paid: [2_400, 2_400], left: [1_200, 2_400], valueCents: 3_600 }, shorter, now);
  expect(first).toBe(0);
  expect(second).toBeGreaterThan(1_100);
});
