import { addDaysHk, isDayHk, MINUTES_A_DAY, weekdayBitHk, type DayHk } from '#shared/hk-time.ts';
import type { BaseRow, OverrideRow, WeeklyRow } from './timetable.rules.ts';

/** Why rows may not stand in the timetable. Rows are named by id; 0 is a row that is not saved yet. */
export type TimetableFault =
  | { reason: 'weekdays' | 'minutes' | 'days'; rowId: number }
  | { reason: 'overlap'; rowId: number; otherRowId: number; firstDay: DayHk };

/** Days a row may name: a typing error in the year is caught, and text order is date order. */
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

/** Whether `a` starting on a day and `b` starting `shift` days later sound at the same time. */
function minutesMeet(a: { startMinute: number; endMinute: number }, b: typeof a, shift: number): boolean {
  const offset = shift * MINUTES_A_DAY;
  return a.startMinute < b.endMinute + offset && b.startMinute + offset < a.endMinute;
}

/**
 * The first day on which two weekly rows would sound at once, or null. Rows valid on no common day may meet only
 * where the first spills past its last midnight; that is a change of season, and the later start wins.
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

/** The first day on which two overrides would sound at once, spill past midnight included, or null. */
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

const baseRowFaults = (row: BaseRow): TimetableFault[] => {
  const faults = rangeFaults(row, row.validFrom, row.validTo);
  if (!Number.isInteger(row.weekdayBitwise) || row.weekdayBitwise < 1 || row.weekdayBitwise > 127) {
    faults.push({ reason: 'weekdays', rowId: row.id });
  }
  return faults;
};

/** Every fault of a channel's base rows; empty when they may stand together. */
export function validateBase(rows: readonly BaseRow[]): TimetableFault[] {
  const faults = rows.flatMap(baseRowFaults);
  // Overlaps of rows with impossible ranges would only repeat the first fault in worse words.
  return faults.length > 0 ? faults : pairFaults(rows, weeklyOverlap);
}

/** Every fault of a channel's overrides; empty when they may stand together. */
export function validateOverrides(rows: readonly OverrideRow[]): TimetableFault[] {
  const faults = rows.flatMap((row) => rangeFaults(row, row.dayFrom, row.dayTo));
  return faults.length > 0 ? faults : pairFaults(rows, overrideOverlap);
}

/** The faults a new or changed row would bring in, against the rows that stand. */
export function faultsOfBaseRow(row: BaseRow, others: readonly BaseRow[]): TimetableFault[] {
  const own = baseRowFaults(row);
  return own.length > 0 ? own : others.flatMap((other) => pairFaults([row, other], weeklyOverlap));
}

export function faultsOfOverride(row: OverrideRow, others: readonly OverrideRow[]): TimetableFault[] {
  const own = rangeFaults(row, row.dayFrom, row.dayTo);
  return own.length > 0 ? own : others.flatMap((other) => pairFaults([row, other], overrideOverlap));
}
