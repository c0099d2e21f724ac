import {
  changesFrom,
  draftRowId,
  faultsOfChanges,
  itemsOf,
  newGaps,
  withChanges,
  type ChangeFault,
  type ChangeKind,
  type TimetableChange,
  type TimetableRows,
} from '#domain/timetable/timetable-changes.rules.ts';
import type { StaffWeekReply } from '#domain/timetable/timetable-week.schema.ts';
import type { BaseRow, Interval, OverrideRow, TimetableItem, WeeklyRow } from '#domain/timetable/timetable.rules.ts';
import { addDaysHk, dayHkOf, minuteHkOf, type DayHk } from '#shared/hk-time.ts';
import { stationDaySpan } from '#shared/station-day.ts';

// A week as it would be with changes that are not saved yet, by the functions of the door.

export type Week = StaffWeekReply;
export type WeekItem = Week['items'][number];

/** A row to save, as the action takes it. */
export interface DraftedRow {
  kind: ChangeKind;
  row_id: number | null;
  seen: object | null;
  values: object | null;
}

/** Ids of rows that are not saved yet: no stored change has them. */
const UNSAVED = 2_000_000_000;

export const changesOf = (week: Week): TimetableChange[] => (week.change_set?.changes ?? []) as TimetableChange[];

/** The set is being collected or waits; a published one is in the rows. */
const isOpen = (week: Week): boolean => week.change_set?.state === 'draft' || week.change_set?.state === 'scheduled';

/** The rows as the shown set leaves them. */
export const rowsAsShown = (week: Week): TimetableRows =>
  isOpen(week) ? withChanges(week.rows, changesOf(week)) : week.rows;

const dayOf = (change: TimetableChange | DraftedRow): unknown => {
  const values = 'values' in change ? (change.seen ?? change.values) : (change.before ?? change.after);
  return (values as { day?: string } | null)?.day;
};

/** The changes of a set once rows are saved into it. */
function withDrafted(changes: readonly TimetableChange[], drafted: readonly DraftedRow[]): TimetableChange[] {
  const result = [...changes];
  drafted.forEach((row, index) => {
    const { kind, row_id: rowId, seen, values } = row;
    const at = result.findIndex((change) => {
      if (change.kind !== kind) return false;
      if (kind === 'racing-day') return dayOf(change) === dayOf(row);
      return rowId !== null && (rowId < 0 ? draftRowId(change) === rowId : change.rowId === rowId);
    });
    const isNew = rowId === null || rowId < 0;
    const next = {
      id: result[at]?.id ?? UNSAVED + index,
      kind,
      rowId: isNew ? null : rowId,
      before: isNew && kind !== 'racing-day' ? null : seen,
      after: values,
    } as TimetableChange;
    if (at < 0) result.push(next);
    else if (next.before === null && next.after === null) result.splice(at, 1);
    else result[at] = next;
  });
  return result;
}

export interface Foretold {
  /** Faults that are new. */
  faults: ChangeFault[];
  allFaults: ChangeFault[];
  /** What would be on air in the week. */
  items: TimetableItem[];
  gaps: Interval[];
  rows: TimetableRows;
}

/** What saving rows would do: the faults that concern them, and the hours of the week that they leave to the filler. */
export function foretell(week: Week, drafted: readonly DraftedRow[]): Foretold {
  const changes = withDrafted(isOpen(week) ? changesOf(week) : [], drafted);
  const rows = withChanges(week.rows, changes);
  const former = faultsOfChanges(week.rows, isOpen(week) ? changesOf(week) : []).map((fault) => JSON.stringify(fault));
  const allFaults = faultsOfChanges(week.rows, changes);
  const faults = allFaults.filter((fault) => !former.includes(JSON.stringify(fault)));
  if (faults.some(({ reason }) => reason !== 'overlap')) return { faults, allFaults, items: [], gaps: [], rows };
  const { from } = stationDaySpan(week.monday);
  const { to } = stationDaySpan(addDaysHk(week.monday, 6));
  const itemsIn = (of: TimetableRows) => itemsOf(of, week.filler_program_id, from, to);
  const items = itemsIn(rows);
  return { faults, allFaults, items, gaps: newGaps(itemsIn(rowsAsShown(week)), items), rows };
}

/** The published row without its id, as the action wants it; null for one that is not published. */
export function publishedValues(
  week: Week,
  kind: Exclude<ChangeKind, 'racing-day'>,
  rowId: number | null,
): object | null {
  const row = rowId === null || rowId < 0 ? undefined : week.rows[kind].find(({ id }) => id === rowId);
  if (row === undefined) return null;
  const { id: _, ...values } = row;
  return values;
}

/** A row of a block. */
export type BlockRow = { kind: 'override'; row: OverrideRow } | { kind: 'base'; row: BaseRow };
/** A weekly row that may be one of video, too. */
type ChangedRow = BlockRow | { kind: 'video'; row: WeeklyRow };

/** The rows to save to give a block's row other values; a weekly one from a day on. Null values remove it. */
export function rowChange(week: Week, { kind, row }: ChangedRow, values: object | null, from: DayHk): DraftedRow[] {
  const drafted = (rowId: number | null, after: object | null): DraftedRow => ({
    kind,
    row_id: rowId,
    seen: publishedValues(week, kind, rowId),
    values: after,
  });
  if (kind === 'override') return [drafted(row.id, values)];
  return changesFrom(row, from, values as Omit<WeeklyRow, 'id' | 'validFrom'> | null).map(({ rowId, after }) =>
    drafted(rowId, after),
  );
}

/** The row of an item of the week; null for the filler. */
export function blockOf(rows: TimetableRows, item: Pick<WeekItem, 'source' | 'row_id'>): BlockRow | null {
  if (item.source === 'filler') return null;
  const row = rows[item.source].find(({ id }) => id === item.row_id);
  return row === undefined ? null : ({ kind: item.source, row } as BlockRow);
}

/** The day on which the row of an item started, which may be the one before: a part of it may have been covered. */
export function dayOfItem(item: WeekItem, startMinute: number): DayHk {
  const at = new Date(item.start_ts * 1000);
  const day = dayHkOf(at);
  return startMinute > minuteHkOf(at) ? addDaysHk(day, -1) : day;
}
