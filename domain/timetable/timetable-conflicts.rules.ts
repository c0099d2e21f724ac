import { addDaysHk, isDayHk, MINUTES_A_DAY, weekdayBitHk, type DayHk } from '#shared/hk-time.ts';
import type { BaseRow, OverrideRow, WeeklyRow } from './timetable.rules.ts';

/** Why rows are invalid. Rows are identified by id; 0 is an unsaved row. */
export type TimetableFault =
  | { reason: 'weekdays' | 'minutes' | 'days'; rowId: number }
  | { reason: 'overlap'; rowId: number; otherRowId: number; firstDay: DayHk };

/** Valid range of days: catches typing errors in the year and keeps text order equal to date order. */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2199-12-31';

const isPlausibleDay = (day: DayHk): boolean => isDayHk(day) && day >= FIRST_DAY && day <= LAST_DAY;

const hasGoodMinutes = (row: { startMinute: number; endMinute: number }): boolean =>
  Number.isInteger(row.startMinute) &&
  Number.isInteger(row.endMinute) &&
  row.startMinute >= 0 &&
  row.startMinute < MINUTES_A_DAY &&
  row.endMinute > row.startMinute &&
  row.endMinute <= row.startMinute + MINUTES_A_DAY;

function rangeFaults(row: { id: number; startMinute: number; endMinute: number }, from: DayHk, to: DayHk | null) {
  const faults: TimetableFault[] = [];
  if (!hasGoodMinutes(row)) faults.push({ reason: 'minutes', rowId: row.id });
  if (!isPlausibleDay(from) || (to !== null && (!isPlausibleDay(to) || to < from))) {
    faults.push({ reason: 'days', rowId: row.id });
  }
  return faults;
}

const later = (a: DayHk, b: DayHk): DayHk => (a > b ? a : b);
const earlier = (a: DayHk, b: DayHk): DayHk => (a < b ? a : b);

/** Whether `a` and `b` overlap if `b` starts `shift` days after `a`. */
function minutesMeet(a: { startMinute: number; endMinute: number }, b: typeof a, shift: number): boolean {
  const offset = shift * MINUTES_A_DAY;
  return a.startMinute < b.endMinute + offset && b.startMinute + offset < a.endMinute;
}

/**
 * The first day on which two weekly rows overlap, or null. Rows without a common valid day may overlap only where the
 * first extends past its last midnight. That is a change of season, and the later start wins.
 */
function weeklyOverlap(a: WeeklyRow, b: WeeklyRow): DayHk | null {
  const aTo = a.validTo ?? LAST_DAY;
  const bTo = b.validTo ?? LAST_DAY;
  if (a.validFrom > bTo || b.validFrom > aTo) return null;
  for (const shift of [0, 1, -1]) {
    if (!minutesMeet(a, b, shift)) continue;
    const last = earlier(aTo, addDaysHk(bTo, -shift));
    let day = later(a.validFrom, addDaysHk(b.validFrom, -shift));
    for (let step = 0; step < 7 && day <= last; step++, day = addDaysHk(day, 1)) {
      const bothRun =
        (a.weekdayBitwise & weekdayBitHk(day)) !== 0 && (b.weekdayBitwise & weekdayBitHk(addDaysHk(day, shift))) !== 0;
      if (bothRun) return day;
    }
  }
  return null;
}

/** The first day on which two overrides overlap, including past midnight, or null. */
function overrideOverlap(a: OverrideRow, b: OverrideRow): DayHk | null {
  for (const shift of [0, 1, -1]) {
    if (!minutesMeet(a, b, shift)) continue;
    const first = later(a.dayFrom, addDaysHk(b.dayFrom, -shift));
    if (first <= earlier(a.dayTo, addDaysHk(b.dayTo, -shift))) return first;
  }
  return null;
}

function pairFaults<T extends { id: number }>(rows: readonly T[], overlap: (a: T, b: T) => DayHk | null) {
  const faults: TimetableFault[] = [];
  rows.forEach((row, index) => {
    for (const other of rows.slice(index + 1)) {
      const firstDay = overlap(row, other);
      if (firstDay !== null) faults.push({ reason: 'overlap', rowId: row.id, otherRowId: other.id, firstDay });
    }
  });
  return faults;
}

const weeklyRowFaults = (row: WeeklyRow): TimetableFault[] => {
  const faults = rangeFaults(row, row.validFrom, row.validTo);
  if (!Number.isInteger(row.weekdayBitwise) || row.weekdayBitwise < 1 || row.weekdayBitwise > 127) {
    faults.push({ reason: 'weekdays', rowId: row.id });
  }
  return faults;
};

/**
 * All faults of a channel's base rows. Empty if they are valid together.
 *
 * @internal For tests of what is seeded.
 */
export function validateBase(rows: readonly BaseRow[]): TimetableFault[] {
  const faults = rows.flatMap(weeklyRowFaults);
  // With invalid ranges, overlap faults would only repeat the first fault less clearly.
  return faults.length > 0 ? faults : pairFaults(rows, weeklyOverlap);
}

/**
 * All faults of a channel's overrides. Empty if they are valid together.
 *
 * @internal For tests of what is seeded.
 */
export function validateOverrides(rows: readonly OverrideRow[]): TimetableFault[] {
  const faults = rows.flatMap((row) => rangeFaults(row, row.dayFrom, row.dayTo));
  return faults.length > 0 ? faults : pairFaults(rows, overrideOverlap);
}

/** Faults that a new or changed row would add to the existing rows. */
export function faultsOfBaseRow(row: BaseRow, others: readonly BaseRow[]): TimetableFault[] {
  const own = weeklyRowFaults(row);
  return own.length > 0 ? own : others.flatMap((other) => pairFaults([row, other], weeklyOverlap));
}

export function faultsOfOverride(row: OverrideRow, others: readonly OverrideRow[]): TimetableFault[] {
  const own = rangeFaults(row, row.dayFrom, row.dayTo);
  return own.length > 0 ? own : others.flatMap((other) => pairFaults([row, other], overrideOverlap));
}

/** Hours of video may overlap: they are joined. */
export const faultsOfVideoRow = (row: WeeklyRow): TimetableFault[] => weeklyRowFaults(row);

export const faultsOfRacingDay = ({ day }: { day: DayHk }): TimetableFault[] =>
  isPlausibleDay(day) ? [] : [{ reason: 'days', rowId: 0 }];
