import { addDaysHk, dayHkOf, instantHk, minuteHkOf, MINUTES_A_DAY, type DayHk } from './hk-time.ts';

/** The broadcasting day runs from 05:00 to 05:00: the small hours belong to the previous day. */
export const STATION_DAY_STARTS_MINUTE = 300;

/** The broadcasting day of an instant, named by the day on which it began. A show belongs to the day it starts in. */
export function stationDayOf(instant: Date): DayHk {
  return dayHkOf(new Date(instant.getTime() - STATION_DAY_STARTS_MINUTE * 60_000));
}

export function stationDaySpan(day: DayHk): { from: Date; to: Date } {
  return {
    from: instantHk(day, STATION_DAY_STARTS_MINUTE),
    to: instantHk(day, STATION_DAY_STARTS_MINUTE + MINUTES_A_DAY),
  };
}

/** Sections of a list of shows, with the minute at which each begins. */
const PARTS = { smallHours: 0, day: STATION_DAY_STARTS_MINUTE, evening: 1080 } as const;
type StationDayPart = keyof typeof PARTS;

/** Section of a show in a list that crosses midnight. Dates are calendar dates. */
export interface DayHeading {
  day: DayHk;
  part: StationDayPart;
}

/**
 * The heading of a show, relative to now. Today is one section from five to midnight; yesterday's evening is separate
 * because it has a name of its own.
 */
export function dayHeadingOf(startsAt: Date, now: Date): DayHeading {
  const day = dayHkOf(startsAt);
  const minute = minuteHkOf(startsAt);
  if (minute < PARTS.day) return { day, part: 'smallHours' };
  const isLastEvening = minute >= PARTS.evening && day === addDaysHk(dayHkOf(now), -1);
  return { day, part: isLastEvening ? 'evening' : 'day' };
}

/** Groups shows by heading and keeps their order. */
export function underDayHeadings<T extends { startsAtMs: number }>(
  shows: readonly T[],
  now: Date,
): { heading: DayHeading; shows: T[] }[] {
  const groups: { heading: DayHeading; shows: T[] }[] = [];
  for (const show of shows) {
    const heading = dayHeadingOf(new Date(show.startsAtMs), now);
    const last = groups.at(-1);
    if (last?.heading.day === heading.day && last.heading.part === heading.part) last.shows.push(show);
    else groups.push({ heading, shows: [show] });
  }
  return groups;
}
