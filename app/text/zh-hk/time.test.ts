import { expect, it } from 'vitest';
import { instantHk, type DayHk } from '#shared/hk-time.ts';
import { stationDayOf } from '#shared/station-day.ts';
import { timeText } from './time.ts';

const TODAY: DayHk = '2026-12-01';

const shown = (date: DayHk, hour: number): string => {
  const startsAt = instantHk(date, hour * 60);
  return timeText.showDay({ day: stationDayOf(startsAt), startsAtMs: startsAt.getTime() }, TODAY);
};

it.each<[DayHk, number, string]>([
  ['2026-12-01', 10, '今日'],
  // On yesterday's broadcast day, but today for anyone awake.
  ['2026-12-01', 0, '今日凌晨'],
  ['2026-11-30', 22, '尋晚'],
  ['2026-11-30', 10, '尋日'],
  ['2026-11-30', 4, '尋日凌晨'],
  ['2026-11-29', 22, '11月29日'],
  // As the page of the replay dates it.
  ['2026-11-29', 3, '11月28日'],
])('calls the day of a show of %s, %i o’clock, as listeners do on 1 December', (date, hour, words) => {
  expect(shown(date, hour)).toBe(words);
});
