import { describe, expect, it } from 'vitest';
import { addDaysHk, dayHkOf, instantHk } from './hk-time.ts';
import { dayHeadingOf, stationDayOf, stationDaySpan, underDayHeadings } from './station-day.ts';

const SUNDAY = '2026-11-22';
const SATURDAY = '2026-11-21';
const MONDAY = '2026-11-23';
const at = (day: string, clock: string) => new Date(`${day}T${clock}:00+08:00`);

describe('the station’s day', () => {
  it.each([
    ['00:00', SATURDAY],
    ['02:00', SATURDAY],
    ['04:59', SATURDAY],
    ['05:00', SUNDAY],
    ['06:00', SUNDAY],
    ['23:59', SUNDAY],
  ])('at %s is %s', (clock, day) => expect(stationDayOf(at(SUNDAY, clock))).toBe(day));

  it('follows the one before it without a gap', () => {
    const { from, to } = stationDaySpan(SUNDAY);
    expect([stationDayOf(from), stationDayOf(new Date(to.getTime() - 1)), stationDayOf(to)]).toEqual([
      SUNDAY,
      SUNDAY,
      MONDAY,
    ]);
  });
});

describe('headings of a list over midnight', () => {
  const heading = (now: Date, startsAt: Date) => {
    const { day, part } = dayHeadingOf(startsAt, now);
    const distance = [-1, 0, 1].find((days) => addDaysHk(dayHkOf(now), days) === day);
    return [distance, part];
  };

  it.each([
    ['20:00', at(SUNDAY, '20:00')],
    ['06:00', at(SUNDAY, '06:00')],
    ['02:00', at(SUNDAY, '02:00')],
    ['00:00', at(SUNDAY, '00:00')],
  ])('at %s call the night of Sunday the small hours of tomorrow, and never today', (_, now) => {
    expect(heading(now, at(SUNDAY, '05:00'))).toEqual([0, 'day']);
    expect(heading(now, at(SUNDAY, '23:00'))).toEqual([0, 'day']);
    expect(heading(now, at(MONDAY, '00:00'))).toEqual([1, 'smallHours']);
    expect(heading(now, at(MONDAY, '04:59'))).toEqual([1, 'smallHours']);
    expect(heading(now, at(MONDAY, '05:00'))).toEqual([1, 'day']);
  });

  it.each(['00:00', '02:00', '05:00', '06:00'])('at %s keep the evening before apart from today', (clock) => {
    const now = at(SUNDAY, clock);
    expect(heading(now, at(SATURDAY, '17:59'))).toEqual([-1, 'day']);
    expect(heading(now, at(SATURDAY, '18:00'))).toEqual([-1, 'evening']);
    expect(heading(now, at(SATURDAY, '23:59'))).toEqual([-1, 'evening']);
    expect(heading(now, at(SUNDAY, '00:00'))).toEqual([0, 'smallHours']);
  });

  it('lose no show and keep their order', () => {
    const shows = [0, 5, 7, 12, 29, 31].map((hour) => ({
      startsAtMs: instantHk(SATURDAY, hour * 60 + 1_080).getTime(),
    }));
    const groups = underDayHeadings(shows, at(SUNDAY, '06:00'));
    expect(groups.flatMap((group) => group.shows)).toEqual(shows);
    expect(groups.map(({ heading: { day, part } }) => `${day} ${part}`)).toEqual([
      `${SATURDAY} evening`,
      `${SUNDAY} smallHours`,
      `${SUNDAY} day`,
      `${MONDAY} smallHours`,
    ]);
  });
});
