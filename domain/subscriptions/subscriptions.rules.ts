import { addDaysHk, dayHkOf, type DayHk } from '#shared/hk-time.ts';

/** Days before the last good day of a card at which its holder is reminded. */
const CARD_REMINDER_DAYS = 30;

/** The latest last good day that brings the reminder at `now`; cards that are over are reminded of too. */
export const lastDayReminded = (now: Date): DayHk => addDaysHk(dayHkOf(now), CARD_REMINDER_DAYS);

export type PlanState = 'pending' | 'running' | 'over';

/** A plan runs from its first instant up to, and without, its last. */
export function planStateOf({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }, now: Date): PlanState {
  if (now < startsAt) return 'pending';
  return now < endsAt ? 'running' : 'over';
}
