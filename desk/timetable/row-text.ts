import { deskTimetableText as text } from '#app/text/zh-hk/desk-timetable.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import type { ChangeFault, ChangeKind, TimetableRows } from '#domain/timetable/timetable-changes.rules.ts';
import { clockOfMinute } from '#shared/hk-time.ts';
import type { Week } from './drafting.ts';

interface Values {
  programId?: number;
  title?: string | null;
  startMinute?: number;
  endMinute?: number;
  weekdayBitwise?: number;
  validFrom?: string;
  validTo?: string | null;
  dayFrom?: string;
  dayTo?: string;
  day?: string;
  venue?: string;
}

export const programText = (week: Week, id: number): string =>
  week.programs.find((program) => program.id === id)?.title ?? String(id);

export function nameOfRow(week: Week, kind: ChangeKind, values: object | null): string {
  const { programId, title, day } = (values ?? {}) as Values;
  if (title) return title;
  if (programId !== undefined) return programText(week, programId);
  return day === undefined ? text.kinds[kind] : `${text.kinds[kind]} ${timeText.date(day)}`;
}

/** A row in words: programme, hours, days. */
export function rowText(week: Week, kind: ChangeKind, values: object): string {
  const row = values as Values;
  return [
    nameOfRow(week, kind, values),
    row.startMinute === undefined || row.endMinute === undefined
      ? ''
      : timeText.range(clockOfMinute(row.startMinute), clockOfMinute(row.endMinute)),
    row.weekdayBitwise === undefined ? '' : text.weekdays(row.weekdayBitwise),
    row.validFrom === undefined ? '' : text.since(row.validFrom, row.validTo ?? null),
    row.dayFrom === undefined || row.dayTo === undefined
      ? ''
      : row.dayFrom === row.dayTo
        ? timeText.date(row.dayFrom)
        : text.since(row.dayFrom, row.dayTo),
    row.venue ?? '',
  ]
    .filter(Boolean)
    .join('　');
}

/** A fault in words; `rows` are those that it is about. */
export function changeFaultText(week: Week, rows: TimetableRows, fault: ChangeFault): string {
  const rowName = (id: number) =>
    fault.kind === 'racing-day'
      ? text.kinds[fault.kind]
      : nameOfRow(week, fault.kind, rows[fault.kind].find((row) => row.id === id) ?? null);
  return fault.reason === 'overlap'
    ? text.faults.overlap(rowName(fault.rowId), rowName(fault.otherRowId), fault.firstDay)
    : text.faults[fault.reason](rowName(fault.rowId));
}
