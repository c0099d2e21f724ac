import { addDaysHk, dayHkOf, type DayHk } from '#shared/hk-time.ts';

/** Card expiry reminders start this many days before the last valid day. */
const CARD_REMINDER_DAYS = 30;

/** The latest expiry day to remind about at `now`; expired cards are included. */
export const lastDayReminded = (now: Date): DayHk => addDaysHk(dayHkOf(now), CARD_REMINDER_DAYS);

export type PlanState = 'pending' | 'running' | 'over';

/** A plan runs from `startsAt` (inclusive) to `endsAt` (exclusive). */
export function planStateOf({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }, now: Date): PlanState {
  if (now < startsAt) return 'pending';
  return now < endsAt ? 'running' : 'over';
}
