import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { timeText } from './time.ts';

/** 2026年11月21日 14:05 */
export function momentWords(atMs: number): string {
  const at = new Date(atMs);
  const day = dayHkOf(at);
  return `${timeText.year(day.slice(0, 4))}${timeText.date(day)} ${clockHk(at)}`;
}
