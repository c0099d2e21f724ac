import { expect, it } from 'vitest';
import { graceEndsAt, nextTryDay } from './renewals.rules.ts';

it('tries a charge that failed 1, 3, 5 and 7 days later and no more, and lets sound go on to the end of the last', () => {
  const days = [1, 2, 3, 4, 5].map((failed) => nextTryDay('2026-12-28', failed));
  expect(days).toEqual(['2026-12-29', '2026-12-31', '2027-01-02', '2027-01-04', null]);
  expect(graceEndsAt('2026-12-28')).toEqual(new Date('2027-01-05T00:00:00+08:00'));
});
