import { addDaysHk, type DayHk } from '#shared/hk-time.ts';

/** Days that stand side by side. */
const DAYS = 14;

export interface DayDial {
  days: DayHk[];
  /** The last day of the fortnight before, where there is one. */
  earlier: DayHk | null;
  /** The last day of the fortnight after. */
  later: DayHk | null;
}

/** The fortnight in which a day stands. Fortnights are counted back from today, so that a day stays where it stands. */
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
