import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDaysHk, dateTimeHk, instantHk } from '#shared/hk-time.ts';
import { validateBase, validateOverrides } from './timetable-conflicts.rules.ts';
import {
  timetableBetween,
  weeklyIntervals,
  type BaseRow,
  type OverrideRow,
  type TimetableInput,
  type TimetableItem,
} from './timetable.rules.ts';

const FILLER = 999;
/** A Monday. */
const MONDAY = '2026-11-23';
const DAILY = 127;

const base = (row: Partial<BaseRow>): BaseRow => ({
  id: 1,
  programId: 1,
  weekdayBitwise: DAILY,
  startMinute: 600,
  endMinute: 720,
  horseRacingSkip: false,
  validFrom: '2026-01-01',
  validTo: null,
  ...row,
});

const override = (row: Partial<OverrideRow>): OverrideRow => ({
  id: 1,
  programId: 50,
  kind: 'special',
  title: null,
  dayFrom: MONDAY,
  dayTo: MONDAY,
  startMinute: 630,
  endMinute: 660,
  ...row,
});

const input = (parts: Partial<TimetableInput>): TimetableInput => ({
  base: [],
  overrides: [],
  racingDays: new Set(),
  fillerProgramId: FILLER,
  ...parts,
});

const lines = (items: readonly TimetableItem[]): string[] =>
  items.map(
    (item) => `${dateTimeHk(item.startsAt).slice(8, 16)}-${dateTimeHk(item.endsAt).slice(8, 16)} ${item.programId}`,
  );

describe('the timetable of a day', () => {
  it('is the filler from dawn to dawn when nothing is scheduled', () => {
    expect(lines(timetableBetween(input({}), instantHk(MONDAY, 300), instantHk(MONDAY, 1740)))).toEqual([
      '23 05:00-24 05:00 999',
    ]);
  });

  it('keeps the true edges of what began the evening before', () => {
    const rows = [base({ id: 1, programId: 7, startMinute: 1380, endMinute: 1500 })];
    const items = timetableBetween(input({ base: rows }), instantHk(MONDAY, 0), instantHk(MONDAY, 1440));
    expect(lines(items)).toEqual([
      '22 23:00-23 01:00 7',
      '23 01:00-23 05:00 999',
      '23 05:00-23 23:00 999',
      '23 23:00-24 01:00 7',
    ]);
  });

  it('splits a base programme around an override and names both halves after the same row', () => {
    const items = timetableBetween(
      input({ base: [base({})], overrides: [override({})] }),
      instantHk(MONDAY, 600),
      instantHk(MONDAY, 720),
    );
    expect(lines(items)).toEqual(['23 10:00-23 10:30 1', '23 10:30-23 11:00 50', '23 11:00-23 12:00 1']);
    expect(items.map((item) => item.rowId)).toEqual([1, 1, 1]);
    expect(items.map((item) => item.source)).toEqual(['base', 'override', 'base']);
  });

  it('lets rows with horse_racing_skip give way on racing days only', () => {
    const rows = [base({ horseRacingSkip: true, startMinute: 1260, endMinute: 1380 })];
    const evening = (racing: string[]) =>
      timetableBetween(
        input({ base: rows, racingDays: new Set(racing) }),
        instantHk(MONDAY, 1260),
        instantHk(MONDAY, 1380),
      ).map((item) => item.programId);
    expect(evening([])).toEqual([1]);
    expect(evening([MONDAY])).toEqual([FILLER]);
    expect(evening([addDaysHk(MONDAY, 1)])).toEqual([1]);
  });

  it('gives the later start the air where two seasons meet over midnight', () => {
    const rows = [
      base({ id: 1, programId: 1, startMinute: 1380, endMinute: 1560, validTo: '2026-11-22' }),
      base({ id: 2, programId: 2, startMinute: 60, endMinute: 120, validFrom: MONDAY }),
    ];
    expect(validateBase(rows)).toEqual([]);
    const night = timetableBetween(input({ base: rows }), instantHk('2026-11-22', 1380), instantHk(MONDAY, 120));
    expect(lines(night)).toEqual(['22 23:00-23 01:00 1', '23 01:00-23 02:00 2']);
  });

  it('places weekdays by the Hong Kong calendar, Sunday first', () => {
    const rows = [base({ weekdayBitwise: 1 })];
    const at = (day: string) => timetableBetween(input({ base: rows }), instantHk(day, 600), instantHk(day, 601))[0];
    expect(at('2026-11-22')?.programId).toBe(1);
    expect(at(MONDAY)?.programId).toBe(FILLER);
  });
});

describe('video intervals', () => {
  it('join slots that touch, over midnight too', () => {
    const row = { id: 1, weekdayBitwise: DAILY, validFrom: '2026-01-01', validTo: null };
    const slots = [
      { ...row, startMinute: 1380, endMinute: 1440 },
      { ...row, startMinute: 0, endMinute: 60 },
    ];
    expect(weeklyIntervals(slots, instantHk(MONDAY, 1400), instantHk(MONDAY, 1441))).toEqual([
      { startsAt: instantHk(MONDAY, 1380), endsAt: instantHk(MONDAY, 1500) },
    ]);
  });
});

describe('conflicts refused when written', () => {
  it.each([
    [
      'the same hour of the same weekday',
      base({ id: 1 }),
      base({ id: 2, startMinute: 700, endMinute: 760 }),
      '2026-01-01',
    ],
    [
      'a spill into the next day, also from Saturday to Sunday',
      base({ id: 1, weekdayBitwise: 64, startMinute: 1380, endMinute: 1500 }),
      base({ id: 2, weekdayBitwise: 1, startMinute: 30, endMinute: 90 }),
      '2026-01-03',
    ],
    [
      'a spill into a row whose season is still the same',
      base({ id: 1, startMinute: 1380, endMinute: 1500, validTo: '2026-11-30' }),
      base({ id: 2, startMinute: 30, endMinute: 90, validFrom: '2026-11-30' }),
      '2026-11-29',
    ],
  ])('names the first day of %s', (_name, a, b, firstDay) => {
    expect(validateBase([a, b])).toEqual([{ reason: 'overlap', rowId: 1, otherRowId: 2, firstDay }]);
  });

  it.each([
    ['hours that only touch', base({ id: 1 }), base({ id: 2, startMinute: 720, endMinute: 780 })],
    ['other weekdays', base({ id: 1, weekdayBitwise: 2 }), base({ id: 2, weekdayBitwise: 4 })],
    ['other seasons', base({ id: 1, validTo: '2026-06-30' }), base({ id: 2, validFrom: '2026-07-01' })],
    [
      'a common season too short to hold the common weekday',
      base({ id: 1, weekdayBitwise: 2, validTo: '2026-11-22' }),
      base({ id: 2, weekdayBitwise: 2, validFrom: '2026-11-21' }),
    ],
  ])('lets %s stand', (_name, a, b) => {
    expect(validateBase([a, b])).toEqual([]);
  });

  it('refuses impossible hours, days and weekdays', () => {
    expect(validateBase([base({ startMinute: 1440, endMinute: 1500 })])).toEqual([{ reason: 'minutes', rowId: 1 }]);
    expect(validateBase([base({ endMinute: 600 })])).toEqual([{ reason: 'minutes', rowId: 1 }]);
    expect(validateBase([base({ validTo: '2025-01-01' })])).toEqual([{ reason: 'days', rowId: 1 }]);
    expect(validateBase([base({ validFrom: '2026-02-30' })])).toEqual([{ reason: 'days', rowId: 1 }]);
    expect(validateBase([base({ weekdayBitwise: 128 })])).toEqual([{ reason: 'weekdays', rowId: 1 }]);
  });

  it('refuses overrides that meet on a common day or over midnight', () => {
    const night = override({ id: 1, startMinute: 1380, endMinute: 1500 });
    const morning = override({ id: 2, dayFrom: '2026-11-24', dayTo: '2026-11-26', startMinute: 0, endMinute: 60 });
    expect(validateOverrides([night, morning])).toEqual([
      { reason: 'overlap', rowId: 1, otherRowId: 2, firstDay: MONDAY },
    ]);
    expect(validateOverrides([night, { ...morning, startMinute: 60, endMinute: 90 }])).toEqual([]);
  });
});

const DAYS = Array.from({ length: 20 }, (_, index) => addDaysHk('2026-11-15', index));
const minutes = fc
  .tuple(fc.integer({ min: 0, max: 287 }), fc.integer({ min: 1, max: 288 }))
  .map(([start, length]) => ({ startMinute: start * 5, endMinute: (start + length) * 5 }));
const range = fc
  .tuple(fc.integer({ min: 0, max: 19 }), fc.integer({ min: 0, max: 19 }))
  .map(([a, b]) => [DAYS[Math.min(a, b)] ?? '', DAYS[Math.max(a, b)] ?? ''] as const);

const baseArbitrary = fc
  .tuple(minutes, range, fc.integer({ min: 1, max: 127 }), fc.boolean(), fc.boolean(), fc.integer({ min: 1, max: 9 }))
  .map(([time, [from, to], weekdayBitwise, horseRacingSkip, open, programId]) =>
    base({ ...time, weekdayBitwise, horseRacingSkip, programId, validFrom: from, validTo: open ? null : to }),
  );
const overrideArbitrary = fc
  .tuple(minutes, range, fc.integer({ min: 50, max: 59 }))
  .map(([time, [from, to], programId]) => override({ ...time, programId, dayFrom: from, dayTo: to }));

/** Rows that could have been saved one after another, as conflicting ones are refused. */
function accepted<T extends { id: number }>(rows: T[], faults: (rows: T[]) => unknown[]): T[] {
  const kept: T[] = [];
  for (const row of rows) {
    const numbered = { ...row, id: kept.length + 1 };
    if (faults([...kept, numbered]).length === 0) kept.push(numbered);
  }
  return kept;
}

const inputArbitrary = fc
  .record({
    base: fc.array(baseArbitrary, { maxLength: 10 }).map((rows) => accepted(rows, validateBase)),
    overrides: fc.array(overrideArbitrary, { maxLength: 4 }).map((rows) => accepted(rows, validateOverrides)),
    racingDays: fc.subarray(DAYS, { maxLength: 4 }).map((days) => new Set(days)),
  })
  .map((parts) => input(parts));

/** Independent implementation of the rules: what is on air at an instant. */
function onAirByWords(timetable: TimetableInput, at: Date): number {
  const candidates: { layer: number; start: number; programId: number }[] = [];
  for (const day of DAYS) {
    const weekdayBit = 1 << new Date(`${day}T00:00:00Z`).getUTCDay();
    const isOn = (row: { startMinute: number; endMinute: number }) =>
      instantHk(day, row.startMinute) <= at && at < instantHk(day, row.endMinute);
    for (const row of timetable.base) {
      const valid = day >= row.validFrom && (row.validTo === null || day <= row.validTo);
      const givesWay = row.horseRacingSkip && timetable.racingDays.has(day);
      if (valid && !givesWay && (row.weekdayBitwise & weekdayBit) !== 0 && isOn(row)) {
        candidates.push({ layer: 0, start: instantHk(day, row.startMinute).getTime(), programId: row.programId });
      }
    }
    for (const row of timetable.overrides) {
      if (day >= row.dayFrom && day <= row.dayTo && isOn(row)) {
        candidates.push({ layer: 1, start: instantHk(day, row.startMinute).getTime(), programId: row.programId });
      }
    }
  }
  candidates.sort((a, b) => b.layer - a.layer || b.start - a.start);
  return candidates[0]?.programId ?? FILLER;
}

describe('any base and overrides the validators accept', () => {
  const day = fc.constantFrom(...DAYS.slice(2, -3));

  it('give days without gap or overlap that glue together, with overrides on top and racing honoured', () => {
    fc.assert(
      fc.property(inputArbitrary, day, fc.nat(1439), (timetable, today, minute) => {
        const items = timetableBetween(timetable, instantHk(today, 0), instantHk(today, 1440));
        expect(items[0]?.startsAt.getTime()).toBeLessThanOrEqual(instantHk(today, 0).getTime());
        expect(items.at(-1)?.endsAt.getTime()).toBeGreaterThanOrEqual(instantHk(today, 1440).getTime());
        items.forEach((item, index) => {
          expect(item.startsAt < item.endsAt).toBe(true);
          const next = items[index + 1];
          if (next) expect(next.startsAt).toEqual(item.endsAt);
        });

        const last = items.at(-1);
        const tomorrow = addDaysHk(today, 1);
        const [first] = timetableBetween(timetable, instantHk(tomorrow, 0), instantHk(tomorrow, 1440));
        // At midnight the same item continues or the next one starts.
        if (last && last.endsAt > instantHk(today, 1440)) {
          expect([first?.startsAt, first?.endsAt, first?.programId]).toEqual([
            last.startsAt,
            last.endsAt,
            last.programId,
          ]);
        } else expect(first?.startsAt).toEqual(last?.endsAt);

        const at = instantHk(today, minute);
        const onAir = items.find((item) => item.startsAt <= at && at < item.endsAt);
        expect(onAir?.programId).toBe(onAirByWords(timetable, at));
      }),
      { numRuns: 10_000 },
    );
  }, 120_000);

  it('give the same items however they are asked for', () => {
    fc.assert(
      fc.property(
        inputArbitrary,
        day,
        fc.nat(1439),
        fc.integer({ min: 1, max: 2000 }),
        (timetable, today, start, length) => {
          const from = instantHk(today, start);
          const to = instantHk(today, start + length);
          const wide = timetableBetween(timetable, instantHk(today, -1440), instantHk(today, 4320));
          const narrow = timetableBetween(timetable, from, to);
          expect(narrow).toEqual(wide.filter((item) => item.endsAt > from && item.startsAt < to));
          expect(timetableBetween(timetable, from, to)).toEqual(narrow);
        },
      ),
      { numRuns: 2_000 },
    );
  }, 120_000);

  it('never put two base rows of one season on air at once', () => {
    fc.assert(
      fc.property(inputArbitrary, day, fc.nat(1439), ({ base: rows }, today, minute) => {
        const at = instantHk(today, minute);
        const on = rows.filter((row) =>
          [addDaysHk(today, -1), today].some(
            (start) =>
              start >= row.validFrom &&
              (row.validTo === null || start <= row.validTo) &&
              (row.weekdayBitwise & (1 << new Date(`${start}T00:00:00Z`).getUTCDay())) !== 0 &&
              instantHk(start, row.startMinute) <= at &&
              at < instantHk(start, row.endMinute),
          ),
        );
        for (const row of on) {
          for (const other of on) {
            const shareADay = row.validFrom <= (other.validTo ?? '9999') && other.validFrom <= (row.validTo ?? '9999');
            expect(row === other || !shareADay).toBe(true);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  }, 120_000);
});
