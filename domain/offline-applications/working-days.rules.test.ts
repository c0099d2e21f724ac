import { expect, it } from 'vitest';
import { HOLIDAYS_2026 } from './holidays-2026.rules.ts';
import { HOLIDAYS_2027 } from './holidays-2027.rules.ts';
import { addWorkingDays, isWorkingDay, missingHolidays } from './working-days.rules.ts';

it('counts ten working days over weekends and the holidays of Hong Kong', () => {
  expect(addWorkingDays('2026-11-20', 10)).toBe('2026-12-04');
  expect(addWorkingDays('2026-11-21', 10)).toBe('2026-12-04');
  // Christmas, the day after it and New Year are holidays.
  expect(addWorkingDays('2026-12-21', 10)).toBe('2027-01-06');
  // Lunar New Year of 2027 begins on a Saturday.
  expect(addWorkingDays('2027-02-05', 1)).toBe('2027-02-10');
});

it('works on no Saturday, Sunday or holiday', () => {
  for (const day of ['2026-11-21', '2026-11-22', '2026-12-25', '2027-04-05']) expect(isWorkingDay(day)).toBe(false);
  for (const day of ['2026-11-23', '2026-12-24']) expect(isWorkingDay(day)).toBe(true);
});

it('has the 17 general holidays of each year, none on a Sunday', () => {
  for (const [year, days] of [
    ['2026', HOLIDAYS_2026],
    ['2027', HOLIDAYS_2027],
  ] as const) {
    expect(new Set(days).size).toBe(17);
    for (const day of days) {
      expect(day.slice(0, 4)).toBe(year);
      expect(new Date(`${day}T00:00:00Z`).getUTCDay()).not.toBe(0);
    }
  }
});

it('misses the file of the next year from October on (section 8.13)', () => {
  expect(missingHolidays(new Date('2026-11-21T12:00:00+08:00'))).toBeNull();
  expect(missingHolidays(new Date('2027-09-30T23:59:59+08:00'))).toBeNull();
  expect(missingHolidays(new Date('2027-10-01T00:00:00+08:00'))).toBe('2028');
  expect(missingHolidays(new Date('2028-01-01T00:00:00+08:00'))).toBe('2028');
});
