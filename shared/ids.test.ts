import { expect, it } from 'vitest';
import { isPossibleId } from './ids.ts';

it('takes what a row may be numbered, and nothing the database could not hold (R-321, between)', () => {
  expect([1, 7, 2_147_483_647].every(isPossibleId)).toBe(true);
  expect([0, -1, 1.5, 2_147_483_648, Number.NaN, Number.POSITIVE_INFINITY].some(isPossibleId)).toBe(false);
});
