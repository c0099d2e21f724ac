import { timeText } from '#app/text/zh-hk/time.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';

export const clockOf = (ms: number): string => clockHk(new Date(ms));

/** 12月8日 22:30 */
export const momentOf = (ms: number): string => `${timeText.date(dayHkOf(new Date(ms)))} ${clockOf(ms)}`;

const DAY_MS = 86_400_000;

/** Longer events end on another day, so the end is shown with its date. */
export const isOfAnEvening = (startsAtMs: number, endsAtMs: number): boolean => endsAtMs - startsAtMs < DAY_MS;

/** 2026年12月5日（星期六） 20:00 – 22:30; over several days, with the last one. */
export function whenOf(startsAtMs: number, endsAtMs: number): { day: string; clocks: string } {
  const [from, to] = [new Date(startsAtMs), new Date(endsAtMs)];
  const day = timeText.fullDate(dayHkOf(from));
  const end = isOfAnEvening(startsAtMs, endsAtMs) ? clockHk(to) : timeText.fullDate(dayHkOf(to));
  return { day, clocks: timeText.range(clockHk(from), end) };
}
