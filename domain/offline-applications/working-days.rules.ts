import { addDaysHk, dayHkOf, weekdayHk, type DayHk } from '#shared/hk-time.ts';
import { HOLIDAYS_2026 } from './holidays-2026.rules.ts';
import { HOLIDAYS_2027 } from './holidays-2027.rules.ts';

/** One file per year, added when the government gazettes it (each spring, for the next year). */
const HOLIDAYS: Readonly<Record<string, readonly DayHk[]>> = { 2026: HOLIDAYS_2026, 2027: HOLIDAYS_2027 };

/** From this day on, the next year's holidays are required. */
const WANTED_FROM = '10-01';

export const isWorkingDay = (day: DayHk): boolean =>
  weekdayHk(day) % 6 !== 0 && !(HOLIDAYS[day.slice(0, 4)] ?? []).includes(day);

/** The working day a number of working days after a day, which is not counted. */
export function addWorkingDays(day: DayHk, days: number): DayHk {
  let at = day;
  for (let left = days; left > 0;) {
    at = addDaysHk(at, 1);
    if (isWorkingDay(at)) left -= 1;
  }
  return at;
}

/** A year whose holidays are missing, for an alert. */
export function missingHolidays(now: Date): string | null {
  const today = dayHkOf(now);
  const year = today.slice(0, 4);
  const next = String(Number(year) + 1);
  if (!(year in HOLIDAYS)) return year;
  return today.slice(5) >= WANTED_FROM && !(next in HOLIDAYS) ? next : null;
}
