import type { DayHk } from '#shared/hk-time.ts';
import { addDaysHk } from '#shared/hk-time.ts';
import {
  faultsOfBaseRow,
  faultsOfOverride,
  faultsOfRacingDay,
  faultsOfVideoRow,
  type TimetableFault,
} from './timetable-conflicts.rules.ts';
import {
  timetableBetween,
  type BaseRow,
  type Interval,
  type OverrideRow,
  type TimetableItem,
  type WeeklyRow,
} from './timetable.rules.ts';

// Changes of a timetable that are collected before they are published. The desk computes with the same functions as the
// door, so what it shows before saving is what publishing will do.

export interface RacingDay {
  day: DayHk;
  venue: string;
}

/** A row of each kind without its id. */
export interface ValuesOf {
  base: Omit<BaseRow, 'id'>;
  override: Omit<OverrideRow, 'id'>;
  video: Omit<WeeklyRow, 'id'>;
  'racing-day': RacingDay;
}
export const CHANGE_KINDS = ['base', 'override', 'video', 'racing-day'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

interface ChangeOf<Kind extends ChangeKind> {
  /** Of the stored change. A row that it adds is known by its negative until it is published. */
  id: number;
  kind: Kind;
  /** Null for a new row, and for racing days, which are known by their day. */
  rowId: number | null;
  /** What the change found; null: no row. */
  before: ValuesOf[Kind] | null;
  /** What it leaves; null: no row. */
  after: ValuesOf[Kind] | null;
}
export type TimetableChange = { [Kind in ChangeKind]: ChangeOf<Kind> }[ChangeKind];

/** All rows of a channel's timetable; racing days are those of the station. */
export interface TimetableRows {
  base: readonly BaseRow[];
  override: readonly OverrideRow[];
  video: readonly WeeklyRow[];
  'racing-day': readonly RacingDay[];
}

/** Id of a row that a change adds, before it is published. */
export const draftRowId = ({ id }: Pick<TimetableChange, 'id'>): number => 0 - id;

const dayOfChange = ({ before, after }: ChangeOf<'racing-day'>): DayHk => (before ?? after)?.day ?? '';

function withoutId(row: { id: number }): object {
  const { id: _, ...values } = row;
  return values;
}

/** The row that a change concerns, without its id, as it is now; null if there is none. */
export function currentValues(rows: TimetableRows, change: TimetableChange): object | null {
  if (change.kind === 'racing-day') return rows[change.kind].find(({ day }) => day === dayOfChange(change)) ?? null;
  const row = rows[change.kind].find(({ id }) => id === change.rowId);
  return row === undefined ? null : withoutId(row);
}

/** Whether two rows without ids are equal, whatever the order of their fields. */
export function sameValues(a: object | null, b: object | null): boolean {
  if (a === null || b === null) return a === b;
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return left.length === right.size && left.every(([key, value]) => right.get(key) === value);
}

/** A change whose row is not as it found it. */
export interface StaleChange {
  change_id: number;
  kind: ChangeKind;
  /** What the change found. */
  seen: object | null;
  now: object | null;
}

/** Changes whose rows have been changed by somebody else since. */
export const staleChanges = (rows: TimetableRows, changes: readonly TimetableChange[]): StaleChange[] =>
  changes.flatMap((change) => {
    const now = currentValues(rows, change);
    return sameValues(now, change.before)
      ? []
      : [{ change_id: change.id, kind: change.kind, seen: change.before, now }];
  });

function changed<Row extends { id: number }>(rows: readonly Row[], changes: readonly TimetableChange[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const change of changes) {
    const id = change.rowId ?? draftRowId(change);
    if (change.after === null) byId.delete(id);
    else byId.set(id, { ...change.after, id } as unknown as Row);
  }
  return [...byId.values()];
}

/** The rows of a timetable once changes are published. */
export function withChanges(rows: TimetableRows, changes: readonly TimetableChange[]): TimetableRows {
  const of = (kind: ChangeKind) => changes.filter((change) => change.kind === kind);
  const days = new Map(rows['racing-day'].map((row) => [row.day, row]));
  for (const change of of('racing-day') as ChangeOf<'racing-day'>[]) {
    days.delete(dayOfChange(change));
    if (change.after !== null) days.set(change.after.day, change.after);
  }
  return {
    base: changed(rows.base, of('base')),
    override: changed(rows.override, of('override')),
    video: changed(rows.video, of('video')),
    'racing-day': [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1)),
  };
}

export type ChangeFault = TimetableFault & { kind: ChangeKind };

/** Faults that changes would bring into a timetable. Those that it has already are not theirs. */
export function faultsOfChanges(rows: TimetableRows, changes: readonly TimetableChange[]): ChangeFault[] {
  const result = withChanges(rows, changes);
  const faults: ChangeFault[] = [];
  // The fault of two overlapping changed rows is reported once.
  const told = { base: new Set<number>(), override: new Set<number>() };
  for (const change of changes) {
    const { kind, after } = change;
    if (after === null) continue;
    if (kind === 'racing-day') {
      faults.push(...faultsOfRacingDay(after).map((fault) => ({ ...fault, kind })));
      continue;
    }
    const id = change.rowId ?? draftRowId(change);
    if (kind === 'video') faults.push(...faultsOfVideoRow({ ...after, id }).map((fault) => ({ ...fault, kind })));
    else {
      const others = <Row extends { id: number }>(all: readonly Row[]) =>
        all.filter((row) => row.id !== id && !told[kind].has(row.id));
      const own =
        kind === 'base'
          ? faultsOfBaseRow({ ...after, id }, others(result.base))
          : faultsOfOverride({ ...after, id }, others(result.override));
      told[kind].add(id);
      faults.push(...own.map((fault) => ({ ...fault, kind })));
    }
  }
  return faults;
}

/** What is on air in [from, to) by these rows. */
export const itemsOf = (rows: TimetableRows, fillerProgramId: number, from: Date, to: Date): TimetableItem[] =>
  timetableBetween(
    {
      base: rows.base,
      overrides: rows.override,
      racingDays: new Set(rows['racing-day'].map(({ day }) => day)),
      fillerProgramId,
    },
    from,
    to,
  );

/** Hours left to the filler that had a programme before. */
export function newGaps(before: readonly TimetableItem[], after: readonly TimetableItem[]): Interval[] {
  const programmes = before.filter(({ source }) => source !== 'filler');
  const gaps: Interval[] = [];
  for (const filler of after) {
    if (filler.source !== 'filler') continue;
    for (const { startsAt, endsAt } of programmes) {
      const from = startsAt > filler.startsAt ? startsAt : filler.startsAt;
      const to = endsAt < filler.endsAt ? endsAt : filler.endsAt;
      if (from >= to) continue;
      const last = gaps.at(-1);
      if (last?.endsAt.getTime() === from.getTime()) last.endsAt = to;
      else gaps.push({ startsAt: from, endsAt: to });
    }
  }
  return gaps;
}

/**
 * Changes that give a weekly row new values from a day on: the former row ends on the day before, so that earlier days
 * stay as they were. A row that begins on that day or later is changed itself. Null values remove it.
 */
export function changesFrom<Row extends WeeklyRow>(
  { id, ...former }: Row,
  day: DayHk,
  values: Omit<Row, 'id' | 'validFrom'> | null,
): { rowId: number | null; before: Omit<Row, 'id'> | null; after: Omit<Row, 'id'> | null }[] {
  const before = former as Omit<Row, 'id'>;
  const from = before.validFrom > day ? before.validFrom : day;
  const next = values && ({ ...values, validFrom: from } as unknown as Omit<Row, 'id'>);
  if (before.validFrom >= day) return [{ rowId: id, before, after: next }];
  const ended = { rowId: id, before, after: { ...before, validTo: addDaysHk(day, -1) } };
  return next === null ? [ended] : [ended, { rowId: null, before: null, after: next }];
}
