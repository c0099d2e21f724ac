import { exactClock } from './exact-clock.ts';
import { timeText } from './time.ts';
import type { DayHk } from '#shared/hk-time.ts';
import type { DayHeading } from '#shared/station-day.ts';

/** When something was said: 尋晚 22:10:05, 今日 07:30, 2025年11月25日 07:30. */
export const saidAt = (heading: DayHeading, today: DayHk, atMs: number): string => {
  const year = heading.day.slice(0, 4);
  const dated = year === today.slice(0, 4) ? '' : timeText.year(year);
  return `${dated}${timeText.dayHeading(heading, today)} ${exactClock(atMs)}`;
};
