import { array, assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { splitCents } from './credit.rules.ts';

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
