import { addDaysHk, instantHk, MINUTES_A_DAY, weekdayBitHk, type DayHk } from '#shared/hk-time.ts';
import { STATION_DAY_STARTS_MINUTE } from '#shared/station-day.ts';

/** A weekly slot with its validity. Minutes count from midnight of the day on which it starts. */
export interface WeeklyRow {
  id: number;
  weekdayBitwise: number;
  startMinute: number;
  endMinute: number;
  validFrom: DayHk;
  validTo: DayHk | null;
}

export interface BaseRow extends WeeklyRow {
  programId: number;
  horseRacingSkip: boolean;
}

export type OverrideKind = 'holiday' | 'racing' | 'special';

export interface OverrideRow {
  id: number;
  programId: number;
  kind: OverrideKind;
  title: string | null;
  dayFrom: DayHk;
  dayTo: DayHk;
  startMinute: number;
  endMinute: number;
}

export interface TimetableInput {
  base: readonly BaseRow[];
  overrides: readonly OverrideRow[];
  racingDays: ReadonlySet<DayHk>;
  fillerProgramId: number;
}

/** An item with its true start and end. */
export interface TimetableItem {
  source: 'base' | 'override' | 'filler';
  rowId: number | null;
  programId: number;
  title: string | null;
  kind: OverrideKind | null;
  startsAt: Date;
  endsAt: Date;
}

/** Minutes since Hong Kong midnight of 1970-01-01: maps days and clock times to integers. */
type Stamp = number;
const EPOCH_MS = instantHk('1970-01-01', 0).getTime();
const dateOf = (stamp: Stamp): Date => new Date(EPOCH_MS + stamp * 60_000);
const dayStart = (day: DayHk): Stamp => (instantHk(day, 0).getTime() - EPOCH_MS) / 60_000;
const dayOf = (stamp: Stamp): DayHk => addDaysHk('1970-01-01', Math.floor(stamp / MINUTES_A_DAY));
const stationDayFloor = (stamp: Stamp): Stamp =>
  Math.floor((stamp - STATION_DAY_STARTS_MINUTE) / MINUTES_A_DAY) * MINUTES_A_DAY + STATION_DAY_STARTS_MINUTE;

/** One occurrence of a row on one day, before others cover it. */
interface Run {
  layer: number;
  start: Stamp;
  end: Stamp;
  item: Omit<TimetableItem, 'startsAt' | 'endsAt'>;
}

const isValidOn = (row: WeeklyRow, day: DayHk): boolean =>
  row.validFrom <= day &&
  (row.validTo === null || day <= row.validTo) &&
  (row.weekdayBitwise & weekdayBitHk(day)) !== 0;

function runsBetween(input: TimetableInput, from: Stamp, to: Stamp): Run[] {
  const runs: Run[] = [];
  const lastDay = dayOf(to);
  // An occurrence may have started on the previous day.
  for (let day = addDaysHk(dayOf(from), -1); day <= lastDay; day = addDaysHk(day, 1)) {
    const midnight = dayStart(day);
    const racing = input.racingDays.has(day);
    for (const row of input.base) {
      if (!isValidOn(row, day) || (racing && row.horseRacingSkip)) continue;
      runs.push({
        layer: 0,
        start: midnight + row.startMinute,
        end: midnight + row.endMinute,
        item: { source: 'base', rowId: row.id, programId: row.programId, title: null, kind: null },
      });
    }
    for (const row of input.overrides) {
      if (day < row.dayFrom || day > row.dayTo) continue;
      runs.push({
        layer: 1,
        start: midnight + row.startMinute,
        end: midnight + row.endMinute,
        item: { source: 'override', rowId: row.id, programId: row.programId, title: row.title, kind: row.kind },
      });
    }
  }
  return runs;
}

/** An override covers the base week; within a layer the later start covers, and the row id breaks ties. */
function covers(a: Run, b: Run): boolean {
  if (a.layer !== b.layer) return a.layer > b.layer;
  if (a.start !== b.start) return a.start > b.start;
  return (a.item.rowId ?? 0) > (b.item.rowId ?? 0);
}

interface Piece {
  run: Run | null;
  start: Stamp;
  end: Stamp;
}

/** The visible pieces of all runs from `lower` to `upper`. Null is filler, which restarts at every 05:00. */
function paint(runs: Run[], lower: Stamp, upper: Stamp): Piece[] {
  const cuts = new Set<Stamp>([lower, upper]);
  for (let mark = stationDayFloor(lower); mark < upper; mark += MINUTES_A_DAY) if (mark > lower) cuts.add(mark);
  for (const run of runs) {
    if (run.start > lower && run.start < upper) cuts.add(run.start);
    if (run.end > lower && run.end < upper) cuts.add(run.end);
  }
  const edges = [...cuts].sort((a, b) => a - b);
  const waiting = runs.toSorted((a, b) => a.start - b.start);
  const pieces: Piece[] = [];
  let active: Run[] = [];
  let next = 0;
  for (let i = 0; i + 1 < edges.length; i++) {
    const start = edges[i] ?? lower;
    const end = edges[i + 1] ?? upper;
    active = active.filter((run) => run.end > start);
    for (let run = waiting[next]; run !== undefined && run.start <= start; run = waiting[++next]) {
      if (run.end > start) active.push(run);
    }
    const top = active.reduce<Run | null>((best, run) => (best === null || covers(run, best) ? run : best), null);
    const last = pieces.at(-1);
    if (last !== undefined && top !== null && last.run === top) last.end = end;
    else pieces.push({ run: top, start, end });
  }
  return pieces;
}

/**
 * Everything on air in [from, to), in order, with true starts and ends, which may lie outside. Never has gaps or
 * overlaps, whatever the input. Items last at most 24 hours: a row around the clock yields one item a day.
 */
export function timetableBetween(input: TimetableInput, from: Date, to: Date): TimetableItem[] {
  const first = Math.floor((from.getTime() - EPOCH_MS) / 60_000);
  const last = Math.ceil((to.getTime() - EPOCH_MS) / 60_000);
  // A day wider on both sides, so that items at the edges are seen in full.
  const lower = stationDayFloor(first) - MINUTES_A_DAY;
  const upper = stationDayFloor(last) + 2 * MINUTES_A_DAY;
  const filler = { source: 'filler', rowId: null, programId: input.fillerProgramId, title: null, kind: null } as const;
  return paint(runsBetween(input, lower, upper), lower, upper)
    .filter((piece) => piece.end > first && piece.start < last)
    .map((piece) => ({
      ...(piece.run?.item ?? filler),
      startsAt: dateOf(piece.start),
      endsAt: dateOf(piece.end),
    }));
}

export interface Interval {
  startsAt: Date;
  endsAt: Date;
}

/**
 * When a weekly schedule is on in [from, to), with true edges. Adjacent slots are merged so that video is not
 * interrupted.
 */
export function weeklyIntervals(rows: readonly WeeklyRow[], from: Date, to: Date): Interval[] {
  const first = Math.floor((from.getTime() - EPOCH_MS) / 60_000);
  const last = Math.ceil((to.getTime() - EPOCH_MS) / 60_000);
  const slots: { start: Stamp; end: Stamp }[] = [];
  const lastDay = dayOf(last);
  for (let day = addDaysHk(dayOf(first), -1); day <= lastDay; day = addDaysHk(day, 1)) {
    const midnight = dayStart(day);
    for (const row of rows) {
      if (isValidOn(row, day)) slots.push({ start: midnight + row.startMinute, end: midnight + row.endMinute });
    }
  }
  slots.sort((a, b) => a.start - b.start || a.end - b.end);
  const merged: { start: Stamp; end: Stamp }[] = [];
  for (const slot of slots) {
    const before = merged.at(-1);
    if (before !== undefined && slot.start <= before.end) before.end = Math.max(before.end, slot.end);
    else merged.push({ ...slot });
  }
  return merged
    .filter((slot) => slot.end > first && slot.start < last)
    .map((slot) => ({ startsAt: dateOf(slot.start), endsAt: dateOf(slot.end) }));
}
