import type { DayHk } from './hk-time.ts';

/** A day in Chinese, `2026年11月21日`. */
export function dayWords(day: DayHk): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return `${year}年${month}月${date}日`;
}
