import { deskTimetableText } from '#app/text/zh-hk/desk-timetable.ts';
import type { ChangeFault } from '#domain/timetable/timetable-changes.rules.ts';
import { clockOfMinute, dayHkOf, minuteHkOf, MINUTES_A_DAY, type DayHk } from '#shared/hk-time.ts';
import { blockOf, foretell, rowChange, rowsAsShown, type BlockRow, type DraftedRow, type Week } from './drafting.ts';
import { nameOfRow, programText } from './row-text.ts';

const text = deskTimetableText.solutions;

/** Changes that end a clash or fill a gap and cause no other clash, by the rule of the door. */
export interface Solution {
  words: string;
  rows: DraftedRow[];
}
type Gap = NonNullable<Week['change_set']>['check']['gaps'][number];

/** Whether what would be saved has fewer faults than there are, and none that is new. */
function isBetter(week: Week, rows: readonly DraftedRow[], solved: ChangeFault): boolean {
  const { faults, allFaults } = foretell(week, rows);
  return faults.length === 0 && !allFaults.some((fault) => JSON.stringify(fault) === JSON.stringify(solved));
}

function isFilled(week: Week, rows: readonly DraftedRow[], { start_ts: from, end_ts: to }: Gap): boolean {
  const { faults, items } = foretell(week, rows);
  const isFree = items.some(
    ({ source, startsAt, endsAt }) =>
      source === 'filler' && startsAt.getTime() < to * 1000 && endsAt.getTime() > from * 1000,
  );
  return faults.length === 0 && !isFree;
}

const clock = (minute: number) => clockOfMinute(((minute % MINUTES_A_DAY) + MINUTES_A_DAY) % MINUTES_A_DAY);

/** Ways out of a clash of two blocks: the earlier one ends sooner, the later one starts later or moves as a whole. */
export function solutionsOfFault(week: Week, fault: ChangeFault, today: DayHk): Solution[] {
  if (fault.reason !== 'overlap') return [];
  const rows = rowsAsShown(week);
  const source = fault.kind as 'base' | 'override';
  const [one, other] = [fault.rowId, fault.otherRowId].map((id) => blockOf(rows, { source, row_id: id }));
  if (!one || !other) return [];
  // Either block may start a day after the other.
  const shift = [0, 1, -1].find((days) => {
    const [from, to] = [other.row.startMinute, other.row.endMinute].map((minute) => minute + days * MINUTES_A_DAY);
    return one.row.startMinute < to! && from! < one.row.endMinute;
  });
  if (shift === undefined) return [];
  const isFirst = one.row.startMinute <= other.row.startMinute + shift * MINUTES_A_DAY;
  const [earlier, later] = isFirst ? [one, other] : [other, one];
  const apart = (isFirst ? shift : 0 - shift) * MINUTES_A_DAY;
  const end = later.row.startMinute + apart;
  const start = earlier.row.endMinute - apart;
  const length = later.row.endMinute - later.row.startMinute;
  const from = fault.firstDay > today ? fault.firstDay : today;
  const change = ({ kind, row }: BlockRow, minutes: { startMinute?: number; endMinute?: number }) => {
    const { id: _, ...values } = row;
    return rowChange(week, { kind, row } as BlockRow, { ...values, ...minutes }, from);
  };
  const name = ({ kind, row }: BlockRow) => nameOfRow(week, kind, row);
  const all: Solution[] = [
    { words: text.shorten(name(earlier), clock(end)), rows: change(earlier, { endMinute: end }) },
    {
      words: text.delay(name(later), clock(start)),
      rows: change(later, { startMinute: start, endMinute: start + length }),
    },
    { words: text.trim(name(later), clock(start)), rows: change(later, { startMinute: start }) },
  ];
  return all.filter((solution) => isBetter(week, solution.rows, fault));
}

/** Programmes beside a gap that could fill it on that day. */
export function solutionsOfGap(week: Week, gap: Gap): Solution[] {
  const startsAt = new Date(gap.start_ts * 1000);
  const day = dayHkOf(startsAt);
  const startMinute = minuteHkOf(startsAt);
  const endMinute = startMinute + (gap.end_ts - gap.start_ts) / 60;
  const beside = week.items.filter(
    ({ source, start_ts: from, end_ts: to }) => source !== 'filler' && (to === gap.start_ts || from === gap.end_ts),
  );
  return [...new Set(beside.map((item) => item.program_id))]
    .map((programId): Solution => {
      const hours = { startMinute, endMinute, dayFrom: day, dayTo: day };
      const values = { programId, kind: 'special', title: null, ...hours };
      return {
        words: text.fill(programText(week, programId)),
        rows: [{ kind: 'override', row_id: null, seen: null, values }],
      };
    })
    .filter(({ rows }) => isFilled(week, rows, gap));
}
