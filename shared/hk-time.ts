/** Hong Kong has been on UTC+8 all year since 1979, so the offset is a constant. */
const HK_OFFSET_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;
export const MINUTES_A_DAY = 1440;

/** A Hong Kong calendar day, `2026-11-21`. */
export type DayHk = string;

export function isDayHk(value: string): value is DayHk {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(Date.parse(`${value}T00:00:00+08:00`)) &&
    dayHkOf(new Date(`${value}T00:00:00+08:00`)) === value
  );
}

/** Whether a day is one of this station's: databases and calendars disagree about those far away. */
export const isPossibleDay = (day: string): boolean => day >= '2000-01-01' && day < '2100-01-01';

/** The Hong Kong day of an instant. */
export function dayHkOf(instant: Date): DayHk {
  return new Date(instant.getTime() + HK_OFFSET_MS).toISOString().slice(0, 10);
}

/** Minutes since Hong Kong midnight, 0 to 1439. */
export function minuteHkOf(instant: Date): number {
  return Math.floor(((instant.getTime() + HK_OFFSET_MS) % DAY_MS) / 60_000);
}

/** The instant of a minute of a Hong Kong day; 1440 and more run past midnight. */
export function instantHk(day: DayHk, minute: number): Date {
  return new Date(Date.parse(`${day}T00:00:00+08:00`) + minute * 60_000);
}

export function addDaysHk(day: DayHk, days: number): DayHk {
  return dayHkOf(new Date(Date.parse(`${day}T00:00:00+08:00`) + days * DAY_MS));
}

/** 0 Sunday to 6 Saturday. */
export function weekdayHk(day: DayHk): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** The bit of a day in a weekday mask, Sunday 1. */
export function weekdayBitHk(day: DayHk): number {
  return 1 << weekdayHk(day);
}

/** `14:05` for minute 845; minutes past midnight wrap: 1470 is `00:30`. */
export function clockOfMinute(minute: number): string {
  const m = ((minute % MINUTES_A_DAY) + MINUTES_A_DAY) % MINUTES_A_DAY;
  return `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`;
}

/** `14:05`, the Hong Kong wall clock of an instant. */
export function clockHk(instant: Date): string {
  return clockOfMinute(minuteHkOf(instant));
}

/** `2026-11-21 14:05:09`, the format of `start_datetime` on the wire. */
export function dateTimeHk(instant: Date): string {
  return new Date(instant.getTime() + HK_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** Unix seconds with a fraction for milliseconds: the unit of every `_ts` and of `currentTimestamp`. */
export function unixSeconds(instant: Date): number {
  return instant.getTime() / 1000;
}
