import { timeText } from '#app/text/zh-hk/time.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';

export const clockOf = (ms: number): string => clockHk(new Date(ms));

/** 12月8日 22:30 */
export const momentOf = (ms: number): string => `${timeText.date(dayHkOf(new Date(ms)))} ${clockOf(ms)}`;

/** 2026年12月5日（星期六） 20:00 – 22:30; over several days both in full. */
export function whenOf(startsAtMs: number, endsAtMs: number): { day: string; clocks: string } {
  const [from, to] = [new Date(startsAtMs), new Date(endsAtMs)];
  const day = timeText.fullDate(dayHkOf(from));
  const isShort = endsAtMs - startsAtMs < 86_400_000;
  return { day, clocks: timeText.range(clockHk(from), isShort ? clockHk(to) : momentOf(endsAtMs)) };
}
