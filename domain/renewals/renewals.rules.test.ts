import { expect, it } from 'vitest';
import { graceEndsAt, nextTryDay } from './renewals.rules.ts';

it('tries a charge that failed 1, 3, 5 and 7 days later and no more, and lets sound go on to the end of the last', () => {
  const triedOn = ['2026-12-28', '2026-12-29', '2026-12-31', '2027-01-02', '2027-01-04'];
  const days = triedOn.map((today, n) => nextTryDay('2026-12-28', n + 1, today));
  expect(days).toEqual(['2026-12-29', '2026-12-31', '2027-01-02', '2027-01-04', null]);
  // What could not be tried in time is not made up for within hours.
  expect(nextTryDay('2026-12-28', 1, '2027-01-02')).toBe('2027-01-04');
  expect(nextTryDay('2026-12-28', 2, '2027-01-04')).toBeNull();
  expect(graceEndsAt('2026-12-28')).toEqual(new Date('2027-01-05T00:00:00+08:00'));
});
