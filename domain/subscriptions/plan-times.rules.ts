import { addDaysHk, dayHkOf, instantHk, type DayHk } from '#shared/hk-time.ts';

// Plans count Hong Kong days. Access starts with the payment; the rest of that day is free, followed by the paid number
// of whole days. Nobody gets less than they paid for, at whatever hour they pay.

const DAY_MS = 86_400_000;

export interface Span {
  startsAt: Date;
  endsAt: Date;
}

/** The Hong Kong midnight from which whole days count: the instant itself, or the next midnight. */
export function midnightFrom(at: Date): Date {
  const midnight = instantHk(dayHkOf(at), 0);
  return midnight.getTime() === at.getTime() ? midnight : instantHk(addDaysHk(dayHkOf(at), 1), 0);
}

const endOf = (lastDay: DayHk): Date => instantHk(addDaysHk(lastDay, 1), 0);

/** The last Hong Kong day of a period that ends at this instant. */
export const lastDayOf = (endsAt: Date): DayHk => dayHkOf(new Date(endsAt.getTime() - 1));

/** The end of a period of a number of days. */
export const endOfDays = (startsAt: Date, days: number): Date =>
  instantHk(addDaysHk(dayHkOf(midnightFrom(startsAt)), days), 0);

/** The anchor's day in a later month, or the last day of a shorter month: 31 Jan, 28 Feb, 31 Mar. */
export function anchoredMonth(from: DayHk, months: number, anchorDay: number): DayHk {
  const [year = 0, month = 0] = from.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(anchorDay, lastDay))).toISOString().slice(0, 10);
}

const dayOfMonth = (day: DayHk): number => Number(day.slice(8));

/** The anchor of a series that starts at an instant: the day before its first whole one. */
export const anchorOf = (startsAt: Date): number => dayOfMonth(lastDayOf(midnightFrom(startsAt)));

/** The anchor of a series with its next charge on a day: unchanged if that day is in the series. */
export const anchorFor = (renewOn: DayHk, anchorDay: number): number =>
  anchoredMonth(renewOn, 0, anchorDay) === renewOn ? anchorDay : dayOfMonth(renewOn);

/** The end of a period of months. Its last day is the next charge day, so that there is no gap. */
export const endOfPeriod = (startsAt: Date, months: number, anchorDay: number): Date =>
  endOf(anchoredMonth(lastDayOf(midnightFrom(startsAt)), months, anchorDay));

/** The next charge day of a provider's own schedule, which uses the day of the month it was set up on. */
export function nextOfCalendar(beganOn: DayHk, months: number, today: DayHk): DayHk {
  for (let after = months; ; after += months) {
    const day = anchoredMonth(beganOn, after, dayOfMonth(beganOn));
    if (day > today) return day;
  }
}

/** Whole Hong Kong days between two instants. */
export const wholeDays = ({ startsAt, endsAt }: Span): number =>
  Math.max(0, Math.round((endsAt.getTime() - midnightFrom(startsAt).getTime()) / DAY_MS));

/** Days that an amount of the price paid for, rounded up: refunded time must not remain usable. */
export const daysOfCents = (days: number, paidCents: number, cents: number): number =>
  paidCents === 0 ? days : Math.min(days, Math.ceil((days * cents) / paidCents));

export interface LaidTime extends Span {
  id: number;
  source: string;
}

/** The start of a new period: now, or after the last period. Grace does not delay it. */
export function startBehind(times: readonly LaidTime[], now: Date): Date {
  const ends = times.filter(({ source }) => source !== 'grace').map(({ endsAt }) => endsAt.getTime());
  return new Date(Math.max(now.getTime(), ...ends));
}

/**
 * Periods after an earlier one was shortened: each that has not started moves up to its predecessor and keeps its
 * number of days. Returns only those that move.
 */
export function movedUp(times: readonly LaidTime[], now: Date): LaidTime[] {
  const moved: LaidTime[] = [];
  let at = now;
  for (const time of [...times].sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    if (time.startsAt <= now) {
      if (time.endsAt > at) at = time.endsAt;
      continue;
    }
    if (time.startsAt > at) moved.push({ ...time, startsAt: at, endsAt: endOfDays(at, wholeDays(time)) });
    at = moved.at(-1)?.id === time.id ? moved.at(-1)!.endsAt : time.endsAt;
  }
  return moved;
}
