import { addDaysHk, dayHkOf, instantHk, type DayHk } from '#shared/hk-time.ts';

// Plans are counted in Hong Kong days. Access opens with the money; the rest of that day is given, and the days that were
// paid are whole ones after it. So nobody gets less than was paid for, at whatever hour they pay.

const DAY_MS = 86_400_000;

export interface Span {
  startsAt: Date;
  endsAt: Date;
}

/** The Hong Kong midnight from which whole days are counted: at an instant, or the next after it. */
export function midnightFrom(at: Date): Date {
  const midnight = instantHk(dayHkOf(at), 0);
  return midnight.getTime() === at.getTime() ? midnight : instantHk(addDaysHk(dayHkOf(at), 1), 0);
}

const endOf = (lastDay: DayHk): Date => instantHk(addDaysHk(lastDay, 1), 0);

/** The last Hong Kong day before an instant at which a time ends. */
export const lastDayOf = (endsAt: Date): DayHk => dayHkOf(new Date(endsAt.getTime() - 1));

/** End of a time of so many days. */
export const endOfDays = (startsAt: Date, days: number): Date =>
  instantHk(addDaysHk(dayHkOf(midnightFrom(startsAt)), days), 0);

/** The day of a later month that has the number of the anchor, or the last of a shorter month: 31 Jan, 28 Feb, 31 Mar. */
export function anchoredMonth(from: DayHk, months: number, anchorDay: number): DayHk {
  const [year = 0, month = 0] = from.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(anchorDay, lastDay))).toISOString().slice(0, 10);
}

const dayOfMonth = (day: DayHk): number => Number(day.slice(8));

/** The anchor of a series that begins at an instant: the last day that comes before its first whole one. */
export const anchorOf = (startsAt: Date): number => dayOfMonth(lastDayOf(midnightFrom(startsAt)));

/** The anchor of a series whose next charge is on a day: its own, where that day is one of the series. */
export const anchorFor = (renewOn: DayHk, anchorDay: number): number =>
  anchoredMonth(renewOn, 0, anchorDay) === renewOn ? anchorDay : dayOfMonth(renewOn);

/** End of a period of months. Its last day is the one on which the next is charged, so that there is no gap. */
export const endOfPeriod = (startsAt: Date, months: number, anchorDay: number): Date =>
  endOf(anchoredMonth(lastDayOf(midnightFrom(startsAt)), months, anchorDay));

/** The next day on which a calendar of the provider's own charges: that of the month on which it was begun. */
export function nextOfCalendar(beganOn: DayHk, months: number, today: DayHk): DayHk {
  for (let after = months; ; after += months) {
    const day = anchoredMonth(beganOn, after, dayOfMonth(beganOn));
    if (day > today) return day;
  }
}

/** Whole Hong Kong days from an instant to another. */
export const wholeDays = ({ startsAt, endsAt }: Span): number =>
  Math.max(0, Math.round((endsAt.getTime() - midnightFrom(startsAt).getTime()) / DAY_MS));

/** Days that so many cents of a price paid for, rounded up: what was given back is not listened to. */
export const daysOfCents = (days: number, paidCents: number, cents: number): number =>
  paidCents === 0 ? days : Math.min(days, Math.ceil((days * cents) / paidCents));

export interface LaidTime extends Span {
  id: number;
  source: string;
}

/** Where a new time begins: at once, or behind the last one. What is heard on grace is not in its way. */
export function startBehind(times: readonly LaidTime[], now: Date): Date {
  const ends = times.filter(({ source }) => source !== 'grace').map(({ endsAt }) => endsAt.getTime());
  return new Date(Math.max(now.getTime(), ...ends));
}

/**
 * Times as they lie once some time was taken out before them: each that has not begun moves up to the one before it, with as
 * many days as it had. Those that stay where they are are left out.
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
