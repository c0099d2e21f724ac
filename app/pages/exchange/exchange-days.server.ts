import { addDaysHk, dayHkOf, instantHk, type DayHk } from '#shared/hk-time.ts';

/** Purged with all that a timetable shows. */
export const TIMETABLE_TAGS = ['timetable', 'programs', 'hosts'];
/** As far ahead as the pages of programmes list broadcasts. */
export const DAYS_AHEAD = 14;

/** Days of the timetable that others may read: yesterday, and a fortnight from today. */
export const isOfferedDay = (day: DayHk, now: Date): boolean =>
  day >= addDaysHk(dayHkOf(now), -1) && day < addDaysHk(dayHkOf(now), DAYS_AHEAD);

export const startOfDay = (day: DayHk): Date => instantHk(day, 0);

/** They follow from the timetable, and change when it is published. */
export const EXCHANGE_TIMES = { freshSeconds: 60, staleSeconds: 600 };
