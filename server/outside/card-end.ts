import { addDaysHk, isDayHk, type DayHk } from '#shared/hk-time.ts';

/** Last day of a card's validity, from its month and its year of two or four digits. Null if invalid. */
export function lastDayOfMonth(month: string, year: string): DayHk | null {
  if (!/^\d{1,2}$/.test(month) || !/^(\d{2}|\d{4})$/.test(year)) return null;
  const monthNo = Number(month);
  const yearNo = year.length === 2 ? 2000 + Number(year) : Number(year);
  const next = monthNo === 12 ? `${yearNo + 1}-01-01` : `${yearNo}-${String(monthNo + 1).padStart(2, '0')}-01`;
  return monthNo >= 1 && isDayHk(next) ? addDaysHk(next, -1) : null;
}
