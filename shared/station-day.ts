import { addDaysHk, dayHkOf, instantHk, minuteHkOf, MINUTES_A_DAY, type DayHk } from './hk-time.ts';

/** The station's day runs from five in the morning to five the next: the small hours belong to the evening before. */
export const STATION_DAY_STARTS_MINUTE = 300;

/** The station's day in which an instant falls, named by the day on which it began. A show belongs to the day it starts in. */
export function stationDayOf(instant: Date): DayHk {
  return dayHkOf(new Date(instant.getTime() - STATION_DAY_STARTS_MINUTE * 60_000));
}

export function stationDaySpan(day: DayHk): { from: Date; to: Date } {
  return {
    from: instantHk(day, STATION_DAY_STARTS_MINUTE),
    to: instantHk(day, STATION_DAY_STARTS_MINUTE + MINUTES_A_DAY),
  };
}

/** Parts into which a list of shows is divided, each with the clock at which it begins. */
const PARTS = { smallHours: 0, day: STATION_DAY_STARTS_MINUTE, evening: 1080 } as const;
type StationDayPart = keyof typeof PARTS;

/** Where a show stands in a list that runs over midnight: words and dates are those of the calendar. */
export interface DayHeading {
  day: DayHk;
  part: StationDayPart;
}

/**
 * The heading under which a show stands, seen from now. Today is one part from five to midnight; of yesterday the evening
 * is told from what was before it, as the two have words of their own.
 */
export function dayHeadingOf(startsAt: Date, now: Date): DayHeading {
  const day = dayHkOf(startsAt);
  const minute = minuteHkOf(startsAt);
  if (minute < PARTS.day) return { day, part: 'smallHours' };
  const isLastEvening = minute >= PARTS.evening && day === addDaysHk(dayHkOf(now), -1);
  return { day, part: isLastEvening ? 'evening' : 'day' };
}

/** Shows in the order given, under the headings that part them. */
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
