import { addDaysHk, type DayHk } from '#shared/hk-time.ts';

/** Days in a row. */
const DAYS = 14;

export interface DayDial {
  days: DayHk[];
  /** Last day of the previous fortnight, if any. */
  earlier: DayHk | null;
  /** Last day of the next fortnight. */
  later: DayHk | null;
}

/** The fortnight of a day. Fortnights are counted back from today, so that a day keeps its position. */
export function dialOf(day: DayHk, { today, first }: { today: DayHk; first: DayHk }): DayDial {
  let last = today;
  while (addDaysHk(last, -DAYS) >= day) last = addDaysHk(last, -DAYS);
  const before = addDaysHk(last, -DAYS);
  return {
    days: Array.from({ length: DAYS }, (_, i) => addDaysHk(last, i + 1 - DAYS)),
    earlier: before >= first ? before : null,
    later: last < today ? addDaysHk(last, DAYS) : null,
  };
}
