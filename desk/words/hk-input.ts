import { dateTimeHk } from '#shared/hk-time.ts';

/** `2026-11-26T16:00` in Hong Kong, as an input has it, as Unix seconds; null if empty. */
export function secondsOfInput(value: string): number | null {
  const at = value === '' ? Number.NaN : Date.parse(`${value}:00+08:00`);
  return Number.isNaN(at) ? null : at / 1000;
}

export const inputOfSeconds = (seconds: number | null): string =>
  seconds === null
    ? ''
    : dateTimeHk(new Date(seconds * 1000))
        .slice(0, 16)
        .replace(' ', 'T');
