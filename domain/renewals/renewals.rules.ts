import { addDaysHk, instantHk, type DayHk } from '#shared/hk-time.ts';

/** Days after the one of the charge on which a failed one is tried again. */
const TRY_DAYS = [1, 3, 5, 7] as const;
/** Days before the end on which who cannot be charged is given a link to pay. */
export const LINK_DAYS = [7, 3, 1] as const;
/** Days before a charge on which its member is told of it, with how to stop it. */
export const NOTICE_DAYS = { monthly: 3, yearly: 7 } as const;

/** The day of the next try after so many that failed; null: that was the last. */
export const nextTryDay = (dueDay: DayHk, failed: number): DayHk | null => {
  const days = TRY_DAYS[failed - 1];
  return days === undefined ? null : addDaysHk(dueDay, days);
};

/** Sound goes on up to here: the end of the day of the last try. */
export const graceEndsAt = (dueDay: DayHk): Date => instantHk(addDaysHk(dueDay, Math.max(...TRY_DAYS) + 1), 0);
