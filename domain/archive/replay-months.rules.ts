import type { DayHk } from '#shared/hk-time.ts';

/** Older ones are found by the days of the archive, and by search. */
const MONTHS = 3;

/** The most recent months, `YYYY-MM`, newest first, none before the first replay. */
export function replayMonths(today: DayHk, first: DayHk | null): string[] {
  if (first === null) return [];
  const [year, month] = today.split('-').map(Number) as [number, number];
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  ).filter((each) => each >= first.slice(0, 7));
}
