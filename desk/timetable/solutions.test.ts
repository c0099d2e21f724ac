import { describe, expect, it } from 'vitest';
import { faultsOfChanges, itemsOf, type TimetableRows } from '#domain/timetable/timetable-changes.rules.ts';
import { addDaysHk } from '#shared/hk-time.ts';
import { stationDaySpan } from '#shared/station-day.ts';
import { changesOf, foretell, rowsAsShown, type DraftedRow, type Week } from './drafting.ts';
import { movedBlock, moveOfKey, NO_MOVE } from './moving.ts';
import { solutionsOfFault, solutionsOfGap } from './solutions.ts';

const MONDAY = '2026-12-07';
const TODAY = '2026-12-08';
const FILLER = 9;

const weekly = (id: number, programId: number, startMinute: number, endMinute: number) => ({
  id,
  programId,
  startMinute,
  endMinute,
  weekdayBitwise: 127,
  validFrom: '2026-01-01',
  validTo: null,
  horseRacingSkip: false,
});
const once = (programId: number, startMinute: number, endMinute: number, day = '2026-12-10') => ({
  programId,
  kind: 'special' as const,
  title: null,
  dayFrom: day,
  dayTo: day,
  startMinute,
  endMinute,
});

/** A week of two weekly programmes with a draft of added overrides. */
function weekWith(...added: ReturnType<typeof once>[]): Week {
  const rows: TimetableRows = {
    base: [weekly(1, 1, 600, 720), weekly(2, 2, 720, 840)],
    override: [],
    video: [],
    'racing-day': [],
  };
  const changes = added.map((after, i) => ({ id: i + 1, kind: 'override', rowId: null, before: null, after }));
  const week = {
    monday: MONDAY,
    rows,
    filler_program_id: FILLER,
    programs: [1, 2, 3, 4, FILLER].map((id) => ({ id, title: `節目${id}` })),
    change_set: { state: 'draft', changes, check: { faults: [], gaps: [], stale: [] } },
  } as unknown as Week;
  const items = itemsOf(
    rowsAsShown(week),
    FILLER,
    stationDaySpan(MONDAY).from,
    stationDaySpan(addDaysHk(MONDAY, 6)).to,
  );
  week.items = items.map(({ startsAt, endsAt, source, rowId, programId, title }) => ({
    source,
    row_id: rowId,
    program_id: programId,
    title,
    start_ts: startsAt.getTime() / 1000,
    end_ts: endsAt.getTime() / 1000,
  })) as never;
  return week;
}
const faultsOf = (week: Week) => faultsOfChanges(week.rows, changesOf(week));
const valuesOf = ([row]: readonly DraftedRow[]) => row?.values;

describe('a clash', () => {
  it('is ended by each way that is offered, by the rule of the door', () => {
    const week = weekWith(once(3, 600, 700), once(4, 660, 780));
    const [fault] = faultsOf(week);
    const solutions = solutionsOfFault(week, fault!, TODAY);
    expect(solutions.map(({ words }) => words)).toEqual([
      '縮短前一節「節目3」，11:00 完',
      '推後後一節「節目4」，11:40 開始',
      '後一節「節目4」遲啲開始，11:40 開始',
    ]);
    for (const { rows } of solutions) expect(foretell(week, rows).allFaults).toEqual([]);
    expect(solutions.map(({ rows }) => valuesOf(rows))).toMatchObject([
      { startMinute: 600, endMinute: 660 },
      { startMinute: 700, endMinute: 820 },
      { startMinute: 700, endMinute: 780 },
    ]);
  });

  it('past midnight is ended on the right day, whichever of both is named first', () => {
    const late = once(3, 1410, 1560);
    const early = once(4, 60, 90, '2026-12-11');
    for (const week of [weekWith(late, early), weekWith(early, late)]) {
      const solutions = solutionsOfFault(week, faultsOf(week)[0]!, TODAY);
      expect(solutions.map(({ words }) => words)).toEqual([
        '縮短前一節「節目3」，01:00 完',
        '推後後一節「節目4」，02:00 開始',
      ]);
    }
  });

  it('is not exchanged for another one', () => {
    const week = weekWith(once(3, 600, 700), once(4, 660, 780), once(1, 780, 840));
    const solutions = solutionsOfFault(week, faultsOf(week)[0]!, TODAY);
    expect(solutions.map(({ words }) => words)).toEqual([
      '縮短前一節「節目3」，11:00 完',
      '後一節「節目4」遲啲開始，11:40 開始',
    ]);
  });
});

it('fills a gap with the programmes beside it, on that day alone', () => {
  const week = weekWith(once(FILLER, 690, 720));
  const gap = { start_ts: Date.parse('2026-12-10T11:30:00+08:00') / 1000, end_ts: 0 };
  // An override of the filler's own hours is not a gap; taken back, and the weekly row ended sooner, it is.
  week.items = week.items.filter(({ start_ts: at }) => at !== gap.start_ts);
  gap.end_ts = gap.start_ts + 1_800;
  const solutions = solutionsOfGap({ ...week, change_set: null }, gap as never);
  expect(solutions.map(({ words }) => words)).toEqual(['由「節目1」填補', '由「節目2」填補']);
  expect(valuesOf(solutions[0]!.rows)).toMatchObject({
    programId: 1,
    dayFrom: '2026-12-10',
    startMinute: 690,
    endMinute: 720,
  });
});

describe('a move by keys', () => {
  const week = weekWith(once(3, 1425, 1485));
  const itemAt = (at: string) =>
    week.items.find(({ start_ts: start }) => start === Date.parse(`${at}:00+08:00`) / 1000)!;
  const alt = { altKey: true, shiftKey: false };

  it('is a step of a quarter, a day, or of the end', () => {
    expect(moveOfKey({ ...alt, key: 'ArrowDown' })).toEqual({ ...NO_MOVE, minutes: 15 });
    expect(moveOfKey({ ...alt, key: 'ArrowLeft' })).toEqual({ ...NO_MOVE, days: -1 });
    expect(moveOfKey({ ...alt, key: 'ArrowUp', shiftKey: true })).toEqual({ ...NO_MOVE, endMinutes: -15 });
    expect(moveOfKey({ ...alt, key: 'ArrowDown', altKey: false })).toBeNull();
  });

  it('takes an override past midnight to the next day', () => {
    const moved = movedBlock(week, itemAt('2026-12-10T23:45'), { ...NO_MOVE, minutes: 15 }, TODAY);
    expect(moved).toMatchObject({ day: '2026-12-11', startMinute: 0, endMinute: 60, isWeekly: false });
    expect(valuesOf(moved!.rows)).toMatchObject({ dayFrom: '2026-12-11', dayTo: '2026-12-11', startMinute: 0 });
  });

  it('changes a weekly block from that day on, never before today, and turns its weekdays', () => {
    const later = movedBlock(week, itemAt('2026-12-11T10:00'), { ...NO_MOVE, minutes: 30 }, TODAY)!;
    expect(later.rows).toMatchObject([
      { row_id: 1, values: { validTo: '2026-12-10', startMinute: 600 } },
      { row_id: null, values: { validFrom: '2026-12-11', startMinute: 630, endMinute: 750 } },
    ]);
    const past = movedBlock(week, itemAt('2026-12-07T10:00'), { ...NO_MOVE, endMinutes: -15 }, TODAY)!;
    expect(past.rows[1]?.values).toMatchObject({ validFrom: TODAY, endMinute: 705 });
    const week2 = weekWith();
    week2.rows = { ...week2.rows, base: [{ ...weekly(1, 1, 600, 720), weekdayBitwise: 1 << 6 }] };
    const item = { source: 'base', row_id: 1, start_ts: Date.parse('2026-12-12T10:00:00+08:00') / 1000 };
    const turned = movedBlock(week2, item as never, { ...NO_MOVE, days: 1 }, TODAY)!;
    expect(turned.rows[1]?.values).toMatchObject({ weekdayBitwise: 1 });
  });

  it('leaves the filler and a block without length where they are', () => {
    expect(movedBlock(week, itemAt('2026-12-09T14:00'), { ...NO_MOVE, minutes: 15 }, TODAY)).toBeNull();
    expect(movedBlock(week, itemAt('2026-12-10T23:45'), { ...NO_MOVE, endMinutes: -60 }, TODAY)).toBeNull();
  });
});
